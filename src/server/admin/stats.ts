import type { Clock } from '../lib/clock.ts'
import type { Stats } from '../lib/metrics.ts'
import type { Store } from '../store/store.ts'

/** The store's gauges, with ages in seconds. */
export async function readStats(
  store: Pick<Store, 'stats'>,
  clock: Clock,
): Promise<Omit<Stats, 'openLongPolls' | 'eventFailures' | 'lookupLimit'>> {
  const stats = await store.stats()
  const ageOf = (since: number | null): number =>
    since === null ? 0 : Math.max(0, (clock.now() - since) / 1000)
  return {
    unknownCount: stats.unknown,
    oldestUnknownSeconds: ageOf(stats.unknownSince),
    oldestDueSeconds: ageOf(stats.dueSince),
    needsReview: stats.needsReview,
    pendingEvents: stats.eventsWaiting,
    oldestEventSeconds: ageOf(stats.eventsWaitingSince),
  }
}
