import { unknownSince } from '../../rules/attempt/lookup-schedule.ts'
import type { StoreStats } from '../store.ts'
import { dueAtOf } from './leases.ts'
import { entriesOf, isReviewed, type Tables } from './tables.ts'

const earliest = (times: (number | null)[]): number | null =>
  times.reduce((low, time) => (time === null || (low !== null && low < time) ? low : time), null)

export function storeStats(tables: Tables): StoreStats {
  const unknown = entriesOf(tables).flatMap((entry) => unknownSince(entry) ?? [])
  const waiting = [...tables.events.values()].filter(({ deliveredAt }) => deliveredAt === null)
  const unacknowledged = tables.callbacks.filter(
    ({ entryId, reviewAt, acknowledged }) => entryId === null && reviewAt !== null && acknowledged === null,
  )
  const reviewed = [...tables.entries.keys()].filter((id) => isReviewed(tables, id))
  return {
    unknown: unknown.length,
    unknownSince: earliest(unknown),
    dueSince: earliest([...tables.entries.values()].map(dueAtOf)),
    needsReview: reviewed.length + unacknowledged.length,
    eventsWaiting: waiting.length,
    eventsWaitingSince: earliest(waiting.flatMap(({ event, resends }) => (resends === 0 ? [event.at] : []))),
  }
}
