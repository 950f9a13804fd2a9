import { newId } from '../lib/ids.ts'
import { dueAt } from '../rules/attempt/lookup-schedule.ts'
import { isOperatorConcern, kindOfOrderType } from '../rules/attempt/unmatched-callback.ts'
import { needsReview } from '../rules/checkout/checkout.ts'
import { customersOf } from '../rules/customers.ts'
import { erase } from '../rules/erase.ts'
import type { Entry } from '../rules/model.ts'
import { reserved } from '../rules/payout/approval.ts'
import { statusAtWrite } from '../rules/payout/view.ts'
import { unknownSince } from '../rules/unknown-since.ts'
import { comparePositions, cursorOf, positionAt } from './event-position.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { sealedBy } from './sealed-by.ts'
import {
  type AuditRecord,
  type CardSource,
  type EventDelivery,
  type EventQuery,
  type EventTry,
  keptTries,
  type ListedEvent,
  maxPrefixMatches,
  type NameSearch,
  type Reservation,
  refOf,
  type Store,
  type StoredAuditRecord,
  type StoredCallback,
  type StoredCard,
  type StoredEvent,
} from './store.ts'

interface Row {
  entry: Entry
  pageVersion: number
  lease: string | null
  leaseUntil: number
  /** Put aside until then; written again since: null. */
  putAsideUntil: number | null
}

interface EventRow extends ListedEvent {
  leaseUntil: number
  log: EventTry[]
}

/**
 * A store in this process's memory: for tests, demos and learning. Nothing survives the process.
 *
 * @example
 * const store = memoryStore()
 */
