import { BoundedMap } from '../../lib/bounded-map.ts'
import { hasPassed } from '../../lib/clock.ts'
import type { UseCounters } from '../../lib/limits/rate-limit.ts'

/** Beyond it the counters that began first are dropped, so that memory stays bounded. */
const maxKeys = 100_000

/** Counters of one process, for stores that no other process uses. */
export function createMemoryCounters(): UseCounters {
  // In the order in which their windows began: the expired ones are first.
  const counters = new BoundedMap<string, { startedAt: number; count: number }>(maxKeys)

  return {
    async reserve(key, { now, windowMs, limit }) {
      const counter = counters.get(key)
      if (counter === undefined || hasPassed(counter.startedAt, windowMs, now)) {
        counters.deleteOldest(({ startedAt }) => hasPassed(startedAt, windowMs, now))
        counters.set(key, { startedAt: now, count: 1 })
        return { count: 1, until: now + windowMs }
      }
      counter.count = Math.min(counter.count, limit) + 1
      return { count: counter.count, until: counter.startedAt + windowMs }
    },
  }
}
