import { z } from 'zod'
import { note, time } from './members.ts'
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
    note,
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
    at: time('When it was requested.'),
  })
  .meta({ id: 'RefundDetail', description: 'Money of a checkout that goes back to its payer, as a payout.' })
export type RefundDetail = z.infer<typeof RefundDetail>

/** The response of `POST /admin/checkouts/{id}/refunds`. */
export const RefundLink = z
  .object({
    refund: RefundDetail,
    url: z.string().meta({ description: 'The page on which the payer gives the destination.' }),
    expiresAt: time('Until when the page serves.'),
  })
  .meta({
    id: 'RefundLink',
    description: 'A refund with the address of its page. Anyone with the address can direct the money.',
  })
export type RefundLink = z.infer<typeof RefundLink>
