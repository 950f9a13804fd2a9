import type { Clock } from './clock.ts'
import { ProblemError } from './problem.ts'

/** A sliding-window limit of one minute per key, counted in this process. */
export interface RateLimiter {
  /** Throws `rate_limited` with `retry-after` if the key has reached its limit. Does not count. */
  check(key: string): void
  record(key: string): void
}

export interface RateLimiterOptions {
  clock: Clock
  /** How many a key may record per minute. */
  limit: number
  /** What the caller did too often; the problem's detail begins with it. */
  message: string
}

const windowMs = 60_000
const maxKeys = 10_000

export function createRateLimiter({ clock, limit, message }: RateLimiterOptions): RateLimiter {
  const timestamps = new Map<string, number[]>()
  const recent = (key: string): number[] =>
    (timestamps.get(key) ?? []).filter((at) => at > clock.now() - windowMs)

  return {
    check(key) {
      const [oldest, ...rest] = recent(key)
      if (oldest === undefined || rest.length + 1 < limit) return
      const seconds = Math.max(1, Math.ceil((oldest + windowMs - clock.now()) / 1000))
      throw new ProblemError('rate_limited', `${message} Try again in ${seconds} s.`, {
        'retry-after': String(seconds),
      })
    },
    record(key) {
      const times = [...recent(key), clock.now()]
      timestamps.delete(key)
      timestamps.set(key, times)
      // The least recently used keys are evicted, so that memory stays bounded.
      for (const oldest of timestamps.keys()) {
        if (timestamps.size <= maxKeys) break
        timestamps.delete(oldest)
      }
    },
  }
}
