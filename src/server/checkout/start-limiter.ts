import type { Clock } from '../lib/clock.ts'
import { createRateLimiter } from '../lib/rate-limit.ts'
import type { PaypaneOptions } from '../options.ts'

/** Limits how many attempts start per minute, by order and by client address. */
export interface StartLimiter {
  /** Throws `rate_limited`. */
  check(order: string, address: string | null): void
  record(order: string, address: string | null): void
}

export function createStartLimiter(clock: Clock, limits: PaypaneOptions['rateLimits'] = {}): StartLimiter {
  const message = 'Too many attempts were started.'
  const byOrder = createRateLimiter({ clock, message, limit: limits.order ?? 20 })
  const byAddress = createRateLimiter({ clock, message, limit: limits.address ?? 60 })
  return {
    check(order, address) {
      byOrder.check(order)
      if (address !== null) byAddress.check(address)
    },
    record(order, address) {
      byOrder.record(order)
      if (address !== null) byAddress.record(address)
    },
  }
}
