/** What a payer's request has proved about a checkout. */
export interface Proof {
  /** `pay`: everything a payer may do. `outcome`: only to read how the payment ended. */
  access: 'pay' | 'outcome'
  /** The proved customer, whose saved cards may be listed, used, added and removed. */
  customer: string | null
  /** When the order token expires, in milliseconds; then the access is `outcome`. Null: it was proved without one. */
  until: number | null
}

/** A proof without an end of its own: the server itself reads, or a plain reference was given. */
export const unlimitedProof = (customer: string | null = null): Proof => ({
  access: 'pay',
  customer,
  until: null,
})

/** What is left of a proof at a time. */
export const proofAt = (customer: string | null, until: number, now: number): Proof =>
  now < until ? { access: 'pay', customer, until } : { access: 'outcome', customer: null, until }
