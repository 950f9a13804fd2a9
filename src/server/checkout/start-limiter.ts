import type { RateLimiter } from '../lib/rate-limit.ts'

/** Limits how many attempts start per minute, by client address and by order. */
export interface StartLimiter {
  /** Counts a start before it happens. Throws `rate_limited`. */
  reserve(order: string, address: string | null): Promise<void>
}

export const createStartLimiter = (byOrder: RateLimiter, byAddress: RateLimiter): StartLimiter => ({
  async reserve(order, address) {
    // First by address: an address beyond its limit must not use up the order's.
    await byAddress.reserve(address)
    await byOrder.reserve(order)
  },
})
