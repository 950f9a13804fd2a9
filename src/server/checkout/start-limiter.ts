import type { RateLimiter } from '../lib/rate-limit.ts'

/** Limits how many attempts start per minute, by client address and by order. */
export interface StartLimiter {
  /** Counts the start of attempt `n` before it happens. Throws `rate_limited`. */
  reserve(start: { order: string; n: number; address: string | null }): Promise<void>
}

export const createStartLimiter = (byOrder: RateLimiter, byAddress: RateLimiter): StartLimiter => ({
  async reserve({ order, n, address }) {
    // First by address: an address beyond its limit must not use up the order's.
    await byAddress.reserve(address)
    // Of concurrent requests for the first attempt one starts it, and the others receive its checkout.
    if (n > 1) await byOrder.reserve(order)
  },
})
