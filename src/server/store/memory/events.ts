import {
  type EventDelivery,
  type EventFilters,
  type EventStore,
  keptTries,
  type ListedEvent,
  type StoredEvent,
} from '../events.ts'
import { pageOf } from '../page.ts'
import { comparePositions, cursorOf, positionAt } from '../position.ts'
import { appendAudit } from './audit.ts'
import type { EventRow, Tables } from './tables.ts'

export function insertEvent({ events }: Tables, event: StoredEvent): void {
  events.set(event.id, {
    ...{ event, tries: 0, resends: 0, deliveredAt: null, error: null, log: [] },
    ...{ dueAt: event.at, leaseUntil: 0 },
  })
}

/** Only the first undelivered event of an entry may be delivered. */
export const isFirstUndelivered = ({ events }: Tables, row: EventRow): boolean =>
  ![...events.values()].some(
    ({ event, deliveredAt }) =>
      event.entryId === row.event.entryId && event.seq < row.event.seq && deliveredAt === null,
  )

export function memoryEvents(tables: Tables): EventStore {
  const { events } = tables
  const filtered = ({ types, since = 0, until = Number.POSITIVE_INFINITY }: EventFilters): EventRow[] =>
    [...events.values()]
      .filter(({ event }) => event.at >= since && event.at < until && types?.includes(event.type) !== false)
      .sort((a, b) => comparePositions(a.event, b.event))
  return {
    async claimEvents({ now, until, limit }) {
      const due = [...events.values()]
        .filter((row) => row.deliveredAt === null && row.dueAt <= now && row.leaseUntil <= now)
        .filter((row) => isFirstUndelivered(tables, row))
        .slice(0, limit)
      for (const row of due) row.leaseUntil = until
      return due.map(deliveryOf)
    },
    async eventTried(id, { resends, retryAt, ...tried }) {
      const row = events.get(id)
      if (row === undefined) return
      row.tries += 1
      row.log = [...row.log, tried].slice(-keptTries)
      if (row.resends !== resends) return
      if (tried.error === null) {
        row.deliveredAt = tried.at + tried.durationMs
        row.error = null
      } else if (row.deliveredAt === null) {
        row.dueAt = retryAt
        row.leaseUntil = 0
        row.error = tried.error
      }
    },
    async eventsOf(entryId) {
      return [...events.values()].filter(({ event }) => event.entryId === entryId).map(deliveryOf)
    },
    async listEvents({ status, after, limit, ...filters }) {
      const found = filtered(filters)
        .reverse()
        .filter(({ event }) => after === undefined || comparePositions(event, positionAt(after)) < 0)
        .filter(
          ({ deliveredAt, error }) =>
            status === undefined ||
            ((deliveredAt !== null) === (status === 'delivered') && (status !== 'failing' || error !== null)),
        )
      const { page, after: next } = pageOf(found, limit, ({ event }) => cursorOf(event))
      return { events: page.map(listedOf), unreadable: [], after: next }
    },
    async resendEvent(id, now, record) {
      const row = events.get(id)
      if (row === undefined) return null
      resend(row, now)
      appendAudit(tables, record)
      return listedOf(row)
    },
    async resendEvents({ after, now, limit, audit, ...filters }) {
      const page = filtered(filters)
        .filter(({ event }) => after === undefined || comparePositions(event, positionAt(after)) > 0)
        .slice(0, limit)
      for (const row of page) resend(row, now)
      if (page.length > 0) appendAudit(tables, audit)
      const last = page.at(-1)?.event
      return { count: page.length, after: page.length === limit && last ? cursorOf(last) : null }
    },
  }
}

const deliveryOf = ({ event, tries, resends, deliveredAt, error }: EventRow): EventDelivery => ({
  event,
  tries,
  resends,
  deliveredAt,
  error,
})

const listedOf = (row: EventRow): ListedEvent => ({ ...deliveryOf(row), dueAt: row.dueAt, log: [...row.log] })

/** An event that is being delivered keeps its lease. */
function resend(row: EventRow, now: number): void {
  row.dueAt = now
  if (row.deliveredAt === null) return
  row.deliveredAt = null
  row.resends += 1
  row.leaseUntil = 0
}
