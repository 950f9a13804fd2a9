import { BoundedMap } from '../bounded-map.ts'
import { type Clock, hasPassed } from '../clock.ts'
import { networkOf } from '../ip-address.ts'
import type { LimitedPurpose, Metric } from '../metrics.ts'
import { ProblemError } from '../problem.ts'

interface RateLimiterOptions {
  store: UseCounters
  clock: Clock
  onMetric(metric: Metric): void
  purpose: LimitedPurpose
  /** How many uses a key has per minute. */
  limit: number
  /** What was used too often; the problem's detail begins with it. */
  message: string
}

const windowMs = 60_000
const unknownFactor = 10
const maxBlocked = 10_000

/** Limits uses per minute by client address, order or whatever the key is. */
export function createRateLimiter(options: RateLimiterOptions) {
  const { store, clock, purpose, message, onMetric } = options
  /** Until when a key is refused, so that refusals beyond the limit cost the store nothing. */
  const blockedUntil = new BoundedMap<string, number>(maxBlocked)
  const running = new Map<string, number>()
  const keyOf = (key: string | null): string => `${purpose}:${key === null ? '' : networkOf(key)}`
  const limitOf = (key: string | null): number => options.limit * (key === null ? unknownFactor : 1)

  function refuse(until: number): never {
    onMetric({ type: 'rate_limited', purpose })
    const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1000))
    throw new ProblemError('rate_limited', `${message} Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    })
  }

  // By when its window began: an end by a clock that was ahead would be far off.
  const isBlocked = (key: string): boolean =>
    !hasPassed((blockedUntil.get(key) ?? 0) - windowMs, windowMs, clock.now())

  function refuseIfBlocked(key: string): void {
    if (isBlocked(key)) refuse(blockedUntil.get(key) ?? 0)
    blockedUntil.delete(key)
  }

  /**
   * Counts a use before it happens, in one step with the decision: of concurrent uses at most the limit is granted. Throws
   * `rate_limited` with `retry-after`. Uses without a known key share one limit, ten times as high.
   */
  async function reserve(given: string | null): Promise<void> {
    const key = keyOf(given)
    refuseIfBlocked(key)
    const use: CountedUse = { now: clock.now(), windowMs, limit: limitOf(given) }
    const { count, until } = await store.reserve(key, use)
    if (count >= use.limit) blockedUntil.set(key, until)
    if (count > use.limit) refuse(until)
  }

  /**
   * Like `countFailures`, but the work always runs: a valid token is never refused for invalid ones of the same address.
   * Beyond the limit a failure is answered `rate_limited`.
   */
  async function countRejections<T>(
    given: string | null,
    codes: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ProblemError && codes.includes(error.code)) await reserve(given)
      throw error
    }
  }

  return {
    reserve,
    /**
     * Runs work that counts as a use only if it fails with a problem of these codes. It does not start where the limit is
     * reached, counting the work that is running.
     */
    async countFailures<T>(
      given: string | null,
      codes: readonly string[],
      work: () => Promise<T>,
    ): Promise<T> {
      const key = keyOf(given)
      refuseIfBlocked(key)
      const count = running.get(key) ?? 0
      if (count >= limitOf(given)) refuse(clock.now())
      running.set(key, count + 1)
      try {
        return await countRejections(given, codes, work)
      } finally {
        const left = (running.get(key) ?? 1) - 1
        if (left === 0) running.delete(key)
        else running.set(key, left)
      }
    },
    countRejections,
    /** Whether the next use would be refused, as far as this process knows. Counts nothing. */
    isLimited: (key: string | null): boolean => isBlocked(keyOf(key)),
  }
}
export type RateLimiter = ReturnType<typeof createRateLimiter>

/** A use of what is limited: at most `limit`, which may be infinite, within a window that begins with its first use. */
export interface CountedUse {
  now: number
  windowMs: number
  limit: number
}

/** The uses of a key within the current window, and when that ends. */
export interface UseCount {
  count: number
  until: number
}

export interface UseCounters {
  /**
   * Counts a use of a key and returns the count, in one step. Of the uses beyond `limit`, which are refused, one is
   * counted: the count stays `limit + 1`. Shared by all processes on the database; may be lost in a crash.
   */
  reserve(key: string, use: CountedUse): Promise<UseCount>
}
