import { dueAt, unknownSince } from '../../rules/attempt/lookup-schedule.ts'
import { customersOf } from '../../rules/customers.ts'
import { erase } from '../../rules/erase.ts'
import { hasOpenClaim } from '../../rules/model.ts'
import { statusAtWrite } from '../../rules/payout/view.ts'
import { earliest } from '../../rules/time.ts'
import { claimRowsOf } from '../claims.ts'
import type { Store, StoreStats } from '../store.ts'
import { memoryAudit } from './audit.ts'
import { memoryCallbacks } from './callbacks.ts'
import { deleteCardsOf, memoryCards } from './cards.ts'
import { deleteReceipts, memoryClaims } from './claims.ts'
import { createMemoryCounters } from './counters.ts'
import { dueAtOf, memoryEntries, memoryLeases } from './entries.ts'
import { memoryEvents } from './events.ts'
import { memoryReports } from './reports.ts'
import { createTables, entriesOf, isReviewed, type Tables } from './tables.ts'

/**
 * A store in this process's memory: for tests, demos and learning. Nothing survives the process.
 *
 * @example
 * const store = memoryStore()
 */
export const memoryStore = (): Store => storeOf(createTables())

/** The store of these tables, which may hold rows already. */
export function storeOf(tables: Tables): Store {
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

function storeStats(tables: Tables): StoreStats {
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

const memoryEraseOld =
  (tables: Tables): Store['eraseOld'] =>
  async ({ before, now, limit }) => {
    const { entries, events, callbacks } = tables
    const withPendingEvents = new Set(
      [...events.values()].flatMap(({ event, deliveredAt }) => (deliveredAt === null ? [event.entryId] : [])),
    )
    const old = [...entries.values()]
      .filter(({ entry }) => dueAt(entry) === null && entry.erasedAt === null && entry.updatedAt < before)
      .filter(({ entry }) => !hasOpenClaim(entry))
      .filter(({ entry }) => statusAtWrite(entry) !== 'awaiting_approval')
      .filter(({ entry: { id } }) => !isReviewed(tables, id) && !withPendingEvents.has(id))
      .sort((a, b) => a.entry.updatedAt - b.entry.updatedAt)
      .slice(0, limit)
    const ids = new Set<string | null>(old.map(({ entry }) => entry.id))
    const customers = old.flatMap(({ entry }) => customersOf(entry))
    for (const row of old) row.entry = { ...erase(row.entry, now), version: row.entry.version + 1 }
    for (const { entry } of old) deleteReceipts(tables, entry.id)
    for (const [id, { event }] of events) if (ids.has(event.entryId)) events.delete(id)
    callbacks.splice(0, callbacks.length, ...callbacks.filter(({ entryId }) => !ids.has(entryId)))
    const remaining = new Set(entriesOf(tables).flatMap(customersOf))
    for (const customer of customers) if (!remaining.has(customer)) deleteCardsOf(tables, customer)
    return old.length
  }
