import { unknownSince } from '../../rules/attempt/lookup-schedule.ts'
import { claimRowsOf } from '../claims.ts'
import type { Store, StoreStats } from '../store.ts'
import { memoryAudit } from './audit.ts'
import { memoryCallbacks } from './callbacks.ts'
import { memoryCards } from './cards.ts'
import { memoryClaims } from './claims.ts'
import { createMemoryCounters } from './counters.ts'
import { memoryEntries } from './entries.ts'
import { memoryEvents } from './events.ts'
import { dueAtOf, memoryLeases } from './leases.ts'
import { memoryReports } from './reports.ts'
import { memoryEraseOld } from './retention.ts'
import { createTables, entriesOf, isReviewed, type Tables } from './tables.ts'

/**
 * A store in this process's memory: for tests, demos and learning. Nothing survives the process.
 *
 * @example
 * const store = memoryStore()
 */
export function memoryStore(): Store {
  const tables = createTables()
  const listeners = new Set<(entryId: string) => void>()
  return {
    volatile: true,
    open: async () => undefined,
    async close() {
      listeners.clear()
    },
    ping: async () => undefined,
    ...createMemoryCounters(),
    ...memoryEntries(tables, (id) => {
      for (const listener of listeners) listener(id)
    }),
    ...memoryLeases(tables),
    ...memoryCallbacks(tables),
    ...memoryEvents(tables),
    ...memoryCards(tables),
    ...memoryClaims(tables),
    ...memoryAudit(tables),
    ...memoryReports(tables),
    stats: async () => storeStats(tables),
    eraseOld: memoryEraseOld(tables),
    onUnreadable: () => () => undefined,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const earliest = (times: (number | null)[]): number | null =>
  times.reduce((low, time) => (time === null || (low !== null && low < time) ? low : time), null)

export function storeStats(tables: Tables): StoreStats {
  const unknown = entriesOf(tables).flatMap((entry) => unknownSince(entry) ?? [])
  const waiting = [...tables.events.values()].filter(({ deliveredAt }) => deliveredAt === null)
  const unacknowledged = tables.callbacks.filter(
    ({ entryId, reviewAt, acknowledged }) => entryId === null && reviewAt !== null && acknowledged === null,
  )
  const openClaims = entriesOf(tables)
    .flatMap(claimRowsOf)
    .filter(({ resolvedAt }) => resolvedAt === null)
  const reviewed = [...tables.entries.keys()].filter((id) => isReviewed(tables, id))
  return {
    unknown: unknown.length,
    unknownSince: earliest(unknown),
    dueSince: earliest([...tables.entries.values()].map(dueAtOf)),
    needsReview: reviewed.length + unacknowledged.length,
    openClaims: openClaims.length,
    openClaimsSince: earliest(openClaims.map(({ at }) => at)),
    eventsWaiting: waiting.length,
    eventsWaitingSince: earliest(waiting.flatMap(({ event, resends }) => (resends === 0 ? [event.at] : []))),
  }
}
