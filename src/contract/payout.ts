import { z } from 'zod'
import { Money } from './money.ts'
import { Reason } from './view.ts'

/** The body of `POST /admin/payouts`, which is idempotent by `reference`. */
export const CreatePayout = z
  .object({
    reference: z.string().min(1).max(512).meta({ description: "The merchant's own, unique for ever." }),
    amount: z
      .string()
      .regex(/^(?=.*[1-9])(0|[1-9]\d*)(\.\d+)?$/, 'is decimal text greater than 0, such as "100.00"')
      .meta({ description: 'Decimal text. The digits of a JSON number are accepted too.' }),
    currency: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'The currency key, as the payments service names it.' }),
    pipeline: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'The name of a payout pipeline. Default: the first one.' }),
    additionalFields: z
      .array(
        z.object({
          key: z.string().min(1).meta({ description: "The service's name of the field." }),
          value: z
            .union([z.string(), z.number(), z.boolean()])
            .meta({ description: 'Text keeps all digits.' }),
        }),
      )
      .optional()
      .meta({ description: 'The destination, and what else the payments service requires.' }),
  })
  .meta({
    id: 'CreatePayout',
    description: 'One payout for each reference, however often it is requested.',
    examples: [{ reference: 'payout-7', amount: '100.00', currency: 'UAH' }],
  })
export type CreatePayout = z.infer<typeof CreatePayout>

/**
 * `awaiting_approval`: a second operator has to approve it, and nothing was sent. `preparing`: it is not known yet whether
 * the service has the order. `rejected`, `succeeded` and `failed` are final.
 */
export const PayoutStatus = z
  .enum(['awaiting_approval', 'rejected', 'preparing', 'pending', 'succeeded', 'failed'])
  .meta({
    id: 'PayoutStatus',
    description:
      '`awaiting_approval`: a second operator has to approve it, and nothing was sent. `rejected`: nothing was sent, and nothing will be. `preparing`: it is not known yet whether the payments service has the order.',
  })
export type PayoutStatus = z.infer<typeof PayoutStatus>

/** A payout as an operator sees it. */
export const PayoutView = z
  .object({
    reference: z.string().meta({ description: "The merchant's own." }),
    status: PayoutStatus,
    needsReview: z.boolean().meta({ description: 'An operator has to decide.' }),
    amount: Money,
    paid: Money.nullable().meta({ description: 'What the payments service reports, once it has succeeded.' }),
    externalId: z.string().nullable().meta({ description: "The payments service's id of the order." }),
    externalTransactionId: z
      .string()
      .meta({ description: 'Our id of the last attempt at the payments service.' }),
    reason: Reason.nullable(),
    createdAt: z.string().meta({ description: 'When it was created. RFC 3339, UTC.' }),
    updatedAt: z.string().meta({ description: 'When it last changed. RFC 3339, UTC.' }),
  })
  .meta({ id: 'PayoutView', description: 'A payout as an operator sees it.' })
export type PayoutView = z.infer<typeof PayoutView>
