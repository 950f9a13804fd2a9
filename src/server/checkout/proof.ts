import { z } from 'zod'

/** What a payer's request has proved about a checkout. */
export const Proof = z.object({
  /** `pay`: everything a payer may do. `outcome`: only to read how the payment ended. */
  access: z.enum(['pay', 'outcome']),
  /** The proved customer, whose saved cards may be listed, used, added and removed. */
  customer: z.string().nullable(),
})
export type Proof = z.infer<typeof Proof>
