import { z } from 'zod'
import { Method } from './view.ts'

/** `POST /checkouts`: pay an order, given by its reference or by an order token. Without a `method` the payer chooses. The amount never comes from the browser. */
export const CreateCheckout = z.object({
  order: z.string().min(1).max(4096),
  method: Method.optional(),
  savedCard: z.string().min(1).max(256).optional(),
})
export type CreateCheckout = z.infer<typeof CreateCheckout>

/** `POST /checkouts/{id}/attempts`: the first or another attempt; `after` is how many there are. */
export const StartAttempt = z.object({
  method: Method,
  savedCard: z.string().min(1).max(256).optional(),
  after: z.int().min(0),
})
export type StartAttempt = z.infer<typeof StartAttempt>
