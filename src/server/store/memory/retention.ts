import { dueAt } from '../../rules/attempt/lookup-schedule.ts'
import { hasOpenClaim } from '../../rules/claim.ts'
import { customersOf } from '../../rules/customers.ts'
import { erase } from '../../rules/erase.ts'
import type { Store } from '../store.ts'
import { deleteCardsOf } from './cards.ts'
import { deleteReceipts } from './claims.ts'
import { entriesOf, isReviewed, type Tables } from './tables.ts'

export const memoryEraseOld =
  (tables: Tables): Store['eraseOld'] =>
  async ({ before, now, limit }) => {
    const { entries, events, callbacks } = tables
    const withPendingEvents = new Set(
      [...events.values()].flatMap(({ event, deliveredAt }) => (deliveredAt === null ? [event.entryId] : [])),
    )
    const old = [...entries.values()]
      .filter(({ entry }) => dueAt(entry) === null && entry.erasedAt === null && entry.updatedAt < before)
      .filter(({ entry }) => !hasOpenClaim(entry))
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
