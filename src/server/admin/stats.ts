import type { Context } from '../context.ts'
import type { Stats } from '../lib/metrics.ts'

/** Gauges of the current state, with ages in seconds. */
export async function readStats(context: Context): Promise<Stats> {
  const { store, clock } = context
  const stats = await store.stats()
  const ageOf = (since: number | null): number =>
    since === null ? 0 : Math.max(0, (clock.now() - since) / 1000)
  return {
    unknownCount: stats.unknown,
    oldestUnknownSeconds: ageOf(stats.unknownSince),
    oldestDueSeconds: ageOf(stats.dueSince),
    needsReview: stats.needsReview,
    openClaims: stats.openClaims,
    oldestClaimSeconds: ageOf(stats.openClaimsSince),
    pendingEvents: stats.eventsWaiting,
    oldestEventSeconds: ageOf(stats.eventsWaitingSince),
    eventFailures: context.eventOutage.failures(),
    openLongPolls: context.changeNotifier.subscriptionCount(),
    lookupLimit: context.lookupLimit.current(),
  }
}
