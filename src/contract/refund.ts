import { z } from 'zod'
import { Money } from './money.ts'

/** The body of `POST /admin/checkouts/{id}/refunds`. */
export const CreateRefund = z
  .object({
    amount: z
      .string()
      .regex(
        /^(?=.*[1-9])(0|[1-9]\d{0,14})(\.\d{1,18})?$/,
        'is decimal text greater than 0, such as "100.00"',
      )
      .meta({ description: 'Decimal text, in the currency of the checkout.' }),
    note: z.string().min(1).max(2000).meta({ description: "The operator's reason. It is stored." }),
  })
  .meta({
    id: 'CreateRefund',
    description:
      'Money of a checkout that goes back to its payer. The same amount and note again is the same refund, as long as it is `requested`.',
    examples: [{ amount: '100.00', note: 'Paid twice' }],
  })
export type CreateRefund = z.infer<typeof CreateRefund>

/** A refund as an operator sees it. */
export const RefundDetail = z
  .object({
    id: z.string().meta({ description: "Also the reference of the refund's payout." }),
    amount: Money,
    state: z.enum(['requested', 'pending', 'succeeded', 'failed', 'withdrawn']).meta({
      description:
        '`requested`: the payer has not given the destination. `pending`: its payout is being made. `succeeded` and `failed`: the payout has. `withdrawn`: by an operator, before the payer gave a destination.',
    }),
    contradicted: z.literal(true).optional().meta({
      description:
        'Its payout had failed, and the service says later that it was paid, or gives a status that is not documented: its amount stays reserved, whatever is decided.',
    }),
    note: z.string().meta({ description: "The operator's reason." }),
    operator: z.string().meta({ description: 'Who requested it.' }),
    at: z.string().meta({ description: 'When it was requested. RFC 3339, UTC.' }),
  })
  .meta({ id: 'RefundDetail', description: 'Money of a checkout that goes back to its payer, as a payout.' })
export type RefundDetail = z.infer<typeof RefundDetail>

/** The response of `POST /admin/checkouts/{id}/refunds`. */
export const RefundLink = z
  .object({
    refund: RefundDetail,
    url: z.string().meta({ description: 'The page on which the payer gives the destination.' }),
    expiresAt: z.string().meta({ description: 'Until when the page serves. RFC 3339, UTC.' }),
  })
  .meta({
    id: 'RefundLink',
    description: 'A refund with the address of its page. Anyone with the address can direct the money.',
  })
export type RefundLink = z.infer<typeof RefundLink>
