import type { Clock } from './clock.ts'
import { ProblemError } from './problem.ts'

/** How often something may be done within a minute: counted per key, in this process. */
export interface RateLimiter {
  /** Throws `rate_limited`, with how long to wait, where one more would be too many. Does not count. */
  check(keys: readonly string[]): void
  record(keys: readonly string[]): void
}

const windowMs = 60_000
const maxKeys = 10_000

/** A sliding minute for each key. `most` says how many a key may have in it; `tooMany` is said to who did more. */
export function createRateLimiter(
  clock: Clock,
  message: string,
  limitOf: (key: string) => number,
): RateLimiter {
  const timestamps = new Map<string, number[]>()
  const recent = (key: string): number[] =>
    (timestamps.get(key) ?? []).filter((at) => at > clock.now() - windowMs)

  return {
    check(keys) {
      for (const key of keys) {
        const [oldest, ...rest] = recent(key)
        if (oldest === undefined || rest.length + 1 < limitOf(key)) continue
        const seconds = Math.max(1, Math.ceil((oldest + windowMs - clock.now()) / 1000))
        throw new ProblemError('rate_limited', `${message} Try again in ${seconds} s.`, {
          'retry-after': String(seconds),
        })
      }
    },
    record(keys) {
      for (const key of keys) {
        const times = [...recent(key), clock.now()]
        timestamps.delete(key)
        timestamps.set(key, times)
      }
      // The keys that were quiet longest are forgotten first, so that memory stays flat.
      for (const key of timestamps.keys()) {
        if (timestamps.size <= maxKeys) break
        timestamps.delete(key)
      }
    },
  }
}
