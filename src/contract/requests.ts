import { z } from 'zod'
import { Method } from './view.ts'

/** The body of `POST /checkouts`. */
export const CreateCheckout = z
  .object({
    order: z.string().min(1).max(4096),
    method: Method.optional(),
    savedCard: z.string().min(1).max(256).optional(),
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
    savedCard: z.string().min(1).max(256).optional(),
    after: z.int().min(0).meta({ description: 'The number of attempts so far.' }),
  })
  .meta({
    id: 'StartAttempt',
    description: 'The first or another attempt. Nothing starts if `after` is not the number of attempts.',
    examples: [{ method: 'form', after: 1 }],
  })
export type StartAttempt = z.infer<typeof StartAttempt>
