import { z } from 'zod'
import { isAmount, isLessThan } from '../../service/amount.ts'
import type { DepositProfile } from '../../service/pipeline.ts'
import { orderAmount } from '../../service/request.ts'

const needsAmount = 'is not decimal text greater than 0, such as "1250.00"'
const Amount = z.string(needsAmount).refine(isAmount, needsAmount)

export const Profile = z.enum(['p2p', 'form', 'token', 'payout'])
export type Profile = z.infer<typeof Profile>

/** What a pipeline serves. */
export const PipelineConditions = z.object({
  currencies: z.array(z.string().min(1)).min(1).optional(),
  limits: z
    .record(
      z.string().min(1),
      z
        .strictObject({ min: Amount.optional(), max: Amount.optional() })
        .refine(
          ({ min, max }) => min === undefined || max === undefined || !isLessThan(max, min),
          'has a min above its max',
        ),
    )
    .optional(),
  fields: z.array(z.string().min(1)).optional(),
})

/** The conditions as options give them. */
type Conditions = DeepReadonly<z.infer<typeof PipelineConditions>>
type DeepReadonly<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

/** Whether a pipeline serves this currency and amount. A limit for `uah` is one for `UAH`, too: it must not be ignored. */
export function fits({ currencies, limits = {} }: Conditions, amount: string, currency: string): boolean {
  if (currencies !== undefined && !currencies.includes(currency)) return false
  return Object.entries(limits).every(
    ([key, { min, max }]) =>
      key.toLowerCase() !== currency.toLowerCase() ||
      ((min === undefined || !isLessThan(amount, min)) && (max === undefined || !isLessThan(max, amount))),
  )
}

/** Whether the service cannot be asked for an amount: it is sent with the decimals of the profile. */
export const roundsToZero = (profile: DepositProfile, amount: string): boolean =>
  !isAmount(orderAmount(profile, amount))

/** Whether an additional field is sent to a pipeline. */
export const takesField = ({ fields }: Conditions, key: string): boolean =>
  fields === undefined || fields.includes(key)
