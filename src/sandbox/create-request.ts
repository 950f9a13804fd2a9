import { z } from 'zod'
import { isAmount, isExactAsDouble, plainAmount } from '../service/amount.ts'
import { JsonNumber } from '../service/json.ts'
import type { Profile } from '../service/pipeline.ts'
import { orderAmount } from '../service/request.ts'
import { tryParseJson } from '../service/wire-schemas.ts'
import { problemText } from './http.ts'

const Text = z.string().min(1)

const amountMessage = 'amount must be a number greater than 0'

/** A JSON number, or a numeric string for backward compatibility. */
const Amount = z
  .union([z.instanceof(JsonNumber).transform(({ text }) => text), z.string()])
  .refine(isAmount, amountMessage)
  .transform(plainAmount)
const P2pAmount = Amount.transform((amount) => orderAmount('p2p', amount)).refine(isAmount, amountMessage)

/** An absolute address that cannot run a script in the payer's browser. */
const AbsoluteUrl = z.url().refine((text) => !/^(javascript|data|vbscript|blob):/i.test(text), 'Invalid URL')
const OptionalUrl = AbsoluteUrl.nullish().transform((address) => address ?? null)

const AdditionalField = z.object({
  key: Text,
  value: z.union([
    z.string(),
    z.boolean(),
    // Text if a double would change its digits.
    z.instanceof(JsonNumber).transform(({ text }) => (isExactAsDouble(text) ? Number(text) : text)),
  ]),
})

const CommonFields = z.object({
  amount: Amount,
  /** Empty if missing: the configuration selects the error. */
  currency: z
    .string()
    .nullish()
    .transform((currency) => currency ?? ''),
  externalTransactionId: Text,
  callbackUrl: OptionalUrl,
  additionalFields: z
    .array(AdditionalField)
    .nullish()
    .transform((fields) => fields ?? []),
})

const Deposit = CommonFields.extend({
  processingRedirectUrl: OptionalUrl,
  failedRedirectUrl: OptionalUrl,
  successRedirectUrl: OptionalUrl,
})

/** A parsed create request. Absent members are null; the amount is plain decimal text, rounded to two decimals for P2P. */
export type CreateRequest = z.infer<typeof Deposit>

const mustBeAbsent = z
  .null('redirect addresses are not fields of a payout')
  .optional()
  .transform(() => null)

const schemas = {
  p2p: Deposit.extend({
    amount: P2pAmount,
    processingRedirectUrl: AbsoluteUrl,
    failedRedirectUrl: AbsoluteUrl,
    successRedirectUrl: AbsoluteUrl,
  }),
  form: Deposit,
  token: Deposit,
  payout: CommonFields.extend({
    processingRedirectUrl: mustBeAbsent,
    failedRedirectUrl: mustBeAbsent,
    successRedirectUrl: mustBeAbsent,
  }),
} satisfies Record<Profile, z.ZodType<CreateRequest>>

const Identified = z.object({ externalTransactionId: z.string() })

/** The request; or its problems by path, and the merchant's id if it could be parsed. */
export function parseCreateRequest(profile: Profile, text: string) {
  const json = tryParseJson(text)
  if (json === undefined) return { message: 'The body is not JSON', externalTransactionId: null }
  const { success, data, error } = schemas[profile].safeParse(json)
  if (success) return data
  return {
    message: problemText(error),
    externalTransactionId: Identified.safeParse(json).data?.externalTransactionId ?? null,
  }
}