export function memoryStore(): Store {
  const rows = new Map<string, Row>()
  const refs = new Map<string, string>()
  const callbacks: StoredCallback[] = []
  const events = new Map<string, EventRow>()
  const cards = new Map<string, StoredCard>()
  const removedCards = new Map<string, { customer: string; at: number }>()
  const audit: StoredAuditRecord[] = []
  let auditCount = 0
  const days = new Map<string, string>()
  const listeners = new Set<(entryId: string) => void>()

  const refKey = (kind: Entry['kind'], ref: string): string => `${kind}:${ref}`
  const entries = (): Entry[] => [...rows.values()].map(({ entry }) => entry)
  /** The entries that a search finds. */
  function namedBy(
    { text, prefix }: NameSearch,
    kind: Entry['kind'],
  ): { ids: Set<string>; truncated: boolean } {
    const ids = new Set<string>()
    let truncated = false
    for (const names of namesOf) {
      const named = entries().flatMap((entry) => names(entry, kind).map((name) => ({ id: entry.id, name })))
      for (const { id, name } of named) if (name === text) ids.add(id)
      if (!prefix) continue
      const begun = named
        .filter(({ name }) => name.startsWith(text))
        .sort((a, b) => (a.name < b.name ? 1 : -1))
      for (const { id } of begun.slice(0, maxPrefixMatches)) ids.add(id)
      truncated ||= begun.length > maxPrefixMatches
    }
    return { ids, truncated }
  }
  /** The entry that a callback can be about. One of an unknown order type fits any: it is ignored, and shown at once. */
  function entryOfCallback({ externalId, orderType }: StoredCallback): Entry | undefined {
    const kind = kindOfOrderType(orderType)
    return entries().find(
      (entry) =>
        entry.kind === (kind ?? entry.kind) &&
        entry.attempts.some((attempt) => attempt.externalId === externalId),
    )
  }
  const hasTakenId = ({ kind, attempts }: Entry): boolean =>
    attempts.some(
      ({ externalId, externalTransactionId }) =>
        externalId !== null &&
        [
          ...entries()
            .filter((entry) => entry.kind === kind)
            .flatMap((entry) => entry.attempts),
          ...attempts,
        ].some(
          (other) => other.externalId === externalId && other.externalTransactionId !== externalTransactionId,
        ),
    )
  const notify = (id: string): void => {
    for (const listener of listeners) listener(id)
  }
  const insertEntry = (entry: Entry): Entry => {
    const key = refKey(entry.kind, refOf(entry))
    const existing = rows.get(refs.get(key) ?? '')
    if (existing !== undefined) return existing.entry
    refs.set(key, entry.id)
    rows.set(entry.id, { entry, pageVersion: 0, lease: null, leaseUntil: 0, putAsideUntil: null })
    return entry
  }
  /** When callbacks that were put aside are ready again. */
  const retries = new Map<string, number>()
  const isUnmatched = (callback: StoredCallback): boolean =>
    callback.entryId === null &&
    (callback.appliedAt !== null || retries.has(callback.id) || entryOfCallback(callback) === undefined)
  const dueAtOf = ({ entry, putAsideUntil }: Row): number | null => putAsideUntil ?? dueAt(entry)
  const isReviewed = (entry: Entry): boolean =>
    needsReview(entry) || (rows.get(entry.id)?.putAsideUntil ?? null) !== null
  const isKnown = (externalId: string): boolean =>
    entries().some(({ attempts }) => attempts.some((attempt) => attempt.externalId === externalId))
  const isConcern = (callback: StoredCallback): boolean =>
    isOperatorConcern(
      callback,
      callback.appliedAt !== null || retries.has(callback.id) || isKnown(callback.externalId),
    )
  const insertEvent = (event: StoredEvent): void => {
    events.set(event.id, {
      ...{ event, tries: 0, resends: 0, deliveredAt: null, error: null, log: [] },
      ...{ dueAt: event.at, leaseUntil: 0 },
    })
  }
  const insertCard = (card: StoredCard): void => {
    const exists = [...cards.values()].some(
      ({ customer, fingerprint }) => customer === card.customer && fingerprint === card.fingerprint,
    )
    if (!exists) cards.set(card.id, card)
  }
  const deleteCardsOf = (customer: string): number => {
    const found = [...cards.values()].filter((card) => card.customer === customer)
    for (const { id } of found) cards.delete(id)
    for (const [key, removed] of removedCards) if (removed.customer === customer) removedCards.delete(key)
    return found.length
  }
  const removedKey = (customer: string, fingerprint: string): string =>
    JSON.stringify([customer, fingerprint])
  const wasRemoved = ({ customer }: StoredCard, { startedAt, fingerprints }: CardSource): boolean =>
    fingerprints.some((fingerprint) => {
      const removed = removedCards.get(removedKey(customer, fingerprint))
      return removed !== undefined && removed.at >= startedAt
    })
  const orderedEvents = ({ types, since = 0, until = Number.POSITIVE_INFINITY }: EventFilters): EventRow[] =>
    [...events.values()]
      .filter(({ event }) => event.at >= since && event.at < until && types?.includes(event.type) !== false)
      .sort((a, b) => comparePositions(a.event, b.event))
  const append = (record: AuditRecord | undefined): void => {
    if (record === undefined) return
    auditCount += 1
    audit.push({ ...record, seq: auditCount })
  }
  const dayKey = ({ day, currency }: Reservation): string => `${day} ${currency}`
  /** False if it does not fit. */
  const reserveDay = (reservation: Reservation | undefined): boolean => {
    if (reservation === undefined) return true
    const after = reserved(days.get(dayKey(reservation)) ?? '0', reservation)
    if (after === null) return false
    days.set(dayKey(reservation), after)
    return true
  }
  const isFirstUndelivered = (row: EventRow): boolean =>
    ![...events.values()].some(
      ({ event, deliveredAt }) =>
        event.entryId === row.event.entryId && event.seq < row.event.seq && deliveredAt === null,
    )

  return {
    ...createMemoryCounters(),
    volatile: true,
    open: async () => undefined,
    async close() {
      listeners.clear()
    },
    ping: async () => undefined,

    async insert(entry) {
      return insertEntry(entry)
    },
    async insertPayout(payout, write) {
      const existing = rows.get(refs.get(refKey('payout', payout.reference)) ?? '')
      if (existing !== undefined) return existing.entry
      if (!reserveDay(write.reservation)) return 'limit-exceeded'
      append(write.audit)
      return insertEntry(payout)
    },
    async entry(id) {
      return rows.get(id)?.entry ?? null
    },
    async pageVersions(ids) {
      return new Map(
        ids.flatMap((id) => {
          const row = rows.get(id)
          return row === undefined ? [] : [[id, row.pageVersion]]
        }),
      )
    },
    async entryByRef(kind, ref) {
      return rows.get(refs.get(refKey(kind, ref)) ?? '')?.entry ?? null
    },
    async entryByTransaction(id) {
      return (
        entries().find(({ attempts }) => attempts.some((attempt) => attempt.externalTransactionId === id)) ??
        null
      )
    },
    async save(entry, write) {
      const row = rows.get(entry.id)
      if (row === undefined || (write.lease !== undefined && row.lease !== write.lease)) return 'lease-lost'
      if (row.entry.version !== write.expectedVersion) return 'conflict'
      if (write.silent !== true && hasTakenId(entry)) return 'id-taken'
      if (!reserveDay(write.reservation)) return 'limit-exceeded'
      append(write.audit)
      row.entry = { ...entry, version: write.version ?? write.expectedVersion + 1 }
      row.putAsideUntil = null
      for (const event of write.events ?? []) insertEvent(event)
      for (const callback of callbacks) {
        if (!write.appliedCallbackIds?.includes(callback.id)) continue
        callback.appliedAt = entry.updatedAt
        callback.entryId = entry.id
      }
      const { card, cardSource } = write
      if (card !== undefined && !(cardSource && wasRemoved(card, cardSource))) insertCard(card)
      if (write.silent === true) return 'saved'
      row.pageVersion = row.entry.version
      notify(entry.id)
      return 'saved'
    },
    async list(query) {
      const { kind, needsReview: review, status, customer, destinations, search, since, until } = query
      const { after, limit } = query
      const ordered = entries().sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      const from = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1
      const found = search === undefined ? null : namedBy(search, kind)
      const listed = ordered
        .slice(from)
        .filter((entry) => entry.kind === kind && (review === undefined || isReviewed(entry) === review))
        .filter((entry) => status === undefined || statusAtWrite(entry) === status)
        .filter((entry) => customer === undefined || customersOf(entry).includes(customer))
        .filter((entry) => destinations === undefined || hasDestination(entry, destinations))
        .filter((entry) => found === null || found.ids.has(entry.id))
        .filter(
          ({ createdAt }) => createdAt >= (since ?? createdAt) && (until === undefined || createdAt < until),
        )
      const page = listed.slice(0, limit)
      return {
        entries: page,
        unreadable: [],
        after: listed.length > limit ? (page.at(-1)?.id ?? null) : null,
        truncated: found?.truncated ?? false,
      }
    },
    async entriesNotSealedBy(prefix, after, limit) {
      return entries()
        .filter((entry) => entry.id > after && ![null, prefix].includes(sealedBy(entry)))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
    },

    async claim({ now, until, lease, limit }) {
      const due = [...rows.values()]
        .filter((row) => row.leaseUntil <= now && (dueAtOf(row) ?? Number.POSITIVE_INFINITY) <= now)
        .sort((a, b) => (dueAtOf(a) ?? 0) - (dueAtOf(b) ?? 0))
        .slice(0, limit)
      for (const row of due) {
        row.lease = lease
        row.leaseUntil = until
      }
      return due.map(({ entry }) => entry)
    },
    async release(id, lease) {
      const row = rows.get(id)
      if (row?.lease !== lease) return
      row.lease = null
      row.leaseUntil = 0
    },
    async putAside(id, lease, until) {
      const row = rows.get(id)
      if (row?.lease === lease) Object.assign(row, { putAsideUntil: until, lease: null, leaseUntil: 0 })
    },
    async nextDue() {
      const times = [
        ...[...rows.values()].flatMap((row) => {
          const at = dueAtOf(row)
          return at === null ? [] : [Math.max(at, row.leaseUntil)]
        }),
        ...[...events.values()].flatMap((row) =>
          row.deliveredAt === null && isFirstUndelivered(row) ? [Math.max(row.dueAt, row.leaseUntil)] : [],
        ),
      ]
      return times.length === 0 ? null : Math.min(...times)
    },

    async saveCallback(callback, now) {
      const latest = callbacks.findLast(({ externalId }) => externalId === callback.externalId)
      if (
        latest?.status === callback.status &&
        latest.amount === callback.amount &&
        latest.orderType === callback.orderType &&
        latest.pipelines.join() === callback.pipelines.join()
      ) {
        latest.times += 1
        latest.lastAt = now
        return false
      }
      callbacks.push({
        ...callback,
        id: newId('cb'),
        receivedAt: now,
        lastAt: now,
        times: 1,
        entryId: null,
        appliedAt: null,
        reviewAt: null,
        acknowledged: null,
      })
      return true
    },
    async readyCallbacks({ now, externalId, notWithin, limit }) {
      return callbacks
        .flatMap((callback) => {
          const { appliedAt, receivedAt } = callback
          if ((retries.get(callback.id) ?? 0) > now) return []
          if (appliedAt !== null || (externalId ?? callback.externalId) !== callback.externalId) return []
          if (notWithin && receivedAt > notWithin.from && receivedAt <= notWithin.until) return []
          const entry = entryOfCallback(callback)
          return entry === undefined ? [] : [{ ...callback, entryId: entry.id }]
        })
        .slice(0, limit)
    },
    async callbacksOf(entryId) {
      return callbacks.filter((callback) => callback.entryId === entryId).map((callback) => ({ ...callback }))
    },
    async postponeCallback(id, until) {
      retries.set(id, until)
    },
    async ignoreCallback(id, now) {
      const callback = callbacks.find((kept) => kept.id === id)
      if (callback !== undefined) callback.appliedAt = now
    },
    async unmatchedCallbacks({ after, limit }) {
      const ordered = callbacks
        .filter(isUnmatched)
        .sort((a, b) => b.receivedAt - a.receivedAt || (a.id < b.id ? 1 : -1))
      const from = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1
      const page = ordered.slice(from, from + limit)
      const hasMore = ordered.length > from + limit
      return {
        callbacks: page.map((kept) => ({ ...kept })),
        after: hasMore ? (page.at(-1)?.id ?? null) : null,
      }
    },
    async reviewUnmatchedCallbacks({ receivedBefore, now, limit }, eventOf) {
      const due = callbacks
        .filter(
          (kept) =>
            kept.reviewAt === null &&
            isUnmatched(kept) &&
            isConcern(kept) &&
            (kept.appliedAt !== null || kept.receivedAt <= receivedBefore),
        )
        .slice(0, limit)
      for (const kept of due) {
        kept.reviewAt = now
        insertEvent(eventOf({ ...kept }))
      }
      return due.map((kept) => ({ ...kept }))
    },
    async acknowledgeCallback(id, note, now, record) {
      const kept = callbacks.find((callback) => callback.id === id)
      if (kept === undefined || !isUnmatched(kept)) return null
      if (kept.acknowledged === null) append(record)
      kept.acknowledged ??= { at: now, note, operator: record?.operator ?? null }
      return { ...kept }
    },
    async deleteUnmatchedCallbacks({ before, unacknowledgedBefore, limit }) {
      const unmatched = callbacks.filter(isUnmatched)
      const idle = unmatched.filter((kept) => !isConcern(kept))
      const excess = new Set(idle.slice(0, Math.max(0, idle.length - limit)))
      const toDelete = unmatched.filter(
        (kept) =>
          kept.receivedAt < unacknowledgedBefore ||
          (kept.receivedAt < before && (kept.acknowledged !== null || !isConcern(kept))) ||
          excess.has(kept),
      )
      for (const callback of toDelete) {
        callbacks.splice(callbacks.indexOf(callback), 1)
        for (const [id, { event, deliveredAt }] of events)
          if (event.entryId === callback.id && deliveredAt !== null) events.delete(id)
      }
      return toDelete.length
    },

    async claimEvents({ now, until, limit }) {
      const due = [...events.values()]
        .filter(
          (row) =>
            row.deliveredAt === null && row.dueAt <= now && row.leaseUntil <= now && isFirstUndelivered(row),
        )
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
      const found = orderedEvents(filters)
        .reverse()
        .filter(({ event }) => after === undefined || comparePositions(event, positionAt(after)) < 0)
        .filter(
          ({ deliveredAt, error }) =>
            status === undefined ||
            ((deliveredAt !== null) === (status === 'delivered') && (status !== 'failing' || error !== null)),
        )
      const page = found.slice(0, limit)
      const last = page.at(-1)?.event
      return { events: page.map(listedOf), after: found.length > limit && last ? cursorOf(last) : null }
    },
    async resendEvent(id, now, record) {
      const row = events.get(id)
      if (row === undefined) return null
      resend(row, now)
      append(record)
      return listedOf(row)
    },
    async resendEvents({ after, now, limit, audit: record, ...filters }) {
      const page = orderedEvents(filters)
        .filter(({ event }) => after === undefined || comparePositions(event, positionAt(after)) > 0)
        .slice(0, limit)
      for (const row of page) resend(row, now)
      if (page.length > 0) append(record)
      const last = page.at(-1)?.event
      return { count: page.length, after: page.length === limit && last ? cursorOf(last) : null }
    },

    async cardsOf(customer) {
      return [...cards.values()]
        .filter((card) => card.customer === customer)
        .sort((a, b) => a.createdAt - b.createdAt)
    },
    async deleteCard(customer, id, now) {
      const card = cards.get(id)
      if (card?.customer !== customer) return false
      removedCards.set(removedKey(customer, card.fingerprint), { customer, at: now })
      return cards.delete(id)
    },
    async deleteRemovedCards(before) {
      const old = [...removedCards].filter(([, { at }]) => at < before)
      for (const [key] of old) removedCards.delete(key)
      return old.length
    },
    async deleteCards(customer) {
      return deleteCardsOf(customer)
    },
    async cardsSealedBy(prefixes, limit) {
      return [...cards.values()]
        .filter(({ token }) => prefixes.some((prefix) => token.startsWith(prefix)))
        .slice(0, limit)
    },
    async replaceCards(changed) {
      for (const { from, to } of changed) {
        if (cards.get(from.id)?.token !== from.token) continue
        cards.delete(from.id)
        insertCard(to)
      }
    },

    async appendAudit(record) {
      append(record)
    },
    async auditRecords({ after, since = 0, until = Number.POSITIVE_INFINITY, limit }) {
      return audit
        .filter(({ seq, at }) => seq > after && at >= since && at < until)
        .slice(0, limit)
        .map((record) => ({ ...record }))
    },
    async deleteAuditBefore(before, limit) {
      const first = audit.slice(0, limit)
      const firstKept = first.findIndex(({ at }) => at >= before)
      return audit.splice(0, firstKept === -1 ? first.length : firstKept).length
    },

    async stats() {
      const earliest = (times: (number | null)[]): number | null =>
        times.reduce((low, time) => (time === null || (low !== null && low < time) ? low : time), null)
      const unknown = entries().flatMap((entry) => unknownSince(entry) ?? [])
      return {
        unknown: unknown.length,
        unknownSince: earliest(unknown),
        dueSince: earliest([...rows.values()].map(dueAtOf)),
        needsReview:
          entries().filter(isReviewed).length +
          callbacks.filter(
            ({ entryId, reviewAt, acknowledged }) =>
              entryId === null && reviewAt !== null && acknowledged === null,
          ).length,
        eventsWaiting: [...events.values()].filter(({ deliveredAt }) => deliveredAt === null).length,
        eventsWaitingSince: earliest(
          [...events.values()].flatMap(({ event, deliveredAt, resends }) =>
            deliveredAt === null && resends === 0 ? [event.at] : [],
          ),
        ),
      }
    },
    async eraseOld({ before, now, limit }) {
      const withPendingEvents = new Set(
        [...events.values()].flatMap(({ event, deliveredAt }) =>
          deliveredAt === null ? [event.entryId] : [],
        ),
      )
      const old = [...rows.values()]
        .filter(
          ({ entry }) =>
            dueAt(entry) === null &&
            entry.erasedAt === null &&
            entry.updatedAt < before &&
            !isReviewed(entry) &&
            !withPendingEvents.has(entry.id),
        )
        .sort((a, b) => a.entry.updatedAt - b.entry.updatedAt)
        .slice(0, limit)
      const ids = new Set<string | null>(old.map(({ entry }) => entry.id))
      const customers = old.flatMap(({ entry }) => customersOf(entry))
      for (const row of old) row.entry = { ...erase(row.entry, now), version: row.entry.version + 1 }
      for (const [id, { event }] of events) if (ids.has(event.entryId)) events.delete(id)
      callbacks.splice(0, callbacks.length, ...callbacks.filter(({ entryId }) => !ids.has(entryId)))
      const remaining = new Set(entries().flatMap(customersOf))
      for (const customer of customers) if (!remaining.has(customer)) deleteCardsOf(customer)
      return old.length
    },

    onUnreadable: () => () => undefined,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type EventFilters = Pick<EventQuery, 'types' | 'since' | 'until'>

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
const hasDestination = (entry: Entry, fingerprints: readonly string[]): boolean =>
  entry.kind === 'payout' && fingerprints.includes(entry.destination?.fingerprints[0] ?? '')

/** All that entries can be searched by, a function for each kind of name. */
const namesOf: readonly ((entry: Entry, kind: Entry['kind']) => string[])[] = [
  ({ id }) => [id],
  (entry, kind) => (entry.kind === kind ? [refOf(entry)] : []),
  ({ attempts }) => attempts.map(({ externalTransactionId }) => externalTransactionId),
  ({ attempts }) => attempts.flatMap(({ externalId }) => externalId ?? []),
]
