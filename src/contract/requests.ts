import { z } from 'zod'
import { Method } from './view.ts'

/** What the payer filled in, by the key of the field. */
const FieldValues = z.record(z.string().min(1).max(64), z.string().max(1024)).meta({
  description: "What the payer filled in, by the field's key.",
})

/** The id of a saved card. */
const savedCard = z
  .string()
  .min(1)
  .max(256)
  .meta({ description: 'For the method `saved-card`: its `id` in the view.' })

/** The body of `POST /checkouts`. */
export const CreateCheckout = z
  .object({
    order: z
      .string()
      .min(1)
      .max(4096)
      .meta({ description: 'An order token, or a plain reference where the server serves those.' }),
    method: Method.optional(),
    savedCard: savedCard.optional(),
    fields: FieldValues.optional(),
  })
  .meta({
    id: 'CreateCheckout',
    description:
      'Pay an order, given by its reference or by an order token. Without a `method` the payer chooses. The amount never comes from the browser.',
    examples: [{ order: '1042', method: 'transfer' }],
  })
export type CreateCheckout = z.infer<typeof CreateCheckout>

/** The body of `POST /checkouts/{id}/attempts`. */
export const StartAttempt = z
  .object({
    method: Method,
    savedCard: savedCard.optional(),
    fields: FieldValues.optional(),
    after: z.int().min(0).meta({ description: 'The number of attempts so far.' }),
    replace: z.literal(true).optional().meta({
      description:
        'The payer states that no money was sent: the last attempt is replaced where the view says `canReplace`. It stays watched, and its success counts.',
    }),
  })
  .meta({
    id: 'StartAttempt',
    description: 'The first or another attempt. Nothing starts if `after` is not the number of attempts.',
    examples: [{ method: 'form', after: 1 }],
  })
export type StartAttempt = z.infer<typeof StartAttempt>

/** The body of `POST /checkouts/{id}/attempts/{n}/sent`. */
export const ReportSent = z.object({ sent: z.boolean().meta({ description: 'False takes it back.' }) }).meta({
  id: 'ReportSent',
  description: 'The payer says that the money was sent, or takes that back. Never changes the outcome.',
  examples: [{ sent: true }],
})
export type ReportSent = z.infer<typeof ReportSent>
