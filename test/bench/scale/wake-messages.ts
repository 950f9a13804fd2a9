import { z } from 'zod'

/** What a client process receives: a server, and a checkout for each of its payers. */
export const Waiting = z.object({
  url: z.string(),
  checkouts: z.array(z.object({ id: z.string(), clientSecret: z.string(), etag: z.string() })),
})
export type Waiting = z.infer<typeof Waiting>

/** What it sends for each answer. */
export const Answer = z.object({ id: z.string(), right: z.boolean(), at: z.number() })
export type Answer = z.infer<typeof Answer>
