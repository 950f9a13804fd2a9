import { z } from 'zod'
import { Money } from './money.ts'
import { Reason } from './view.ts'

/** `POST /admin/payouts`: idempotent by `reference`. */
export const CreatePayout = z.object({
  /** The merchant's own, unique for ever. */
  reference: z.string().min(1).max(512),
  /** Decimal text; a JSON number is taken by its own digits. */
  amount: z.string().regex(/^\d+(\.\d+)?$/, 'is decimal text greater than 0, such as "100.00"'),
  currency: z.string().min(1).max(64),
  /** The name of a payout pipeline; the first one unless said. */
  pipeline: z.string().min(1).optional(),
  additionalFields: z
    .array(z.object({ key: z.string().min(1), value: z.union([z.string(), z.number(), z.boolean()]) }))
    .optional(),
})
export type CreatePayout = z.infer<typeof CreatePayout>

/** `preparing`: not known yet whether the service has it. Only `succeeded` and `failed` are answers. */
export const PayoutStatus = z.enum(['preparing', 'pending', 'succeeded', 'failed'])
export type PayoutStatus = z.infer<typeof PayoutStatus>

/** What the operator is told about a payout. `preparing`: not known yet whether the service has it. */
export const PayoutView = z.object({
  reference: z.string(),
  status: PayoutStatus,
  needsReview: z.boolean(),
  amount: Money,
  paid: Money.nullable(),
  externalId: z.string().nullable(),
  externalTransactionId: z.string(),
  reason: Reason.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PayoutView = z.infer<typeof PayoutView>
