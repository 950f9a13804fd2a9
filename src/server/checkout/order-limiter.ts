import type { RateLimiter } from '../lib/limits/rate-limit.ts'

/** Limits what payers do with orders per minute, by client address and by order. */
export interface OrderLimiter {
  /** Counts a use before it happens. `order: null`: it is not counted by order. Throws `rate_limited`. */
  reserve(use: { order: string | null; address: string | null }): Promise<void>
}

export const createOrderLimiter = (byOrder: RateLimiter, byAddress: RateLimiter): OrderLimiter => ({
  async reserve({ order, address }) {
    // First by address: an address beyond its limit must not use up the order's.
    await byAddress.reserve(address)
    if (order !== null) await byOrder.reserve(order)
  },
})
