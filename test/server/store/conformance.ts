import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CheckoutView } from '../../../src/contract/index.ts'
import { generateSealKey } from '../../../src/server/index.ts'
import type { Attempt, Checkout, Entry, Payout, Refund } from '../../../src/server/rules/model.ts'
import type { AuditRecord } from '../../../src/server/store/audit.ts'
import type { ReadyQuery, StoredCallback } from '../../../src/server/store/callbacks.ts'
import type { StoredCard } from '../../../src/server/store/cards.ts'
import type { StoredReceipt } from '../../../src/server/store/claims.ts'
import { type AmountReservation, maxPrefixMatches } from '../../../src/server/store/entries.ts'
import type { EventQuery, TryResult, UnmatchedCallbackEvent } from '../../../src/server/store/events.ts'
import type { RecordedReconciliation } from '../../../src/server/store/reports.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { maxIdLength } from '../../../src/service/order.ts'
import { createHarness } from '../harness.ts'
import {
  attempt,
  callback,
  card,
  checkout,
  event,
  payout,
  rejected,
  reported,
  uniqueName,
} from './fixtures.ts'

/** A database under test. */
export interface StoreFactory {
  /** A new, empty store; `reopen` opens the same database as another process would. */
  createEmpty(): Promise<{ store: Store; reopen: (() => Store) | null }>
  /** Counters are shared by the processes on one database. */
  sharesCounters?: boolean
  end?(): Promise<void>
}

const farFuture = 1_000_000
const olderThan = (before: number, limit = 100) => ({ before, unacknowledgedBefore: before, limit })
const accepted = (at: number): TryResult => ({ at, durationMs: 0, error: null, resends: 0, retryAt: at })
const failed = (retryAt: number, error: string): TryResult => ({
  ...{ at: 1000, durationMs: 7, error },
  ...{ resends: 0, retryAt },
})
const hostile = [
  'nul\0inside',
  '\0',
  'lone \uD800 high',
  'lone \uDC00 low',
  'both \uDC00\uD800 turned',
  'the sign \uE0FF0000 itself',
  'x'.repeat(10_000),
  `quotes ' " \\ ; -- $1 ? %_`,
  'emoji 🧾 and Їжак',
]

const request = (body: string): Payout['request'] => ({
  ...{ externalTransactionId: uniqueName('tx'), pipeline: 'payout', body },
})

/** The conformance suite of every store. */
export function describeStore(what: string, make: () => Promise<StoreFactory> | StoreFactory): void {
  describe(what, () => {
    let factory: StoreFactory
    let store: Store
    let reopen: (() => Store) | null
    const others: Store[] = []

    beforeAll(async () => {
      factory = await make()
      ;({ store, reopen } = await factory.createEmpty())
      await store.open()
    })
    afterAll(async () => {
      await Promise.all([store, ...others].map((open) => open.close()))
      await factory.end?.()
    })

    /** Two handles on the same database, or the same one twice if it allows only one. */
    const both = async (): Promise<[Store, Store]> => {
      if (reopen === null) return [store, store]
      const other = reopen()
      others.push(other)
      await other.open()
      return [store, other]
    }
    const createEmpty = async (): Promise<Store> => {
      const { store: empty } = await factory.createEmpty()
      others.push(empty)
      await empty.open()
      return empty
    }
    /** A stored callback that was ignored. */
    const ignored = async (at: Store) => {
      const unmatched = callback()
      await at.insert(checkout({ attempts: [attempt({ externalId: unmatched.externalId })] }))
      await at.saveCallback(unmatched, 1)
      const [ready] = await at.readyCallbacks({ now: 1e6, limit: 10 })
      await at.ignoreCallback(ready?.id ?? '', 2)
      return unmatched
    }
    const inserted = async <E extends Entry>(entry: E): Promise<E> => {
      await store.insert(entry)
      return entry
    }
    const due = (at: number) => checkout({ attempts: [attempt({ nextLookupAt: at })] })

    test('an open store resolves a ping', async () => {
      await expect(store.ping()).resolves.toBeUndefined()
    })

    test('a cached entry is read again after a write by another process', async () => {
      const [one, other] = await both()
      const entry = checkout({ updatedAt: -farFuture })
      await one.insert(entry)
      expect(await one.entry(entry.id)).toEqual(entry)
      expect(await other.save({ ...entry, seenAt: 2000 }, { expectedVersion: 1 })).toBe('saved')
      expect(await one.entry(entry.id)).toEqual({ ...entry, seenAt: 2000, version: 2 })
      expect(await one.entry(entry.id)).toEqual({ ...entry, seenAt: 2000, version: 2 })
      expect(await other.eraseOld({ before: -farFuture + 1, now: 5, limit: 9 })).toBeGreaterThan(0)
      expect(await one.entry(entry.id)).toMatchObject({ id: entry.id, version: 3, erasedAt: 5 })
    })

    test('an entry is found unchanged by each of its ids', async () => {
      const last = attempt({ n: 2 })
      const one = checkout({ attempts: [attempt({ externalId: uniqueName('ext') }), last] })
      expect(await store.insert(one)).toBe(true)
      expect(await store.entry(one.id)).toEqual(one)
      expect(await store.entryByRef('checkout', one.order)).toEqual(one)
      expect(await store.entryByTransaction(one.attempts[0]?.externalTransactionId ?? '')).toEqual(one)
      expect(await store.entryByTransaction(last.externalTransactionId)).toEqual(one)
    })

    test('an unknown id finds nothing', async () => {
      expect(await store.entry('co_none')).toBeNull()
      expect(await store.entryByRef('checkout', 'none')).toBeNull()
      expect(await store.entryByTransaction('none')).toBeNull()
      for (const text of hostile) {
        expect(await store.entry(text)).toBeNull()
        expect(await store.entryByTransaction(text)).toBeNull()
      }
    })

    test('of concurrent inserts of one reference one stores its entry', async () => {
      const [one, two] = await both()
      const order = uniqueName('order')
      const entries = Array.from({ length: 20 }, () => checkout({ order, attempts: [attempt()] }))
      const results = await Promise.all(
        entries.map((entry, index) => (index % 2 === 0 ? one : two).insert(entry)),
      )
      const inserted = entries.filter((_, index) => results[index])
      expect([await one.entryByRef('checkout', order)]).toEqual(inserted)
    })

    test('a payout may have the reference of a checkout', async () => {
      const ref = uniqueName('shared')
      const deposit = await inserted(checkout({ order: ref }))
      const withdrawal = await inserted(payout({ reference: ref }))
      expect(await store.entryByRef('checkout', ref)).toEqual(deposit)
      expect(await store.entryByRef('payout', ref)).toEqual(withdrawal)
    })

    test('a write succeeds only over its expected version', async () => {
      const one = await inserted(checkout())
      expect(await store.save({ ...one, customer: 'a' }, { expectedVersion: 1 })).toBe('saved')
      expect(await store.save({ ...one, customer: 'b' }, { expectedVersion: 1 })).toBe('conflict')
      expect(await store.entry(one.id)).toEqual({ ...one, customer: 'a', version: 2 })
      expect(await store.save(checkout(), { expectedVersion: 1 })).toBe('lease-lost')
    })

    test('of concurrent writes over the same version exactly one is applied, completely', async () => {
      const [one, two] = await both()
      const entry = await inserted(checkout())
      const write = async (index: number) => {
        const note = event(entry.id, 1)
        const saved = await (index % 2 === 0 ? one : two).save(
          { ...entry, customer: note.id },
          { expectedVersion: 1, events: [note] },
        )
        return { saved, id: note.id }
      }
      const writes = await Promise.all(Array.from({ length: 20 }, (_, index) => write(index)))
      const counter = writes.filter(({ saved }) => saved === 'saved')
      expect(counter).toHaveLength(1)
      expect(writes.filter(({ saved }) => saved === 'conflict')).toHaveLength(19)
      expect(await store.entry(entry.id)).toMatchObject({ customer: counter[0]?.id })
      expect((await store.eventsOf(entry.id)).map((delivery) => delivery.event.id)).toEqual([counter[0]?.id])
    })

    test('a write under a lost lease stores nothing', async () => {
      const isolated = await createEmpty()
      const entry = due(10)
      await isolated.insert(entry)
      await isolated.claim({ now: 10, until: 20, lease: 'first', limit: 1 })
      await isolated.claim({ now: 20, until: 30, lease: 'second', limit: 1 })
      const late = {
        expectedVersion: 1,
        lease: 'first',
        events: [event(entry.id, 1)],
        reportedCard: reported(card('late')),
      }
      expect(await isolated.save({ ...entry, customer: 'late' }, late)).toBe('lease-lost')
      expect(await isolated.entry(entry.id)).toEqual(entry)
      expect(await isolated.eventsOf(entry.id)).toEqual([])
      expect(await isolated.cardsOf('late')).toEqual([])
      expect(await isolated.save({ ...entry, customer: 'c' }, { expectedVersion: 1, lease: 'second' })).toBe(
        'saved',
      )
      expect(await isolated.save(entry, { expectedVersion: 1, lease: 'second' })).toBe('conflict')
    })

    test('claims due entries oldest first, and none under another lease', async () => {
      const isolated = await createEmpty()
      // Whichever was written last.
      const updatedAt = farFuture
      const entries = [due(30), { ...due(10), updatedAt }, due(20), due(farFuture)]
      for (const entry of entries) await isolated.insert(entry)
      await isolated.insert(checkout())
      const ids = async (limit: number, now = 30) =>
        (await isolated.claim({ now, until: now + 10, lease: uniqueName('lease'), limit })).map(
          ({ id }) => id,
        )
      expect(await ids(1)).toEqual([entries[1]?.id])
      expect(new Set(await ids(10))).toEqual(new Set([entries[0]?.id, entries[2]?.id]))
      expect(await ids(10)).toEqual([])
      // Expired leases can be claimed again.
      expect((await ids(10, 40)).length).toBe(3)
    })

    test('concurrent claims never overlap, and together claim everything', async () => {
      const [one, two] = await both()
      const entries = await Promise.all(Array.from({ length: 40 }, () => inserted(due(5))))
      const takes = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          (index % 2 === 0 ? one : two).claim({
            now: 6,
            until: farFuture,
            lease: uniqueName('lease'),
            limit: 3,
          }),
        ),
      )
      for (const take of takes) expect(take.length).toBeLessThanOrEqual(3)
      const rest = await store.claim({ now: 6, until: farFuture, lease: uniqueName('lease'), limit: 100 })
      const ids = [...takes.flat(), ...rest].map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { id } of entries) expect(ids).toContain(id)
    })

    test('a lease is released only by its holder', async () => {
      const isolated = await createEmpty()
      const entry = due(10)
      await isolated.insert(entry)
      await isolated.claim({ now: 10, until: 50, lease: 'mine', limit: 1 })
      await isolated.release(entry, 'yours')
      expect(await isolated.claim({ now: 11, until: 50, lease: 'other', limit: 1 })).toEqual([])
      await isolated.release(entry, 'mine')
      expect(await isolated.claim({ now: 11, until: 50, lease: 'other', limit: 1 })).toEqual([entry])
    })

    test('an entry that does not exist is neither released nor put aside', async () => {
      const isolated = await createEmpty()
      await isolated.release(checkout({ id: 'co_none' }), 'mine')
      await isolated.putAside('co_none', 'mine', 10)
      expect(await isolated.entry('co_none')).toBeNull()
      expect(await isolated.nextDue()).toBeNull()
    })

    test('the next due time covers entries, leases and deliverable events', async () => {
      const isolated = await createEmpty()
      await isolated.insert(checkout())
      expect(await isolated.nextDue()).toBeNull()
      const entry = due(500)
      for (const each of [entry, due(farFuture)]) await isolated.insert(each)
      expect(await isolated.nextDue()).toBe(500)
      await isolated.claim({ now: 500, until: 900, lease: 'mine', limit: 1 })
      expect(await isolated.nextDue()).toBe(900)
      const [first, second] = [event(entry.id, 1, { at: 300 }), event(entry.id, 2, { at: 300 })]
      await isolated.save({ ...entry, attempts: [] }, { expectedVersion: 1, events: [first, second] })
      expect(await isolated.nextDue()).toBe(300)
      await isolated.eventTried(first.id, failed(700, 'unavailable'))
      // The second event waits for the first, so it is not due.
      expect(await isolated.nextDue()).toBe(700)
    })

    test('an event waits for the one before it, of its own entry only', async () => {
      const isolated = await createEmpty()
      const [a, b] = [checkout(), checkout()]
      const events = [event(a.id, 1), event(a.id, 2), event(a.id, 3)]
      const other = event(b.id, 1)
      for (const entry of [a, b]) await isolated.insert(entry)
      await isolated.save(a, { expectedVersion: 1, events })
      await isolated.save(b, { expectedVersion: 1, events: [other] })
      const claimIds = async (now: number) =>
        (await isolated.claimEvents({ now, until: now + 100, limit: 10 })).map(({ event: { id } }) => id)

      expect(new Set(await claimIds(1000))).toEqual(new Set([events[0]?.id, other.id]))
      expect(await claimIds(1001)).toEqual([])
      await isolated.eventTried(events[0]?.id ?? '', failed(5000, 'busy'))
      await isolated.eventTried(other.id, accepted(1002))
      expect(await claimIds(1003)).toEqual([])
      expect(await claimIds(5000)).toEqual([events[0]?.id])
      await isolated.eventTried(events[0]?.id ?? '', accepted(5001))
      expect(await claimIds(5002)).toEqual([events[1]?.id])
      // Not acknowledged: it is offered again when its claim expires.
      expect(await claimIds(5102)).toEqual([events[1]?.id])
      expect(await isolated.eventsOf(a.id)).toEqual([
        { event: events[0], tries: 2, resends: 0, deliveredAt: 5001, error: null },
        { event: events[1], tries: 0, resends: 0, deliveredAt: null, error: null },
        { event: events[2], tries: 0, resends: 0, deliveredAt: null, error: null },
      ])
    })

    test('an event that is not due yet holds up no other entry, and a claim takes no more than its limit', async () => {
      const isolated = await createEmpty()
      const entries = [checkout(), checkout(), checkout()]
      for (const entry of entries) {
        await isolated.insert(entry)
        const events = [event(entry.id, 1), event(entry.id, 2)]
        await isolated.save(entry, { expectedVersion: 1, events })
      }
      const [slow, ...rest] = entries.map(({ id }) => id)
      const claimed = async (limit: number) =>
        (await isolated.claimEvents({ now: 1000, until: 1100, limit })).map(
          ({ event: { id, entryId, seq } }) => ({ id, entryId, seq }),
        )
      const first = await claimed(9)
      expect(first).toHaveLength(3)
      for (const { id, entryId } of first)
        await isolated.eventTried(id, entryId === slow ? failed(9000, 'busy') : accepted(1000))
      const [second, ...more] = await claimed(1)
      expect(more).toEqual([])
      const taken = [second, ...(await claimed(9))]
      expect(taken.map((each) => [each?.entryId, each?.seq]).toSorted()).toEqual(
        rest.map((id) => [id, 2]).toSorted(),
      )
    })

    test('an event is delivered when its delivery ended; the end of one that is gone changes nothing', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const one = event(entry.id, 1)
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events: [one] })
      await isolated.eventTried('evt_gone', accepted(1001))
      await isolated.eventTried(one.id, { ...accepted(1001), durationMs: 30 })
      expect(await isolated.eventsOf(entry.id)).toMatchObject([{ deliveredAt: 1031 }])
      expect(await isolated.nextDue()).toBeNull()
      expect((await isolated.listEvents({ limit: 9 })).events).toHaveLength(1)
    })

    test('how long events wait is counted without those that are only sent again', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const events = [500, 1000, 2000].map((at, index) => event(entry.id, index + 1, { at }))
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events })
      for (const index of [0, 2]) {
        const id = events[index]?.id ?? ''
        await isolated.eventTried(id, accepted(3000))
        await isolated.resendEvent(id, 4000)
      }
      expect(await isolated.stats()).toMatchObject({ eventsWaiting: 3, eventsWaitingSince: 1000 })
    })

    test('postponing a delivered event has no effect', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const delivered = event(entry.id, 1)
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events: [delivered] })
      await isolated.eventTried(delivered.id, accepted(1001))
      await isolated.eventTried(delivered.id, failed(1002, 'late'))
      expect(await isolated.claimEvents({ now: 9000, until: 9100, limit: 10 })).toEqual([])
      expect(await isolated.eventsOf(entry.id)).toMatchObject([{ deliveredAt: 1001, error: null }])
    })

    test('events are listed newest first, with every try, by state, type and time', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const events = [
        event(entry.id, 1, { at: 1000 }),
        event(entry.id, 2, { at: 1000, type: 'checkout.failed' }),
        event(entry.id, 3, { at: 3000 }),
      ] as const
      const other = event('co_other', 1, { at: 2000 })
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events: [...events, other] })
      await isolated.eventTried(events[0].id, failed(1500, 'busy'))
      await isolated.eventTried(events[0].id, accepted(1600))
      await isolated.eventTried(other.id, failed(9000, 'down'))
      const list = async (query: Omit<Parameters<Store['listEvents']>[0], 'limit'>) =>
        (await isolated.listEvents({ ...query, limit: 9 })).events.map((listed) => listed.event.id)

      expect(await list({})).toEqual([events[2].id, other.id, events[1].id, events[0].id])
      expect(await list({ status: 'delivered' })).toEqual([events[0].id])
      expect(await list({ status: 'undelivered' })).toEqual([events[2].id, other.id, events[1].id])
      expect(await list({ status: 'failing' })).toEqual([other.id])
      expect(await list({ types: ['checkout.failed', 'checkout.expired'] })).toEqual([events[1].id])
      expect(await list({ since: 2000 })).toEqual([events[2].id, other.id])
      expect(await list({ since: 1000, until: 2000 })).toEqual([events[1].id, events[0].id])

      const { events: listed } = await isolated.listEvents({ status: 'delivered', limit: 1 })
      expect(listed).toEqual([
        {
          ...{ event: events[0], tries: 2, resends: 0, deliveredAt: 1600, error: null, dueAt: 1500 },
          log: [
            { at: 1000, durationMs: 7, error: 'busy' },
            { at: 1600, durationMs: 0, error: null },
          ],
        },
      ])
    })

    test('pages of events neither repeat nor miss one while others are stored and erased', async () => {
      const isolated = await createEmpty()
      const entries = [checkout({ updatedAt: 1 }), checkout({ updatedAt: 5000 })]
      const [old, recent] = entries
      for (const entry of entries) {
        await isolated.insert(entry)
        const events = [event(entry.id, 1), event(entry.id, 2, { at: 2000 })]
        await isolated.save({ ...entry }, { expectedVersion: 1, events })
        for (const { id } of events) await isolated.eventTried(id, accepted(2000))
      }
      const first = await isolated.listEvents({ limit: 1 })
      const seen = [...first.events]
      await isolated.save(recent ?? checkout(), {
        expectedVersion: 2,
        events: [event(recent?.id ?? '', 3, { at: 3000 })],
      })
      // The event of the cursor may be gone, too.
      expect(await isolated.eraseOld({ before: 10, now: 20, limit: 9 })).toBe(1)
      for (let { after } = first; after !== null; ) {
        const page = await isolated.listEvents({ limit: 1, after })
        seen.push(...page.events)
        after = page.after
      }
      const left = seen.filter(({ event: { entryId } }) => entryId !== old?.id)
      expect(left.map(({ event: { at } }) => at)).toEqual([2000, 1000])
      expect(new Set(seen.map(({ event: { id } }) => id)).size).toBe(seen.length)
      expect((await isolated.listEvents({ limit: 9, after: 'no cursor' })).events).toEqual([])
    })

    test('events of one type or several are listed page by page, to the last one', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const events = [
        event(entry.id, 1, { type: 'checkout.overpaid' }),
        event(entry.id, 2, { type: 'checkout.failed' }),
        event(entry.id, 3),
        event(entry.id, 4, { type: 'checkout.overpaid' }),
      ]
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events })
      const pagesOf = async (types: EventQuery['types']): Promise<number[][]> => {
        const pages: number[][] = []
        for (let after: string | null | undefined; after !== null; ) {
          const page = await isolated.listEvents({ types, limit: 1, after })
          pages.push(page.events.map((listed) => listed.event.seq))
          after = page.after
        }
        return pages
      }
      expect(await pagesOf(['checkout.overpaid'])).toEqual([[4], [1]])
      expect(await pagesOf(['checkout.overpaid', 'checkout.failed'])).toEqual([[4], [2], [1]])
    })

    test('an event that is sent again is due at once, before later events of its entry', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const [one, two] = [event(entry.id, 1), event(entry.id, 2)]
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events: [one, two] })
      const claimIds = async (now: number) =>
        (await isolated.claimEvents({ now, until: now + 100, limit: 9 })).map(
          ({ event: { id }, resends }) => [id, resends],
        )
      expect(await claimIds(1000)).toEqual([[one.id, 0]])
      await isolated.eventTried(one.id, accepted(1001))
      expect(await claimIds(1001)).toEqual([[two.id, 0]])
      await isolated.eventTried(two.id, failed(9000, 'busy'))

      // Delivered before: sent again. Not delivered yet: only due at once.
      expect(await isolated.resendEvent(one.id, 1010)).toMatchObject({
        resends: 1,
        deliveredAt: null,
        tries: 1,
      })
      expect(await isolated.resendEvent(two.id, 1010)).toMatchObject({
        resends: 0,
        dueAt: 1010,
        error: 'busy',
      })
      expect(await isolated.resendEvent('evt_unknown', 1010)).toBeNull()
      expect(await claimIds(1010)).toEqual([[one.id, 1]])
      expect((await isolated.stats()).eventsWaitingSince).toBe(1000)
      await isolated.eventTried(one.id, { ...accepted(1011), resends: 1 })
      expect(await claimIds(1011)).toEqual([[two.id, 0]])
    })

    test('a try that began before an event was sent again does not count as its delivery', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const one = event(entry.id, 1)
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events: [one] })
      await isolated.eventTried(one.id, accepted(1001))
      await isolated.resendEvent(one.id, 1010)
      await isolated.eventTried(one.id, accepted(1011))
      const { events: listed } = await isolated.listEvents({ limit: 1 })
      expect(listed).toMatchObject([{ tries: 2, deliveredAt: null, log: [{ at: 1001 }, { at: 1011 }] }])
      await isolated.eventTried(one.id, failed(farFuture, 'too late'))
      expect(await isolated.claimEvents({ now: 1020, until: 1100, limit: 9 })).toMatchObject([
        { tries: 3, error: null },
      ])
    })

    test('all events since a time are sent again in batches, oldest first, by type', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const events = [1000, 2000, 2000, 3000, 4000].map((at, index) => event(entry.id, index + 1, { at }))
      const failure = event(entry.id, 6, { at: 3000, type: 'checkout.failed' })
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events: [...events, failure] })
      for (const { id } of [...events, failure]) await isolated.eventTried(id, accepted(5000))
      const query = { since: 2000, until: 4000, types: ['checkout.succeeded'], now: 6000, limit: 2 } as const
      const first = await isolated.resendEvents(query)
      expect(first).toEqual({ count: 2, after: expect.any(String) })
      const sent = async () =>
        (await isolated.eventsOf(entry.id)).flatMap(({ event: { seq }, resends }) => (resends ? [seq] : []))
      expect(await sent()).toEqual([2, 3])
      const second = await isolated.resendEvents({ ...query, after: first.after ?? '' })
      expect(second).toEqual({ count: 1, after: null })
      expect(await sent()).toEqual([2, 3, 4])
    })

    test('sending events again leaves an audit record wherever it sends any', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const events = [1, 2, 3, 4, 5, 6].map((seq) => event(entry.id, seq))
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events })
      const refs = async () => (await isolated.auditRecords(all)).map(({ ref }) => ref)
      await isolated.resendEvent(events[0]?.id ?? '', 2000, record({ ref: 'one' }))
      await isolated.resendEvent('evt_gone', 2000, record({ ref: 'none' }))
      expect(await refs()).toEqual(['one'])
      const batch = (ref: string, after?: string) =>
        isolated.resendEvents({ since: 0, now: 2000, limit: 3, audit: record({ ref }), after })
      const first = await batch('first')
      const second = await batch('second', first.after ?? '')
      expect([first.count, second.count]).toEqual([3, 3])
      expect(await batch('third', second.after ?? '')).toEqual({ count: 0, after: null })
      expect(await refs()).toEqual(['one', 'first', 'second'])
    })

    test('of each event the last hundred tries are kept, and all are counted', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      const one = event(entry.id, 1)
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, events: [one] })
      for (let n = 1; n <= 103; n += 1) await isolated.eventTried(one.id, failed(n, `try ${n}`))
      const { events: listed } = await isolated.listEvents({ limit: 1 })
      expect(listed[0]?.tries).toBe(103)
      expect(listed[0]?.log).toHaveLength(100)
      expect(listed[0]?.log.at(-1)?.error).toBe('try 103')
    })

    test('concurrent claims of events keep their order', async () => {
      const isolated = await createEmpty()
      const entries = Array.from({ length: 10 }, () => checkout())
      for (const entry of entries) {
        await isolated.insert(entry)
        const events = [1, 2, 3, 4].map((seq) => event(entry.id, seq))
        await isolated.save(entry, { expectedVersion: 1, events })
      }
      const delivered = new Map<string, number[]>()
      const deliver = async () => {
        for (;;) {
          const taken = await isolated.claimEvents({ now: 2000, until: 3000, limit: 2 })
          if (taken.length === 0) return
          for (const { event: claimed } of taken) {
            delivered.set(claimed.entryId, [...(delivered.get(claimed.entryId) ?? []), claimed.seq])
            await isolated.eventTried(claimed.id, accepted(2000))
          }
        }
      }
      await Promise.all(Array.from({ length: 6 }, deliver))
      await deliver()
      for (const { id } of entries) expect(delivered.get(id)).toEqual([1, 2, 3, 4])
    })

    test('a callback is stored once; another amount, status or type is another callback', async () => {
      const [one, two] = await both()
      const same = callback()
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).saveCallback(same, index)),
      )
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await store.saveCallback({ ...same, amount: '1250.0' }, 1)).toBe(true)
      expect(await store.saveCallback({ ...same, status: 'Failed' }, 1)).toBe(true)
      expect(await store.saveCallback({ ...same, orderType: 'Withdrawal' }, 1)).toBe(true)
    })

    test('what the latest callback of an order says is a duplicate; a change back is another callback', async () => {
      const [one, two] = await both()
      const first = callback({ amount: '1250' })
      const second = { ...first, amount: '1300' }
      expect(await one.saveCallback(first, 1)).toBe(true)
      expect(await two.saveCallback(second, 2)).toBe(true)
      expect(await one.saveCallback(second, 3)).toBe(false)
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).saveCallback(first, 4)),
      )
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await one.saveCallback(callback({ amount: '1250' }), 5)).toBe(true)
      expect(await two.saveCallback(first, 6)).toBe(false)

      const entry = checkout({ attempts: [attempt()] })
      await store.insert(entry)
      const placed = entry.attempts.map((found) => ({ ...found, externalId: first.externalId }))
      await store.save({ ...entry, attempts: placed }, { expectedVersion: 1 })
      const ready = await store.readyCallbacks({ now: 1e6, externalId: first.externalId, limit: 10 })
      expect(ready.map(({ amount, times }) => [amount, times])).toEqual([
        ['1250', 1],
        ['1300', 2],
        ['1250', 9],
      ])
    })

    test('the same callback proven by another private key is another callback', async () => {
      const same = callback({ pipelines: ['form'] })
      expect(await store.saveCallback(same, 1)).toBe(true)
      expect(await store.saveCallback({ ...same, pipelines: ['p2p'] }, 1)).toBe(true)
    })

    test('a callback is ready from its order being stored until it is applied', async () => {
      const isolated = await createEmpty()
      const early = callback({ externalId: uniqueName('ext') })
      await isolated.saveCallback(early, 5)
      await isolated.saveCallback(early, 7)
      expect(await isolated.readyCallbacks({ now: 1e6, limit: 10 })).toEqual([])

      const entry = checkout({ attempts: [attempt()] })
      await isolated.insert(entry)
      const placed = {
        ...entry,
        attempts: entry.attempts.map((one) => ({ ...one, externalId: early.externalId })),
      }
      await isolated.save(placed, { expectedVersion: 1 })
      const [ready, ...more] = await isolated.readyCallbacks({ now: 1e6, limit: 10 })
      expect(more).toEqual([])
      expect(ready).toEqual({
        ...early,
        id: expect.stringMatching(/^cb_/),
        receivedAt: 5,
        lastAt: 7,
        times: 2,
        entryId: entry.id,
        appliedAt: null,
        reviewAt: null,
        acknowledged: null,
      })
      await isolated.save(
        { ...placed, updatedAt: 9 },
        { expectedVersion: 2, appliedCallbackIds: [ready?.id ?? ''] },
      )
      expect(await isolated.readyCallbacks({ now: 1e6, limit: 10 })).toEqual([])
      expect(await isolated.callbacksOf(entry.id)).toEqual([{ ...ready, appliedAt: 9 }])
    })

    test('callbacks of one order are ready in their order of arrival, by whichever clocks', async () => {
      const isolated = await createEmpty()
      const externalId = uniqueName('ext')
      await isolated.insert(checkout({ attempts: [attempt({ externalId })] }))
      for (const [amount, at] of [
        ['1300', 5],
        ['1260', 3],
        ['1270', 4],
      ] as const)
        await isolated.saveCallback(callback({ externalId, amount }), at)
      const ready = await isolated.readyCallbacks({ now: 1e6, limit: 9 })
      expect(ready.map(({ amount }) => amount)).toEqual(['1300', '1260', '1270'])
    })

    test('a callback is applied by one write', async () => {
      const isolated = await createEmpty()
      const externalId = uniqueName('ext')
      const entry = checkout({ attempts: [attempt({ externalId })] })
      await isolated.insert(entry)
      await isolated.saveCallback(callback({ externalId }), 1)
      const [ready] = await isolated.readyCallbacks({ now: 1e6, limit: 10 })
      const apply = (expectedVersion: number) =>
        isolated.save(entry, { expectedVersion, appliedCallbackIds: [ready?.id ?? ''] })
      expect(await apply(1)).toBe('saved')
      expect(await apply(1)).toBe('conflict')
      expect(await apply(2)).toBe('callback-applied')
      expect(await isolated.entry(entry.id)).toMatchObject({ version: 2 })
    })

    test('one order belongs to one attempt of its kind, also where two writes race', async () => {
      const [one, two] = await both()
      const externalId = uniqueName('ext')
      const place = (entry: Checkout): Checkout => ({
        ...entry,
        attempts: entry.attempts.map((at) => ({ ...at, externalId })),
      })
      const entries = Array.from({ length: 6 }, () => checkout({ attempts: [attempt()] }))
      for (const entry of entries) await one.insert(entry)
      const saved = await Promise.all(
        entries.map((entry, index) =>
          (index % 2 === 0 ? one : two).save(place(entry), { expectedVersion: 1 }),
        ),
      )
      expect(saved.toSorted()).toEqual([...Array(5).fill('id-taken'), 'saved'])
      const owner = entries[saved.indexOf('saved')]
      const other = entries[saved.indexOf('id-taken')]
      if (owner === undefined || other === undefined) throw new Error('Nothing was saved.')
      expect(await one.entry(other.id)).toEqual(other)
      expect(await one.save({ ...place(owner), seenAt: 9 }, { expectedVersion: 2 })).toBe('saved')
      expect(await one.save(place(other), { expectedVersion: 7 })).toBe('conflict')

      const twice = checkout({ attempts: [attempt({ externalId: uniqueName('ext') }), attempt({ n: 2 })] })
      await one.insert(twice)
      const attempts = twice.attempts.map((at) => ({
        ...at,
        externalId: twice.attempts[0]?.externalId ?? null,
      }))
      expect(await one.save({ ...twice, attempts }, { expectedVersion: 1 })).toBe('id-taken')
    })

    test('a callback is of the order of its kind with its externalId', async () => {
      const isolated = await createEmpty()
      const { externalId } = callback()
      const deposit = checkout({ attempts: [attempt({ externalId })] })
      await isolated.insert(deposit)
      await isolated.saveCallback(callback({ externalId, orderType: 'WITHDRAWAL' }), 1)
      await isolated.saveCallback(callback({ externalId, orderType: 'deposit' }), 2)
      await isolated.saveCallback(callback({ externalId, orderType: 'Refund' }), 3)
      const matched = async () =>
        (await isolated.readyCallbacks({ now: 1e6, limit: 9 })).map(({ orderType, entryId }) => [
          orderType,
          entryId,
        ])
      expect(await matched()).toEqual([
        ['deposit', deposit.id],
        ['Refund', deposit.id],
      ])
      expect((await isolated.unmatchedCallbacks({ limit: 9 })).callbacks).toMatchObject([
        { orderType: 'WITHDRAWAL' },
      ])
      const withdrawal = payout({ attempts: [attempt()] })
      await isolated.insert(withdrawal)
      const placed = { ...withdrawal, attempts: withdrawal.attempts.map((at) => ({ ...at, externalId })) }
      expect(await isolated.save(placed, { expectedVersion: 1 })).toBe('saved')
      expect(await matched()).toContainEqual(['WITHDRAWAL', withdrawal.id])
      expect((await isolated.unmatchedCallbacks({ limit: 9 })).callbacks).toEqual([])
    })

    test('an ignored callback is not offered again', async () => {
      const isolated = await createEmpty()
      await ignored(isolated)
      expect(await isolated.readyCallbacks({ now: 1e6, limit: 10 })).toEqual([])
    })

    test('unmatched callbacks are bounded in time and number; matched ones stay', async () => {
      const isolated = await createEmpty()
      const matched = callback()
      await isolated.insert(checkout({ attempts: [attempt({ externalId: matched.externalId })] }))
      await isolated.saveCallback(matched, 1)
      for (const at of [2, 3, 4, 5, 6]) await isolated.saveCallback(callback({ status: 'Processing' }), at)
      expect(await isolated.deleteUnmatchedCallbacks(olderThan(3))).toBe(1)
      expect(await isolated.deleteUnmatchedCallbacks(olderThan(0, 3))).toBe(1)
      expect(await isolated.deleteUnmatchedCallbacks(olderThan(0, 3))).toBe(0)
      expect(await isolated.deleteUnmatchedCallbacks(olderThan(farFuture, 3))).toBe(3)
      expect(
        (await isolated.readyCallbacks({ now: 1e6, limit: 10 })).map(({ externalId }) => externalId),
      ).toEqual([matched.externalId])
    })

    test('ready callbacks are found by their order, and by when they were received', async () => {
      const isolated = await createEmpty()
      const [first, second] = [callback(), callback()]
      for (const [index, { externalId }] of [first, second].entries()) {
        await isolated.insert(checkout({ attempts: [attempt({ externalId })] }))
        await isolated.saveCallback(index === 0 ? first : second, 1000 * (index + 1))
      }
      const ready = async (readyQuery: Omit<ReadyQuery, 'limit' | 'now'>) => {
        const found = await isolated.readyCallbacks({ ...readyQuery, now: 1e6, limit: 10 })
        return found.map(({ externalId }) => (externalId === first.externalId ? 'first' : 'second'))
      }
      expect(await ready({})).toEqual(['first', 'second'])
      expect(await ready({ externalId: second.externalId })).toEqual(['second'])
      expect(await ready({ notWithin: { from: 1000, until: 2000 } })).toEqual(['first'])
      expect(await ready({ notWithin: { from: 999, until: 1999 } })).toEqual(['second'])
    })

    test('a callback that is put aside is ready again at once where another of its order is', async () => {
      const isolated = await createEmpty()
      const externalId = uniqueName('ext')
      await isolated.insert(checkout({ attempts: [attempt({ externalId })] }))
      await isolated.saveCallback(callback({ externalId, amount: '1300' }), 1000)
      const [first] = await isolated.readyCallbacks({ now: 1000, limit: 10 })
      await isolated.postponeCallback(first?.id ?? '', 60_000)
      await isolated.saveCallback(callback({ externalId, orderType: 'Withdrawal' }), 1000)
      expect(await isolated.readyCallbacks({ now: 1000, limit: 10 })).toEqual([])
      await isolated.saveCallback(callback({ externalId, amount: '1260' }), 2000)
      const ready = await isolated.readyCallbacks({ now: 2000, limit: 10 })
      expect(ready.map(({ amount }) => amount)).toEqual(['1300', '1260'])
    })

    test('callbacks that are put aside, and ready again with later ones, delay no other order', async () => {
      const isolated = await createEmpty()
      const [putAside, other] = [uniqueName('ext'), uniqueName('ext')]
      for (const externalId of [putAside, other])
        await isolated.insert(checkout({ attempts: [attempt({ externalId })] }))
      for (const amount of ['1', '2', '3'])
        await isolated.saveCallback(callback({ externalId: putAside, amount }), 1000)
      await isolated.saveCallback(callback({ externalId: other }), 2000)
      const [first, second] = await isolated.readyCallbacks({ now: 1000, limit: 1 })
      for (const one of [first, second]) await isolated.postponeCallback(one?.id ?? '', 60_000)
      const ready = await isolated.readyCallbacks({ now: 2000, limit: 2 })
      expect(ready.map(({ externalId }) => externalId)).toEqual([putAside, putAside, putAside, other])
    })

    test('a callback that is put aside is ready again later, and unmatched until it is applied', async () => {
      const isolated = await createEmpty()
      const stored = callback({ status: 'Processing' })
      await isolated.insert(checkout({ attempts: [attempt({ externalId: stored.externalId })] }))
      await isolated.saveCallback(stored, 1000)
      const [ready] = await isolated.readyCallbacks({ now: 1000, limit: 10 })
      expect((await isolated.unmatchedCallbacks({ limit: 10 })).callbacks).toEqual([])
      await isolated.postponeCallback(ready?.id ?? '', 60_000)
      expect(await isolated.readyCallbacks({ now: 59_999, limit: 10 })).toEqual([])
      expect((await isolated.unmatchedCallbacks({ limit: 10 })).callbacks).toHaveLength(1)
      expect(await isolated.readyCallbacks({ now: 60_000, limit: 10 })).toHaveLength(1)
    })

    test('an entry that is put aside needs review, is due later, and is as before once it is written', async () => {
      const isolated = await createEmpty()
      const stored = checkout({ expiresAt: 1000, expired: false })
      await isolated.insert(stored)
      const claim = (now: number) => isolated.claim({ now, until: now + 10, lease: `l${now}`, limit: 10 })
      expect(await claim(1000)).toHaveLength(1)
      await isolated.putAside(stored.id, 'another lease', 9000)
      expect(await isolated.stats()).toMatchObject({ needsReview: 0, dueSince: 1000 })
      await isolated.putAside(stored.id, 'l1000', 61_000)
      expect(await claim(60_999)).toEqual([])
      expect(await isolated.nextDue()).toBe(61_000)
      expect(await isolated.stats()).toMatchObject({ needsReview: 1, dueSince: 61_000 })
      const reviewed = { kind: 'checkout', needsReview: true, limit: 10 } as const
      expect((await isolated.list(reviewed)).entries).toHaveLength(1)
      expect(await claim(61_000)).toHaveLength(1)
      await isolated.save({ ...stored, expiresAt: 90_000 }, { expectedVersion: 1, lease: 'l61000' })
      expect(await isolated.stats()).toMatchObject({ needsReview: 0, dueSince: 90_000 })
    })

    /** An entry, due at 1000, that was put aside and is claimed again. */
    async function claimedAgain(isolated: Store): Promise<Entry> {
      const stored = checkout({ expiresAt: 1000, expired: false })
      await isolated.insert(stored)
      await isolated.claim({ now: 1000, until: 1010, lease: 'first', limit: 1 })
      await isolated.putAside(stored.id, 'first', 2000)
      const [claimed = stored] = await isolated.claim({ now: 2000, until: 2010, lease: 'second', limit: 1 })
      return claimed
    }

    test('an entry that was put aside is as before once its lease is released', async () => {
      const isolated = await createEmpty()
      const claimed = await claimedAgain(isolated)
      await isolated.release(claimed, 'first')
      expect(await isolated.stats()).toMatchObject({ needsReview: 1, dueSince: 2000 })
      await isolated.release(claimed, 'second')
      expect(await isolated.stats()).toMatchObject({ needsReview: 0, dueSince: 1000 })
      expect(await isolated.claim({ now: 2000, until: 2010, lease: 'third', limit: 1 })).toEqual([claimed])
    })

    test('the release of a lease changes nothing that was written meanwhile', async () => {
      const isolated = await createEmpty()
      const claimed = await claimedAgain(isolated)
      await isolated.save(checkout({ id: claimed.id, expired: true }), { expectedVersion: 1 })
      await isolated.release(claimed, 'second')
      expect(await isolated.stats()).toMatchObject({ needsReview: 0, dueSince: null })
    })

    test('the release of a lease leaves a review that was opened meanwhile', async () => {
      const isolated = await createEmpty()
      const claimed = await claimedAgain(isolated)
      const review = { reason: 'unresolved', at: 2001, resolved: null } as const
      const reviewed = checkout({ id: claimed.id, attempts: [attempt({ review })] })
      await isolated.save(reviewed, { expectedVersion: 1 })
      await isolated.release(claimed, 'second')
      expect(await isolated.stats()).toMatchObject({ needsReview: 1 })
    })

    test('the review of an unmatched callback is opened once, with its event in the same write', async () => {
      const isolated = await createEmpty()
      const [early, late, harmless] = [callback(), callback(), callback({ status: 'Processing' })]
      const odd = callback({ status: 'Processing', orderType: 'Refund' })
      for (const [index, one] of [early, harmless, odd, late].entries())
        await isolated.saveCallback(one, index + 1)
      await ignored(isolated)
      const review = () =>
        isolated.reviewUnmatchedCallbacks({ receivedBefore: 3, now: 9, limit: 10 }, reviewEvent)
      const reviewed = await review()
      const ids = reviewed.map(({ externalId }) => externalId)
      expect(ids).toEqual(expect.arrayContaining([early.externalId, odd.externalId]))
      // The third is ignored: its order is known, and it does not fit.
      expect(ids).toHaveLength(3)
      expect(await review()).toEqual([])
      expect((await isolated.stats()).needsReview).toBe(3)
      const events = await isolated.claimEvents({ now: 9, until: 10, limit: 10 })
      expect(events.map(({ event }) => [event.entryId, event.type]).toSorted()).toEqual(
        reviewed.map(({ id }) => [id, 'callback.unmatched']).toSorted(),
      )
      // A callback that finds its order after all needs no operator.
      await isolated.insert(checkout({ attempts: [attempt({ externalId: early.externalId })] }))
      const [ready] = await isolated.readyCallbacks({ now: 1e6, limit: 10 })
      expect(ready?.externalId).toBe(early.externalId)
    })

    test('an acknowledged callback leaves the count, and is kept longer before', async () => {
      const isolated = await createEmpty()
      const [one, other] = [callback(), callback()]
      await isolated.saveCallback(one, 1)
      await isolated.saveCallback(other, 2)
      const { callbacks, after } = await isolated.unmatchedCallbacks({ limit: 1 })
      expect(callbacks.map(({ externalId }) => externalId)).toEqual([other.externalId])
      const rest = { limit: 1, after: after ?? '' }
      const next = await isolated.unmatchedCallbacks(rest)
      expect(next).toMatchObject({ callbacks: [{ externalId: one.externalId }], after: null })
      const id = callbacks[0]?.id ?? ''
      expect(await isolated.acknowledgeCallback(id, 'seen', 5)).toMatchObject({
        acknowledged: { at: 5, note: 'seen' },
      })
      expect(await isolated.acknowledgeCallback(id, 'again', 6)).toMatchObject({
        acknowledged: { at: 5, note: 'seen' },
      })
      expect(await isolated.acknowledgeCallback('cb_none', 'seen', 5)).toBeNull()
      expect(await isolated.deleteUnmatchedCallbacks({ before: 9, unacknowledgedBefore: 0, limit: 0 })).toBe(
        1,
      )
      // The cursor of a callback that is gone is no end of the list.
      expect(await isolated.unmatchedCallbacks(rest)).toEqual(next)
      expect(await isolated.deleteUnmatchedCallbacks({ before: 9, unacknowledgedBefore: 9, limit: 0 })).toBe(
        1,
      )
    })

    const reviewEvent = (kept: StoredCallback): UnmatchedCallbackEvent => ({
      ...{ id: uniqueName('evt'), entryId: kept.id, seq: 1, type: 'callback.unmatched', at: 9 },
      ...{ ref: kept.externalId, externalId: kept.externalId },
      ...{ status: kept.status, amount: kept.amount, orderType: kept.orderType },
    })
    const review = async (at: Store, receivedBefore = farFuture, limit = 10) =>
      (await at.reviewUnmatchedCallbacks({ receivedBefore, now: 9, limit }, reviewEvent)).map(
        ({ externalId }) => externalId,
      )
    /** The stored callbacks that match no entry, by their externalIds. */
    const unmatchedIds = async (at: Store) =>
      new Map(
        (await at.unmatchedCallbacks({ limit: 100 })).callbacks.map(({ externalId, id }) => [externalId, id]),
      )

    test('a pending callback needs review where its order is of another kind, or it cannot be applied', async () => {
      const isolated = await createEmpty()
      const pending = () => callback({ status: 'Processing' })
      const [harmless, otherKind, putAside, done] = [pending(), pending(), pending(), pending()]
      await isolated.insert(checkout({ attempts: [attempt()] }))
      const attempts = [attempt(), attempt({ n: 2, externalId: otherKind.externalId })]
      await isolated.insert(checkout({ attempts }))
      await isolated.saveCallback({ ...otherKind, orderType: 'Withdrawal' }, 1)
      for (const one of [harmless, putAside, done]) await isolated.saveCallback(one, 1)
      const ids = await unmatchedIds(isolated)
      await isolated.postponeCallback(ids.get(putAside.externalId) ?? '', 60_000)
      await isolated.ignoreCallback(ids.get(done.externalId) ?? '', 2)
      const found = [otherKind, putAside, done].map(({ externalId }) => externalId)
      expect((await review(isolated)).toSorted()).toEqual(found.toSorted())
    })

    test('the review of an ignored callback is opened at once, of others later, up to a limit', async () => {
      const isolated = await createEmpty()
      for (const at of [5, 6, 7]) await isolated.saveCallback(callback(), at)
      const { externalId } = await ignored(isolated)
      expect(await review(isolated, 0)).toEqual([externalId])
      expect(await review(isolated, 4)).toEqual([])
      expect(await review(isolated, 7, 2)).toHaveLength(2)
      expect(await review(isolated, 7, 2)).toHaveLength(1)
    })

    test('of two ready callbacks the one that is ignored is done, and the other stays ready', async () => {
      const isolated = await createEmpty()
      const [first, second] = [callback(), callback()]
      for (const [index, one] of [first, second].entries()) {
        await isolated.insert(checkout({ attempts: [attempt({ externalId: one.externalId })] }))
        await isolated.saveCallback(one, index)
      }
      const ready = (limit: number) => isolated.readyCallbacks({ now: 1e6, limit })
      expect(await ready(1)).toMatchObject([{ externalId: first.externalId }])
      const [, ignoredOne] = await ready(2)
      for (const id of ['cb_gone', ignoredOne?.id ?? '']) await isolated.ignoreCallback(id, 2)
      expect(await ready(9)).toMatchObject([{ externalId: first.externalId }])
    })

    test('a callback that was applied after its review is of its entry, and unmatched no longer', async () => {
      const isolated = await createEmpty()
      const [applied, other] = [callback(), callback()]
      for (const one of [applied, other]) await isolated.saveCallback(one, 1)
      expect(await review(isolated)).toHaveLength(2)
      const [entry, second] = [applied, other].map(({ externalId }) =>
        checkout({ attempts: [attempt({ externalId })] }),
      )
      if (entry === undefined || second === undefined) throw new Error('No entries.')
      for (const one of [entry, second]) {
        await isolated.insert(one)
        const ready = await isolated.readyCallbacks({ now: 1e6, limit: 9 })
        const id = ready[0]?.id ?? ''
        await isolated.save(one, { expectedVersion: 1, appliedCallbackIds: [id] })
        expect(await isolated.callbacksOf(one.id)).toMatchObject([{ id }])
        expect(await isolated.acknowledgeCallback(id, 'seen', 5)).toBeNull()
      }
      expect((await isolated.unmatchedCallbacks({ limit: 9 })).callbacks).toEqual([])
      expect((await isolated.stats()).needsReview).toBe(0)
      expect(await isolated.deleteUnmatchedCallbacks(olderThan(farFuture, 0))).toBe(0)
      expect(await isolated.callbacksOf(entry.id)).toHaveLength(1)
    })

    test('an acknowledged callback needs no review, and has one audit record, by its operator', async () => {
      const isolated = await createEmpty()
      const [one, other] = [callback(), callback()]
      for (const each of [one, other]) await isolated.saveCallback(each, 1)
      await review(isolated)
      expect((await isolated.stats()).needsReview).toBe(2)
      const id = (await unmatchedIds(isolated)).get(one.externalId) ?? ''
      const acknowledged = { at: 5, note: 'seen', operator: 'anna' }
      expect(await isolated.acknowledgeCallback(id, 'seen', 5, record({ ref: id }))).toMatchObject({
        acknowledged,
      })
      const again = record({ operator: 'boris' })
      expect(await isolated.acknowledgeCallback(id, 'again', 6, again)).toMatchObject({ acknowledged })
      expect(await isolated.auditRecords(all)).toMatchObject([{ ref: id, operator: 'anna' }])
      expect((await isolated.stats()).needsReview).toBe(1)
    })

    test('with an unmatched callback go its own delivered events only', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      await isolated.insert(entry)
      const own = event(entry.id, 1)
      await isolated.save(entry, { expectedVersion: 1, events: [own] })
      for (const one of [callback(), callback()]) await isolated.saveCallback(one, 1)
      await review(isolated)
      const [delivered, waiting] = [...(await unmatchedIds(isolated)).values()]
      const [sent] = await isolated.eventsOf(delivered ?? '')
      for (const id of [own.id, sent?.event.id ?? '']) await isolated.eventTried(id, accepted(10))
      expect(await isolated.deleteUnmatchedCallbacks(olderThan(5))).toBe(2)
      const { events } = await isolated.listEvents({ limit: 9 })
      expect(events.map(({ event: { entryId } }) => entryId).toSorted()).toEqual(
        [entry.id, waiting].toSorted(),
      )
    })

    const record = (overrides: Partial<AuditRecord> = {}): AuditRecord => ({
      ...{
        at: 1,
        operator: 'anna',
        address: null,
        action: 'createPayout',
        ref: 'r',
        detail: null,
        note: null,
      },
      ...overrides,
    })
    const all = { after: 0, limit: 100 }

    test('audit records are numbered without gaps, also when several are written at once', async () => {
      const isolated = await createEmpty()
      await Promise.all([1, 2, 3, 4, 5].map((at) => isolated.appendAudit(record({ at }))))
      const records = await isolated.auditRecords(all)
      expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
      expect(records.map(({ at }) => at).sort()).toEqual([1, 2, 3, 4, 5])
      for (const text of hostile) await isolated.appendAudit(record({ note: text, ref: text }))
      const rest = await isolated.auditRecords({ after: 5, limit: 100 })
      expect(rest.map(({ note, ref }) => [note, ref])).toEqual(hostile.map((text) => [text, text]))
    })

    test('audit records are found by time and number, and deleted from the first one on', async () => {
      const isolated = await createEmpty()
      for (const at of [10, 20, 15, 30]) await isolated.appendAudit(record({ at }))
      const times = async (query: object) =>
        (await isolated.auditRecords({ ...all, ...query })).map(({ at }) => at)
      expect(await times({ since: 15, until: 30 })).toEqual([20, 15])
      expect(await times({ after: 2 })).toEqual([15, 30])
      expect(await times({ limit: 1 })).toEqual([10])
      // The second is not old enough, so the third stays, too.
      expect(await isolated.deleteAuditBefore(18, 100)).toBe(1)
      expect(await times({})).toEqual([20, 15, 30])
      expect(await isolated.deleteAuditBefore(99, 2)).toBe(2)
      await isolated.appendAudit(record({ at: 40 }))
      expect((await isolated.auditRecords(all)).map(({ seq }) => seq)).toEqual([4, 5])
    })

    test('a write without an audit record takes no number, and a record of the very time is kept', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1 })
      for (const at of [10, 20]) await isolated.appendAudit(record({ at }))
      expect(await isolated.deleteAuditBefore(20, 9)).toBe(1)
      expect(await isolated.auditRecords(all)).toMatchObject([{ seq: 2, at: 20 }])
    })

    test('an act and its audit record are written together, or neither', async () => {
      const isolated = await createEmpty()
      const one = payout()
      expect(await isolated.insertPayout(one, { audit: record({ ref: '1' }) })).toBe('inserted')
      // The reference has a payout already.
      const again = payout({ reference: one.reference })
      expect(await isolated.insertPayout(again, { audit: record({ ref: '2' }) })).toBe('exists')
      expect(await isolated.save(one, { expectedVersion: 7, audit: record({ ref: '3' }) })).toBe('conflict')
      expect(await isolated.save(one, { expectedVersion: 1, audit: record({ ref: '4' }) })).toBe('saved')
      // Of an act that no page shows, too.
      const silent = { expectedVersion: 2, silent: true, audit: record({ ref: '5' }) }
      expect(await isolated.save(one, silent)).toBe('saved')
      const refs = (await isolated.auditRecords(all)).map(({ ref }) => ref)
      expect(refs).toEqual(['1', '4', '5'])
    })

    const reservation = (amount: string, overrides: Partial<AmountReservation> = {}): AmountReservation => ({
      ...{ day: '2026-01-31', currency: 'UAH', amount, limit: '100' },
      ...overrides,
    })

    test('amounts of a day are reserved up to their limit, together with the write', async () => {
      const isolated = await createEmpty()
      const insert = (use: AmountReservation, overrides = {}) =>
        isolated.insertPayout(payout(overrides), { reservation: use, audit: record() })
      const one = payout()
      await isolated.insertPayout(one, { reservation: reservation('60') })
      expect(await insert(reservation('40.01'))).toBe('limit-exceeded')
      // Nothing is reserved for a payout that exists, or by a write over another version.
      expect(await insert(reservation('40'), { reference: one.reference })).toBe('exists')
      expect(await isolated.save(one, { expectedVersion: 9, reservation: reservation('40') })).toBe(
        'conflict',
      )
      // What came first may have reserved the rest: it is read again.
      expect(await isolated.save(one, { expectedVersion: 9, reservation: reservation('41') })).toBe(
        'conflict',
      )
      const beyond = { expectedVersion: 1, reservation: reservation('41'), audit: record() }
      expect(await isolated.save(one, beyond)).toBe('limit-exceeded')
      expect(await isolated.auditRecords(all)).toEqual([])
      expect(await isolated.entry(one.id)).toEqual(one)
      expect(await insert(reservation('40'))).toBe('inserted')
      expect(await insert(reservation('0.01'))).toBe('limit-exceeded')
      expect(await insert(reservation('100', { day: '2026-02-01' }))).toBe('inserted')
      expect(await insert(reservation('50', { currency: 'KZT' }))).toBe('inserted')
      expect(await insert(reservation('0.01'))).toBe('limit-exceeded')
      expect(await insert(reservation('50.01', { currency: 'KZT' }))).toBe('limit-exceeded')
    })

    test('a sum of more digits than an amount may have is added to', async () => {
      const isolated = await createEmpty()
      const insert = (amount: string) =>
        isolated.insertPayout(payout(), { reservation: reservation(amount, { limit: '50000' }) })
      expect(await insert(`1.${'0'.repeat(297)}1`)).toBe('inserted')
      expect(await insert('10000')).toBe('inserted')
      expect(await insert('39999')).toBe('limit-exceeded')
      expect(await insert('39998')).toBe('inserted')
    })

    test('reservations at once, by two processes, never pass the limit', async () => {
      const stores = await both()
      const day = uniqueName('day')
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          stores[n % 2 === 0 ? 0 : 1].insertPayout(payout(), {
            reservation: reservation('30', { day }),
            audit: record(),
          }),
        ),
      )
      expect(results.filter((result) => result !== 'limit-exceeded')).toHaveLength(3)
    })

    test('of requests at once for one payout, by two processes, all but the first find it', async () => {
      const stores = await both()
      const [day, reference] = [uniqueName('day'), uniqueName('ref')]
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          stores[n % 2 === 0 ? 0 : 1].insertPayout(payout({ reference }), {
            reservation: reservation('100', { day }),
          }),
        ),
      )
      expect(results.toSorted()).toEqual([...Array(7).fill('exists'), 'inserted'])
    })

    test('a payout is inserted together with a change of its checkout, or neither is written', async () => {
      const isolated = await createEmpty()
      const [entry, one] = [checkout(), payout({ attempts: [attempt({ profile: 'payout' })] })]
      await isolated.insert(entry)
      const write = (expectedVersion: number, inserted: Payout, amount = '60') =>
        isolated.save(entry, {
          expectedVersion,
          payout: inserted,
          reservation: reservation(amount),
          audit: record(),
        })
      expect(await write(9, one)).toBe('conflict')
      expect(await write(1, one, '101')).toBe('limit-exceeded')
      const held = { expectedVersion: 1, lease: 'of nobody', payout: one }
      expect(await isolated.save(entry, held)).toBe('lease-lost')
      expect(await isolated.entry(one.id)).toBeNull()
      expect(await write(1, one)).toBe('saved')
      expect(await isolated.entryByRef('payout', one.reference)).toEqual(one)
      expect(await isolated.entryByTransaction(one.attempts[0]?.externalTransactionId ?? '')).toEqual(one)
      expect(await isolated.entry(entry.id)).toEqual({ ...entry, version: 2 })
      // Over an earlier version it is read again; else the reference is taken, and nothing is reserved or recorded.
      const again = payout({ reference: one.reference })
      expect(await write(1, again, '40')).toBe('conflict')
      expect(await write(2, again, '40')).toBe('payout-exists')
      expect(await isolated.entry(again.id)).toBeNull()
      expect(await isolated.entry(entry.id)).toEqual({ ...entry, version: 2 })
      expect(await isolated.auditRecords(all)).toHaveLength(1)
      expect(await write(2, payout(), '40')).toBe('saved')
    })

    test('of two processes that insert a payout with a change of its checkout at once, one does', async () => {
      const stores = await both()
      const [entry, reference] = [checkout(), uniqueName('ref')]
      await stores[0].insert(entry)
      const results = await Promise.all(
        stores.map((store) => store.save(entry, { expectedVersion: 1, payout: payout({ reference }) })),
      )
      expect(results.toSorted()).toEqual(['conflict', 'saved'])
    })

    test('payouts to a destination are found by any of its fingerprints', async () => {
      const isolated = await createEmpty()
      const to = (...fingerprints: string[]) =>
        payout({ destination: { fields: [], fingerprints }, approvals: [rejected] })
      const [old, current, other] = [to('old'), to('new', 'old'), to('other')]
      for (const one of [old, current, other]) await isolated.insertPayout(one, {})
      const found = async (...destinations: string[]) =>
        (await isolated.list({ kind: 'payout', destinations, limit: 9 })).entries.map(({ id }) => id).sort()
      expect(await found('new', 'old')).toEqual([old.id, current.id].sort())
      expect(await found('old')).toEqual([old.id])
      expect(await isolated.eraseOld({ before: farFuture, now: 5, limit: 9 })).toBe(3)
      expect(await found('new', 'old')).toEqual([])
    })

    test('lists newest first, page by page, completely and without repeats', async () => {
      const isolated = await createEmpty()
      const entries = Array.from({ length: 7 }, (_, index) => checkout({ createdAt: 1 + (index >> 1) }))
      for (const entry of entries) await isolated.insert(entry)
      await isolated.insert(payout())
      const seen: Entry[] = []
      let after: string | undefined
      do {
        const page = await isolated.list({
          kind: 'checkout',
          limit: 3,
          ...(after === undefined ? {} : { after }),
        })
        seen.push(...page.entries)
        after = page.after ?? undefined
        // An entry inserted meanwhile is newer and shifts no page.
        await isolated.insert(checkout({ createdAt: farFuture }))
      } while (after !== undefined)
      expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(entries.map(({ id }) => id)))
      expect(seen).toHaveLength(7)
      expect(seen.map(({ createdAt }) => createdAt)).toEqual([4, 3, 3, 2, 2, 1, 1])
    })

    test('lists entries that need review, and finds entries by any exact id', async () => {
      const isolated = await createEmpty()
      const review = { reason: 'unresolved', at: 5, resolved: null } as const
      const open = checkout({ attempts: [attempt({ review, externalId: uniqueName('ext') })] })
      const settled = checkout({
        attempts: [attempt({ review: { ...review, resolved: { at: 6, by: 'automatic', note: '' } } })],
      })
      for (const entry of [open, settled]) await isolated.insert(entry)
      const found = async (query: object) =>
        (await isolated.list({ kind: 'checkout', limit: 10, ...query })).entries.map(({ id }) => id)
      expect(await found({ needsReview: true })).toEqual([open.id])
      expect(await found({ needsReview: false })).toEqual([settled.id])
      const [{ externalTransactionId, externalId } = attempt()] = open.attempts
      for (const text of [open.id, open.order, externalTransactionId, externalId ?? '']) {
        expect(await found({ search: { text, prefix: false } })).toEqual([open.id])
      }
      expect(await found({ search: { text: open.order.slice(0, -1), prefix: false } })).toEqual([])
      await isolated.save({ ...open, attempts: [attempt()] }, { expectedVersion: 1 })
      expect(await found({ needsReview: true })).toEqual([])
    })

    test('finds entries by the first characters of any id, newest first', async () => {
      const isolated = await createEmpty()
      const named = (order: string, createdAt: number, id: string) =>
        checkout({
          order,
          createdAt,
          attempts: [attempt({ externalTransactionId: `tx-${id}`, externalId: `ext-${id}` })],
        })
      const [first, second, other] = [
        named('INV-10', 1, '7a'),
        named('INV-1', 2, '7b'),
        named('inv-1', 3, '8'),
      ]
      for (const entry of [first, second, other]) await isolated.insert(entry)
      const paidOut = payout({ reference: 'INV-1', attempts: [attempt({ externalId: 'ext-7' })] })
      await isolated.insertPayout(paidOut, {})
      const find = (text: string, query: object = {}) =>
        isolated.list({ kind: 'checkout', search: { text, prefix: true }, limit: 9, ...query })
      const found = async (text: string, query: object = {}) =>
        (await find(text, query)).entries.map(({ id }) => id)

      expect(await found('INV')).toEqual([other.id, second.id, first.id])
      expect(await found('INV-10')).toEqual([first.id])
      expect(await found('inv-')).toEqual([other.id, second.id, first.id])
      expect(await found('tx-7')).toEqual([second.id, first.id])
      expect(await found('ext-7')).toEqual([second.id, first.id])
      expect(await found('INV-', { since: 2, until: 3 })).toEqual([second.id])
      expect(await found(first.id.slice(0, -1))).toContain(first.id)
      for (const text of ['NV-1', 'INV-1%', 'INV_', 'INV-11']) expect(await found(text)).toEqual([])
      expect(await found('INV-', { kind: 'payout' })).toEqual([paidOut.id])

      const page = await find('INV', { limit: 1 })
      expect(await found('INV', { limit: 1, after: page.after })).toEqual([second.id])
    })

    test('finds entries by amount, last four digits, recipient and parts of a reference, until they are erased', async () => {
      const isolated = await createEmpty()
      const payTo = { destination: '••••1234', recipient: 'Nadiia Tkach', bank: null }
      const paid = { state: 'succeeded', reported: '900.50', payTo, externalId: 'e1' } as const
      const one = checkout({ order: 'web-2026/000417', updatedAt: 1, attempts: [attempt(paid)] })
      const twice = checkout({
        ...{ order: 'other', createdAt: 2000 },
        attempts: [attempt({ state: 'succeeded' }), attempt({ n: 2, state: 'succeeded' })],
      })
      for (const entry of [one, twice]) await isolated.insert(entry)
      const list = (query: object) => isolated.list({ kind: 'checkout', limit: 9, ...query })
      const find = async (text: string) =>
        (await list({ search: { text, prefix: text.length > 2 } })).entries.map(({ id }) => id)
      for (const text of ['1234', 'tkach', 'Nadiia T', '000417', '2026/0', '900.5', '900,50', '0900.500'])
        expect([text, await find(text)]).toEqual([text, [one.id]])
      for (const text of ['1250', '1 250,00']) expect(await find(text)).toEqual([twice.id, one.id])
      for (const text of ['234', '12345', 'adiia', '900'])
        expect([text, await find(text)]).toEqual([text, []])
      expect((await list({ paidTwice: true })).entries.map(({ id }) => id)).toEqual([twice.id])
      expect(await isolated.eraseOld({ before: 2, now: 9, limit: 9 })).toBe(1)
      for (const text of ['1234', 'tkach']) expect([text, await find(text)]).toEqual([text, []])
      expect(await find('000417')).toEqual([one.id])
    })

    test('a search that begins very many names finds some of them, and says so', async () => {
      const isolated = await createEmpty()
      const orders = Array.from({ length: maxPrefixMatches }, (_, index) => `many-${1000 + index}`)
      // One after another: a write waits at most seconds for a connection.
      for (const [createdAt, order] of orders.entries()) await isolated.insert(checkout({ order, createdAt }))
      const find = (text: string) =>
        isolated.list({ kind: 'checkout', search: { text, prefix: true }, limit: maxPrefixMatches + 9 })
      expect(await find('many-')).toMatchObject({ truncated: false, entries: { length: maxPrefixMatches } })

      const short = checkout({ order: 'many-' })
      await isolated.insert(short)
      const { truncated, entries } = await find('many-')
      expect(truncated).toBe(true)
      expect(entries).toHaveLength(maxPrefixMatches + 1)
      expect(entries.map(({ id }) => id)).toContain(short.id)
      expect((await find('many-1')).truncated).toBe(false)

      // The first one in their order is beyond the limit.
      const last = checkout({ order: 'many-2000' })
      await isolated.insert(last)
      const ids = (await find('many-')).entries.map(({ order }) => order)
      expect(ids).toHaveLength(maxPrefixMatches + 1)
      expect(ids).toContain(last.order)
      expect(ids).not.toContain(orders[0])
    })

    test('a list without a search is neither truncated nor without an entry', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      await isolated.insert(entry)
      expect(await isolated.list({ kind: 'checkout', limit: 1 })).toEqual({
        ...{ entries: [entry], unreadable: [], after: null, truncated: false },
      })
    })

    test('lists by the status of the last write, page by page', async () => {
      const isolated = await createEmpty()
      const paid = [1, 2, 3].map((createdAt) =>
        checkout({ createdAt, attempts: [attempt({ state: 'succeeded' })] }),
      )
      const open = checkout({ attempts: [attempt({ state: 'placed' })] })
      for (const entry of [...paid, open, payout()]) await isolated.insert(entry)
      const found = async (status: string, after?: string) => {
        const page = await isolated.list({ kind: 'checkout', status, limit: 2, ...(after ? { after } : {}) })
        return { ids: page.entries.map(({ id }) => id), after: page.after ?? '' }
      }
      const first = await found('succeeded')
      expect(first.ids).toEqual([paid[2]?.id, paid[1]?.id])
      expect((await found('succeeded', first.after)).ids).toEqual([paid[0]?.id])
      expect((await found('pending')).ids).toEqual([open.id])

      await isolated.save({ ...open, attempts: [attempt({ state: 'failed' })] }, { expectedVersion: 1 })
      expect((await found('pending')).ids).toEqual([])
      expect((await found('failed')).ids).toEqual([open.id])
    })

    test('reports statistics for monitoring', async () => {
      const isolated = await createEmpty()
      const none = {
        unknown: 0,
        unknownSince: null,
        dueSince: null,
        needsReview: 0,
        eventsWaiting: 0,
        eventsWaitingSince: null,
        openClaims: 0,
        openClaimsSince: null,
      }
      expect(await isolated.stats()).toEqual(none)
      const review = { reason: 'unresolved', at: 5, resolved: null } as const
      const unknown = checkout({
        attempts: [attempt({ state: 'unknown', firstSentAt: 7, nextLookupAt: 40, review })],
      })
      const sending = payout({
        attempts: [attempt({ state: 'sending', firstSentAt: 4, nextLookupAt: 30 })],
      })
      for (const entry of [unknown, sending, checkout()]) await isolated.insert(entry)
      await isolated.save(unknown, {
        expectedVersion: 1,
        events: [event(unknown.id, 1), event(unknown.id, 2)],
      })
      expect(await isolated.stats()).toEqual({
        openClaims: 0,
        openClaimsSince: null,
        unknown: 2,
        unknownSince: 4,
        dueSince: 30,
        needsReview: 1,
        eventsWaiting: 2,
        eventsWaitingSince: 1000,
      })
      await isolated.save({ ...unknown, attempts: [] }, { expectedVersion: 2 })
      await isolated.save({ ...sending, attempts: [] }, { expectedVersion: 1 })
      for (const { event: pending } of await isolated.eventsOf(unknown.id))
        await isolated.eventTried(pending.id, accepted(9))
      expect(await isolated.stats()).toEqual(none)
    })

    test('erases personal data of old idle entries, oldest first; ids, amounts and states stay', async () => {
      const isolated = await createEmpty()
      const eraseOld = (limit: number) => isolated.eraseOld({ before: 10, now: 20, limit })
      const review = { reason: 'unresolved', at: 5, resolved: null } as const
      const fields = callback()
      const placed = attempt({
        externalId: fields.externalId,
        history: [{ time: null, action: 'transfer from Ivan', code: '4.1.4.63' }],
      })
      const old = checkout({ updatedAt: 1, customer: 'c-old', attempts: [placed] })
      const older = payout({ updatedAt: 0, approvals: [rejected] })
      const unchanged = [
        checkout({ updatedAt: 10 }),
        payout({ updatedAt: 1 }),
        checkout({ updatedAt: 1, attempts: [attempt({ nextLookupAt: 99 })] }),
        checkout({ updatedAt: 1, attempts: [attempt({ review })] }),
      ]
      const undelivered = checkout({ updatedAt: 1 })
      for (const entry of [old, older, undelivered, ...unchanged]) await isolated.insert(entry)
      await isolated.save(undelivered, { expectedVersion: 1, events: [event(undelivered.id, 1)] })
      await isolated.saveCallback(fields, 1)
      const [ready] = await isolated.readyCallbacks({ now: 1e6, limit: 1 })
      const delivered = event(old.id, 1)
      await isolated.save(old, {
        expectedVersion: 1,
        appliedCallbackIds: [ready?.id ?? ''],
        events: [delivered],
      })
      await isolated.eventTried(delivered.id, accepted(2))

      expect(await eraseOld(1)).toBe(1)
      expect(await isolated.entry(older.id)).toEqual({ ...older, version: 2, erasedAt: 20 })
      expect(await eraseOld(5)).toBe(1)
      expect(await eraseOld(5)).toBe(0)
      const erased: Entry = {
        ...old,
        version: 3,
        erasedAt: 20,
        customer: null,
        attempts: [{ ...placed, card: null, history: [{ time: null, action: null, code: '4.1.4.63' }] }],
      }
      expect(await isolated.entry(old.id)).toEqual(erased)
      expect(await isolated.entryByRef('checkout', old.order)).toEqual(erased)
      expect(await isolated.entryByTransaction(placed.externalTransactionId)).toEqual(erased)
      expect(await isolated.callbacksOf(old.id)).toEqual([])
      expect(await isolated.eventsOf(old.id)).toEqual([])
      for (const { id } of [undelivered, ...unchanged])
        expect(await isolated.entry(id)).toMatchObject({ erasedAt: null })
      // Its reference stays taken, and a late callback still finds it.
      expect(await isolated.insert(checkout({ order: old.order }))).toBe(false)
      await isolated.saveCallback({ ...fields, amount: '1.00' }, 30)
      expect(await isolated.readyCallbacks({ now: 1e6, limit: 5 })).toMatchObject([{ entryId: old.id }])
    })

    test('the callbacks of other entries stay where one is erased', async () => {
      const isolated = await createEmpty()
      const fields = callback()
      const attempts = [attempt({ externalId: fields.externalId })]
      const [old, recent] = [checkout({ updatedAt: 1 }), checkout({ updatedAt: 20, attempts })]
      for (const entry of [old, recent]) await isolated.insert(entry)
      for (const one of [fields, callback()]) await isolated.saveCallback(one, 1)
      const [ready] = await isolated.readyCallbacks({ now: 1e6, limit: 1 })
      await isolated.save(recent, { expectedVersion: 1, appliedCallbackIds: [ready?.id ?? ''] })
      expect(await isolated.eraseOld({ before: 10, now: 20, limit: 9 })).toBe(1)
      expect(await isolated.callbacksOf(recent.id)).toHaveLength(1)
      expect((await isolated.unmatchedCallbacks({ limit: 9 })).callbacks).toHaveLength(1)
    })

    test('cards are deleted with the last checkout of their customer', async () => {
      const isolated = await createEmpty()
      const eraseOld = (before: number) => isolated.eraseOld({ before, now: 99, limit: 9 })
      const first = checkout({ customer: 'c-7', updatedAt: 1 })
      const second = checkout({ customer: 'c-7', updatedAt: 20 })
      const other = checkout({ customer: 'c-8', updatedAt: 20 })
      for (const entry of [first, second, other]) await isolated.insert(entry)
      await isolated.save(first, { expectedVersion: 1, reportedCard: reported(card('c-7')) })
      await isolated.save(other, { expectedVersion: 1, reportedCard: reported(card('c-8')) })
      expect(await eraseOld(10)).toBe(1)
      expect(await isolated.cardsOf('c-7')).toHaveLength(1)
      expect(await eraseOld(21)).toBe(2)
      expect(await isolated.cardsOf('c-7')).toEqual([])
      expect(await isolated.cardsOf('c-8')).toEqual([])
    })

    test('lists the checkouts of a customer, page by page', async () => {
      const customer = uniqueName('customer')
      const [first, second, third] = [1, 2, 3].map((createdAt) => checkout({ customer, createdAt }))
      if (first === undefined || second === undefined || third === undefined) throw new Error('No entries.')
      for (const entry of [first, second, third, checkout({ customer: uniqueName('other') })])
        await store.insert(entry)
      const page = await store.list({ kind: 'checkout', customer, limit: 2 })
      expect(page).toMatchObject({ entries: [third, second], after: expect.any(String) })
      // The cursor stays valid when its entry changes to another customer.
      await store.save({ ...second, customer: null }, { expectedVersion: 1 })
      expect(
        await store.list({ kind: 'checkout', customer, limit: 2, after: page.after ?? '' }),
      ).toMatchObject({
        entries: [first],
        after: null,
      })
      expect((await store.list({ kind: 'checkout', customer, limit: 9 })).entries).toEqual([third, first])
      for (const text of hostile)
        expect((await store.list({ kind: 'checkout', customer: text, limit: 9 })).entries).toEqual([])
    })

    test('lists the checkouts that have an attempt of a customer', async () => {
      const [first, last] = [uniqueName('customer'), uniqueName('customer')]
      const attempts = [attempt({ customer: first }), attempt({ n: 2, customer: last })]
      const shared = await inserted(checkout({ customer: last, attempts }))
      for (const customer of [first, last])
        expect((await store.list({ kind: 'checkout', customer, limit: 9 })).entries).toEqual([shared])
      const erased = attempts.map((one) => ({ ...one, customer: null }))
      await store.save({ ...shared, attempts: erased }, { expectedVersion: 1 })
      expect((await store.list({ kind: 'checkout', customer: first, limit: 9 })).entries).toEqual([])
    })

    test('the cards of a customer with an attempt in another checkout stay', async () => {
      const isolated = await createEmpty()
      const eraseOld = (before: number) => isolated.eraseOld({ before, now: 99, limit: 9 })
      const old = checkout({ customer: 'c-7', updatedAt: 1 })
      const shared = checkout({ updatedAt: 20, customer: 'c-8', attempts: [attempt({ customer: 'c-7' })] })
      for (const entry of [old, shared]) await isolated.insert(entry)
      await isolated.save(old, { expectedVersion: 1, reportedCard: reported(card('c-7')) })
      expect(await eraseOld(10)).toBe(1)
      expect(await isolated.cardsOf('c-7')).toHaveLength(1)
      expect(await eraseOld(21)).toBe(1)
      expect(await isolated.cardsOf('c-7')).toEqual([])
      expect((await isolated.list({ kind: 'checkout', customer: 'c-7', limit: 9 })).entries).toEqual([])
    })

    test('deletes every card of one customer only', async () => {
      const [customer, other] = [uniqueName('customer'), uniqueName('customer')]
      const entry = await inserted(checkout())
      for (const [index, owner] of [customer, customer, other].entries())
        await store.save(entry, { expectedVersion: index + 1, reportedCard: reported(card(owner)) })
      expect(await store.deleteCards(customer)).toBe(2)
      expect(await store.deleteCards(customer)).toBe(0)
      expect(await store.cardsOf(customer)).toEqual([])
      expect(await store.cardsOf(other)).toHaveLength(1)
    })

    test('an ignored callback is deleted in time', async () => {
      const isolated = await createEmpty()
      const unmatched = await ignored(isolated)
      expect(await isolated.deleteUnmatchedCallbacks(olderThan(5))).toBe(1)
      expect(await isolated.saveCallback(unmatched, 6)).toBe(true)
    })

    test('a card is stored once per customer and token, and deleted for that customer only', async () => {
      const entry = await inserted(checkout())
      const [one, customer] = [card(uniqueName('customer')), uniqueName('other')]
      await store.save(entry, { expectedVersion: 1, reportedCard: reported(one) })
      await store.save(entry, {
        expectedVersion: 2,
        reportedCard: reported({ ...one, id: uniqueName('card') }),
      })
      await store.save(entry, {
        expectedVersion: 3,
        reportedCard: reported({ ...one, id: uniqueName('card'), customer }),
      })
      expect(await store.cardsOf(one.customer)).toEqual([one])
      expect(await store.cardsOf(customer)).toHaveLength(1)
      expect(await store.deleteCard(customer, one.id, 2000)).toBe(false)
      expect(await store.deleteCard(one.customer, one.id, 2000)).toBe(true)
      expect(await store.deleteCard(one.customer, one.id, 2000)).toBe(false)
      expect(await store.cardsOf(one.customer)).toEqual([])
    })

    test('a removed card is saved only from an attempt that started after its removal', async () => {
      const entry = await inserted(checkout())
      const one = card(uniqueName('customer'))
      let expectedVersion = 0
      const savedFrom = async (startedAt: number, fingerprints: string[], saved: StoredCard = one) => {
        expectedVersion += 1
        await store.save(entry, { expectedVersion, reportedCard: reported(saved, startedAt, fingerprints) })
        return (await store.cardsOf(saved.customer)).length
      }
      const { fingerprint } = one
      expect(await savedFrom(10, [fingerprint])).toBe(1)
      await store.deleteCard(one.customer, one.id, 20)
      expect(await savedFrom(20, [fingerprint])).toBe(0)
      // Sealed with a newer key, and recognized by the retired one.
      const reencrypted = { ...one, fingerprint: uniqueName('fingerprint') }
      expect(await savedFrom(10, [reencrypted.fingerprint, fingerprint], reencrypted)).toBe(0)
      const another = { ...one, id: uniqueName('card'), fingerprint: uniqueName('fingerprint') }
      expect(await savedFrom(10, [another.fingerprint], another)).toBe(1)
      const others = { ...one, id: uniqueName('card'), customer: uniqueName('customer') }
      expect(await savedFrom(10, [fingerprint], others)).toBe(1)
      const again = { ...one, id: uniqueName('card') }
      expect(await savedFrom(21, [fingerprint], again)).toBe(2)

      await store.deleteCard(one.customer, again.id, 30)
      expect(await savedFrom(25, [fingerprint])).toBe(1)
      await store.deleteCards(one.customer)
      expect(await savedFrom(25, [fingerprint])).toBe(1)
    })

    test('the cards of a customer are listed oldest first', async () => {
      const entry = await inserted(checkout())
      const customer = uniqueName('customer')
      const cards = [3, 1, 2].map((createdAt) => card(customer, { createdAt }))
      for (const [index, one] of cards.entries())
        await store.save(entry, { expectedVersion: index + 1, reportedCard: reported(one) })
      expect((await store.cardsOf(customer)).map(({ createdAt }) => createdAt)).toEqual([1, 2, 3])
    })

    test('a removal is not forgotten with the cards of another customer', async () => {
      const entry = await inserted(checkout())
      const one = card(uniqueName('customer'))
      await store.save(entry, { expectedVersion: 1, reportedCard: reported(one) })
      await store.deleteCard(one.customer, one.id, 20)
      await store.deleteCards(uniqueName('other'))
      await store.save(entry, { expectedVersion: 2, reportedCard: reported(one, 10) })
      expect(await store.cardsOf(one.customer)).toEqual([])
    })

    test('sealed cards are found in the order of their ids', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      await isolated.insert(entry)
      for (const [index, id] of ['card_d', 'card_b', 'card_e', 'card_a', 'card_c'].entries())
        await isolated.save(entry, {
          expectedVersion: index + 1,
          reportedCard: reported(card('c-7', { id, token: '1.0000aaaa.iv.data' })),
        })
      const found = async (after: string) =>
        (await isolated.cardsSealedBy(['1.0000aaaa'], after, 3)).cards.map(({ id }) => id)
      expect(await found('')).toEqual(['card_a', 'card_b', 'card_c'])
      expect(await found('card_c')).toEqual(['card_d', 'card_e'])
    })

    test('what is stored of removed cards is deleted in time', async () => {
      const isolated = await createEmpty()
      const [entry, one] = [checkout(), card('c-7')]
      await isolated.insert(entry)
      await isolated.save(entry, { expectedVersion: 1, reportedCard: reported(one) })
      await isolated.deleteCard('c-7', one.id, 20)
      expect(await isolated.deleteRemovedCards(20)).toBe(0)
      expect(await isolated.deleteRemovedCards(21)).toBe(1)
      await isolated.save(entry, { expectedVersion: 2, reportedCard: reported(one, 10) })
      expect(await isolated.cardsOf('c-7')).toEqual([one])
    })

    test('finds cards by the key that sealed them, and replaces them', async () => {
      const isolated = await createEmpty()
      const entry = checkout()
      await isolated.insert(entry)
      const [old, older, current] = ['1.0000aaaa', '1.0000bbbb', '1.0000cccc']
      const [a, b, c] = [old, older, current].map((mark) => card('c-7', { token: `${mark}.iv.data` }))
      if (a === undefined || b === undefined || c === undefined) throw new Error('No cards.')
      for (const [index, one] of [a, b, c].entries())
        await isolated.save(entry, { expectedVersion: index + 1, reportedCard: reported(one) })
      const [first, second] = a.id < b.id ? [a, b] : [b, a]
      expect(await isolated.cardsSealedBy([old, older], '', 9)).toEqual({
        cards: [first, second],
        after: null,
      })
      expect(await isolated.cardsSealedBy([old, older], '', 1)).toEqual({ cards: [first], after: first.id })
      expect(await isolated.cardsSealedBy([old, older], first.id, 1)).toEqual({
        cards: [second],
        after: null,
      })
      expect(await isolated.cardsSealedBy([], '', 9)).toEqual({ cards: [], after: null })

      const changed = { ...a, token: `${current}.iv.reencrypted`, fingerprint: uniqueName('fingerprint') }
      // The customer has this card under the newer key already: the older one is deleted.
      const copy = { ...b, token: `${current}.iv.twin`, fingerprint: c.fingerprint }
      await isolated.replaceCards([
        { from: a, to: changed },
        { from: b, to: copy },
      ])
      expect(new Set(await isolated.cardsOf('c-7'))).toEqual(new Set([changed, c]))
      // A card that was changed or deleted meanwhile is not restored.
      await isolated.replaceCards([
        { from: a, to: a },
        { from: b, to: b },
      ])
      expect(new Set(await isolated.cardsOf('c-7'))).toEqual(new Set([changed, c]))
      expect(await isolated.cardsSealedBy([old, older], '', 9)).toEqual({ cards: [], after: null })
    })

    test('entries sealed with another key are found, in pages by id', async () => {
      const isolated = await createEmpty()
      const sealed = (prefix: string) => `${prefix}.iv.data`
      const [old, current] = ['1.aaaaaaaa', '2.bbbbbbbb']
      const finished = checkout({ id: 'co_1', terms: null, attempts: [attempt({ body: null })] })
      const mixed = checkout({
        id: 'co_2',
        terms: sealed(old),
        attempts: [attempt({ body: sealed(current), paymentDetails: sealed(current) })],
      })
      const upToDate = checkout({ id: 'co_3', terms: sealed(current) })
      const outdated = payout({ id: 'po_1', attempts: [attempt({ body: sealed(old) })] })
      for (const entry of [outdated, upToDate, mixed, finished]) await isolated.insert(entry)
      expect(await isolated.entriesNotSealedBy(current, '', 9)).toEqual([mixed, outdated])
      expect(await isolated.entriesNotSealedBy(current, '', 1)).toEqual([mixed])
      expect(await isolated.entriesNotSealedBy(current, mixed.id, 9)).toEqual([outdated])
      await isolated.save({ ...mixed, terms: null }, { expectedVersion: 1 })
      expect(await isolated.entriesNotSealedBy(current, '', 9)).toEqual([outdated])
    })

    test('what is sealed in refunds and in the requests of payouts is found by its key, too', async () => {
      const isolated = await createEmpty()
      const [old, current] = ['1.aaaaaaaa', '2.bbbbbbbb']
      const refund = (destination: string | null): Refund => ({
        ...{ id: uniqueName('rf'), amount: { value: '1.00', currency: 'UAH' }, note: '', by: 'anna', at: 1 },
        ...{ issuedTo: [], state: 'requested', destination, givenAt: 1, checkAt: null },
      })
      const refunded = ['co_4', 'co_2', 'co_5', 'co_1'].map((id) =>
        checkout({ id, refunds: [refund(null), refund(`${old}.iv.data`)] }),
      )
      const requested = payout({ id: 'po_1', request: request(`${old}.iv.data`) })
      const upToDate = payout({ id: 'po_2', request: request(`${current}.iv.data`) })
      for (const entry of [upToDate, requested, ...refunded]) await isolated.insert(entry)
      const found = await isolated.entriesNotSealedBy(current, '', 9)
      expect(found.map(({ id }) => id)).toEqual(['co_1', 'co_2', 'co_4', 'co_5', 'po_1'])
    })

    test('after a key rotation, saved cards and open checkouts do not need the old key', async () => {
      const [before, after] = [generateSealKey(), generateSealKey()]
      const terms = { amount: '10.00', currency: 'UAH', customer: uniqueName('customer') }
      const harness = createHarness({
        store: await createEmpty(),
        paypane: {
          sealKey: [before],
          // Accepts only the reference that pages send.
          order: (given) => (given.endsWith('.signed') ? { ...terms, reference: given.slice(0, -7) } : null),
        },
      })
      const serviceOrder = () => harness.sandbox.orders().at(-1)?.externalId
      const start = async (id: string, body: object) =>
        CheckoutView.parse(await (await harness.post(`/checkouts/${id}/attempts`, body)).json())
      await harness.createCheckout('a.signed', 'form')
      await harness.control(`/orders/${serviceOrder()}`, { do: 'pay' })
      await harness.drain()
      const { id } = await harness.createCheckout('b.signed', 'form')
      await harness.control(`/orders/${serviceOrder()}`, { do: 'fail' })
      await harness.drain()

      harness.restart({ sealKey: [after, before] })
      expect((await start(id, { method: 'form', after: 1 })).status).toBe('pending')
      await harness.control(`/orders/${serviceOrder()}`, { do: 'fail' })
      await harness.drain()
      expect(harness.logs.filter(({ message }) => message === 'saved cards re-encrypted')).toHaveLength(1)

      harness.restart({ sealKey: [after] })
      // A client secret is valid as long as its key, so the page opens the order again.
      await harness.createCheckout('b.signed')
      const [card] = (await harness.getCheckout(id)).savedCards ?? []
      const view = await start(id, { method: 'saved-card', savedCard: card?.id, after: 2 })
      expect(view).toMatchObject({ status: 'pending', method: 'saved-card', attempts: 3 })
      await harness.control(`/orders/${serviceOrder()}`, { do: 'pay' })
      await harness.drain()
      // The same card is recognized under the new key and not stored twice.
      expect((await harness.getCheckout(id)).savedCards).toEqual([card])
    })

    test.each(hostile)('hostile text is read back unchanged and found only by itself: %#', async (text) => {
      const isolated = await createEmpty()
      const other = `${text}.`
      const entry = checkout({
        order: text,
        customer: text,
        attempts: [
          attempt({
            externalTransactionId: text,
            externalId: text,
            status: text,
            activity: [{ at: 1, lastAt: 1, count: 1, type: 'lookup_failed', cause: text }],
          }),
        ],
      })
      await isolated.insert(entry)
      await isolated.insert(checkout({ order: other }))
      expect(await isolated.entryByRef('checkout', text)).toEqual(entry)
      expect(await isolated.entryByTransaction(text)).toEqual(entry)
      const find = async (prefix: boolean) =>
        (await isolated.list({ kind: 'checkout', search: { text, prefix }, limit: 9 })).entries
      expect(await find(false)).toEqual([entry])
      expect((await find(true)).map(({ id }) => id)).toContain(entry.id)

      const fields = callback({ externalId: text, status: text, amount: text, orderType: text })
      expect(await isolated.saveCallback(fields, 1)).toBe(true)
      expect(await isolated.saveCallback(fields, 1)).toBe(false)
      expect(await isolated.readyCallbacks({ now: 1e6, limit: 9 })).toMatchObject([
        { ...fields, entryId: entry.id },
      ])

      const hostileEvent = event(entry.id, 1, { ref: text })
      await isolated.save(entry, {
        expectedVersion: 1,
        events: [hostileEvent],
        reportedCard: reported(card(text, { label: text, fingerprint: text })),
      })
      await isolated.eventTried(hostileEvent.id, failed(1, text))
      expect(await isolated.eventsOf(entry.id)).toMatchObject([{ event: hostileEvent, error: text }])
      expect(await isolated.cardsOf(text)).toMatchObject([{ customer: text, label: text, fingerprint: text }])
    })

    test('the longest externalId is found by, also where each character takes three bytes', async () => {
      // PostgreSQL compresses what repeats itself, and refuses what is too long for an index then.
      const letters = Array.from({ length: maxIdLength }, (_, n) => 0x4e00 + ((n * n * 7919) % 20_011))
      const externalId = String.fromCharCode(...letters)
      const entry = checkout({ attempts: [attempt({ externalId })] })
      await store.insert(entry)
      expect(await store.saveCallback(callback({ externalId }), 1)).toBe(true)
      expect(await store.readyCallbacks({ now: 1e6, externalId, limit: 9 })).toMatchObject([
        { externalId, entryId: entry.id },
      ])
    })

    test('of concurrent uses of a key at most the limit is granted, until the window ends', async () => {
      const [one, two] = factory.sharesCounters === true ? await both() : [store, store]
      const key = uniqueName('key')
      const reserve = (at: number, on = one) => on.reserve(key, { now: at, windowMs: 1000, limit: 60 })
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, index) => reserve(5000, index % 2 === 0 ? one : two)),
      )
      const counts = results.map(({ count }) => count).sort((a, b) => a - b)
      expect(counts).toEqual([...Array.from({ length: 60 }, (_, index) => index + 1), ...Array(40).fill(61)])
      expect(results.every(({ until }) => until === 6000)).toBe(true)
      expect(await one.reserve(uniqueName('key'), { now: 5000, windowMs: 1000, limit: 1 })).toMatchObject({
        count: 1,
      })
      expect(await reserve(5999, two)).toEqual({ count: 61, until: 6000 })
      expect(await reserve(6000, two)).toEqual({ count: 1, until: 7000 })
    })

    test('a window that a wrong clock began far ahead is over, and one just ahead is not', async () => {
      const key = uniqueName('key')
      const reserve = (now: number) => store.reserve(key, { now, windowMs: 1000, limit: 1 })
      expect(await reserve(900_000)).toEqual({ count: 1, until: 901_000 })
      expect(await reserve(5000)).toEqual({ count: 1, until: 6000 })
      expect(await reserve(4001)).toEqual({ count: 2, until: 6000 })
    })

    test('uses without a limit are all granted', async () => {
      const key = uniqueName('key')
      const use = { now: 5000, windowMs: 1000, limit: Number.POSITIVE_INFINITY }
      for (const count of [1, 2, 3]) expect(await store.reserve(key, use)).toEqual({ count, until: 6000 })
    })

    test('of the refused uses one is counted, also where the limit changes within a window', async () => {
      const key = uniqueName('key')
      const counts: number[] = []
      for (const limit of [0, 0, 2, 2, 2, 5, 5, 5, 1, 5])
        counts.push((await store.reserve(key, { now: 5000, windowMs: 1000, limit })).count)
      expect(counts).toEqual([1, 1, 2, 3, 3, 4, 5, 6, 2, 3])
    })

    describe('claims', () => {
      const claim = (at: number, resolvedAt: number | null = null) => ({
        ...{ number: uniqueName('C'), at, content: null, receipts: [] },
        resolved: resolvedAt === null ? null : { state: 'accepted' as const, at: resolvedAt },
      })
      const saved = async (to: Store, entry: Checkout, erasedAttempts?: number[]) => {
        const { version = 0 } = (await to.entry(entry.id)) ?? {}
        const write = { expectedVersion: version, ...(erasedAttempts && { erasedAttempts }) }
        expect(await to.save(entry, write)).toBe('saved')
      }
      const receipt = (
        entryId: string,
        id: string,
        overrides: Partial<StoredReceipt> = {},
      ): StoredReceipt => ({
        ...{
          entryId,
          id: `receipt-${id}`,
          attempt: 1,
          type: 'image/png',
          size: 3,
          createdAt: 7,
          sealed: 'aaaaaaaaaa.x',
        },
        ...overrides,
      })

      test('that are open are listed by age, in pages, until they are decided', async () => {
        const isolated = await createEmpty()
        const entries = [3, 1, 2].map((at) =>
          checkout({ attempts: [attempt({ claims: [claim(0, 1), claim(at)] })] }),
        )
        for (const entry of entries) {
          await isolated.insert(entry)
          await saved(isolated, entry)
        }
        const first = await isolated.openClaims({ limit: 2 })
        const rest = await isolated.openClaims({ limit: 2, after: first.after ?? '' })
        expect([...first.claims, ...rest.claims].map(({ at }) => at)).toEqual([1, 2, 3])
        expect(rest.after).toBeNull()
        expect(await isolated.stats()).toMatchObject({ openClaims: 3, openClaimsSince: 1 })
        const [oldest] = first.claims
        expect(await isolated.claimByNumber(oldest?.number ?? '')).toEqual(oldest)
        expect(await isolated.claimByNumber('none')).toBeNull()

        const [decided] = entries
        const resolve = ({ n, claims }: Attempt) =>
          attempt({ n, claims: claims.map((each) => ({ ...each, resolved: { state: 'accepted', at: 9 } })) })
        if (decided !== undefined)
          await saved(isolated, { ...decided, attempts: decided.attempts.map(resolve) })
        expect((await isolated.openClaims({ limit: 9 })).claims.map(({ at }) => at)).toEqual([1, 2])
      })

      test('keep the receipts of an attempt: once for each id, up to a limit, until they are erased', async () => {
        const [one, two] = await both()
        const { id } = await inserted(checkout())
        expect(await one.saveReceipt(receipt(id, 'a'), 2)).toBe('saved')
        expect(await two.saveReceipt(receipt(id, 'a', { size: 4 }), 2)).toBe('exists')
        const raced = await Promise.all(
          ['b', 'c', 'd'].map((name, index) =>
            (index % 2 === 0 ? one : two).saveReceipt(receipt(id, name), 2),
          ),
        )
        expect(raced.toSorted()).toEqual(['full', 'full', 'saved'])
        expect(await two.receiptsOf(id, 1)).toHaveLength(2)
        expect(await one.receipt(id, 1, 'receipt-a')).toEqual(receipt(id, 'a'))
        expect(await one.receipt(id, 2, 'receipt-a')).toBeNull()
        expect(await one.saveReceipt(receipt(uniqueName('co'), 'a'), 2)).toBe('gone')

        await one.saveReceipt(receipt(id, 'kept', { attempt: 2 }), 2)
        const entry = await one.entry(id)
        if (entry?.kind === 'checkout') await saved(one, entry, [1])
        expect(await two.receiptsOf(id, 1)).toEqual([])
        expect(await two.receiptsOf(id, 2)).toHaveLength(1)
      })

      test('keep no receipt of an attempt that was erased meanwhile', async () => {
        const attempts = [attempt({ n: 1, erasedAt: 5 }), attempt({ n: 2 })]
        const { id } = await inserted(checkout({ attempts }))
        expect(await store.saveReceipt(receipt(id, 'a'), 2)).toBe('gone')
        expect(await store.receiptsOf(id, 1)).toEqual([])
        expect(await store.saveReceipt(receipt(id, 'a', { attempt: 2 }), 2)).toBe('saved')
      })

      test('replace the sealed bytes of a receipt, unless they have changed', async () => {
        const { id } = await inserted(checkout())
        const sealed = `${uniqueName('key').padEnd(10, 'x').slice(-10)}.1`
        const stored = receipt(id, 'a', { sealed })
        await store.saveReceipt(stored, 1)
        expect(await store.receiptsSealedBy([], null, 9)).toEqual([])
        const key = [sealed.slice(0, 10)]
        const found = { entryId: id, attempt: 1, id: 'receipt-a', sealed }
        expect(await store.receiptsSealedBy(key, null, 9)).toEqual([found])
        expect(await store.receiptsSealedBy(key, { ...found, id: 'receipt-0' }, 9)).toEqual([found])
        expect(await store.receiptsSealedBy(key, found, 9)).toEqual([])
        await store.replaceReceipt({ ...stored, sealed: 'other' }, 'lost')
        await store.replaceReceipt({ ...stored, id: 'receipt-none' }, 'lost')
        expect(await store.receipt(id, 1, 'receipt-a')).toEqual(stored)
        expect(await store.receipt(id, 1, 'receipt-none')).toBeNull()
        await store.replaceReceipt(stored, 'new')
        expect((await store.receipt(id, 1, 'receipt-a'))?.sealed).toBe('new')
      })

      test('keep the receipts of each attempt apart, and with every write that erases none', async () => {
        const isolated = await createEmpty()
        const [one, other] = [checkout(), checkout()]
        for (const entry of [one, other]) {
          await isolated.insert(entry)
          for (const number of [1, 2])
            expect(await isolated.saveReceipt(receipt(entry.id, 'a', { attempt: number }), 1)).toBe('saved')
        }
        const stored = [{ id: 'receipt-a', type: 'image/png', size: 3 }]
        expect(await isolated.receiptsOf(one.id, 1)).toEqual(stored)
        await saved(isolated, one)
        for (const number of [1, 2]) expect(await isolated.receiptsOf(one.id, number)).toEqual(stored)
        await saved(isolated, one, [1])
        expect(await isolated.receiptsOf(one.id, 1)).toEqual([])
        expect(await isolated.receiptsOf(other.id, 1)).toEqual(stored)
      })

      test('find sealed receipts in pages, by entry, attempt and id', async () => {
        const isolated = await createEmpty()
        for (const id of ['co_1', 'co_2']) await isolated.insert(checkout({ id }))
        const ordered = [
          receipt('co_1', 'c', { attempt: 1 }),
          receipt('co_1', 'd', { attempt: 1 }),
          receipt('co_1', 'b', { attempt: 2 }),
          receipt('co_1', 'a', { attempt: 10 }),
          receipt('co_2', 'a', { attempt: 1 }),
        ]
        for (const index of [4, 1, 3, 0, 2]) {
          const stored = ordered[index]
          if (stored !== undefined) await isolated.saveReceipt(stored, 9)
        }
        const keys = ordered.map(({ entryId, attempt: number, id, sealed }) => ({
          ...{ entryId, attempt: number, id, sealed },
        }))
        const key = ['aaaaaaaaaa']
        expect(await isolated.receiptsSealedBy(key, null, 9)).toEqual(keys)
        for (const [index, last] of [null, ...keys].entries())
          expect(await isolated.receiptsSealedBy(key, last, 2)).toEqual(keys.slice(index, index + 2))
      })

      test('keep an entry from being erased while one is open; then its receipts go, too', async () => {
        const isolated = await createEmpty()
        const made = claim(1)
        const open = checkout({ updatedAt: 1, attempts: [attempt({ claims: [made] })] })
        await isolated.insert(open)
        await saved(isolated, open)
        await isolated.saveReceipt(receipt(open.id, 'a'), 1)
        const eraseOld = () => isolated.eraseOld({ before: 10, now: 20, limit: 9 })
        expect(await eraseOld()).toBe(0)
        await saved(isolated, {
          ...open,
          attempts: [attempt({ claims: [{ ...claim(1, 2), number: made.number }] })],
        })
        expect(await eraseOld()).toBe(1)
        expect(await isolated.receipt(open.id, 1, 'receipt-a')).toBeNull()
        expect(await isolated.saveReceipt(receipt(open.id, 'b'), 1)).toBe('gone')
      })
    })

    test('the counters of reports lose no change of concurrent writers, while several processes add them up', async () => {
      const [one, other] = await both()
      const day = '1970-01-01'
      const total = async () => {
        const counts = await store.reportCounts({ from: day, to: day })
        return counts.reduce((sum, change) => sum + (change.counts['shown'] ?? 0), 0)
      }
      const before = await total()
      const key = { day, unit: 'attempt', pipeline: 'p2p', method: 'transfer', currency: 'UAH' } as const
      const entries = await Promise.all(Array.from({ length: 40 }, () => inserted(checkout())))
      await Promise.all([
        ...entries.map(async (entry, index) => {
          const write = { expectedVersion: 1, report: [{ key, counts: { shown: 1 } }] }
          expect(await (index % 2 === 0 ? one : other).save(entry, write)).toBe('saved')
          // The second one is written over an outdated version, and counts as little as it is stored.
          expect(await one.save(entry, write)).toBe('conflict')
        }),
        ...[one, other, one, other].map((each) => each.foldReport(15)),
      ])
      expect(await total()).toBe(before + 40)
      await Promise.all([one.foldReport(1000), other.foldReport(1000)])
      expect(await total()).toBe(before + 40)
      expect(await store.reportCounts({ from: '1969-01-01', to: '1969-12-31' })).toEqual([])
    })

    test('a new order counts in the report of its day, and in no other', async () => {
      const isolated = await createEmpty()
      const day = '1970-01-03'
      await isolated.insert(checkout({ createdAt: Date.parse(day) }))
      const units = async (from: string, to: string) =>
        (await isolated.reportCounts({ from, to })).map(({ key }) => [key.day, key.unit])
      expect(await units(day, day)).toEqual([[day, 'order']])
      expect(await units('1970-01-01', '1970-01-02')).toEqual([])
      expect(await units('1970-01-04', '1970-01-05')).toEqual([])
      while ((await isolated.foldReport(1)) > 0);
      expect(await units(day, day)).toEqual([[day, 'order']])
      expect(await isolated.foldReport(1)).toBe(0)
    })

    test('a listener for what cannot be read can unsubscribe', () => {
      const unsubscribe = store.onUnreadable(() => undefined)
      expect(unsubscribe).toBeTypeOf('function')
      unsubscribe()
    })

    test('the reconciliation that was recorded last replaces the one before, with its audit record', async () => {
      const result = (compared: number): RecordedReconciliation => ({
        ...{ from: null, to: '2026-01-31T00:00:00Z', byList: true, unanswered: 0, total: 0, differences: [] },
        ...{ compared, notCompared: [], unreadable: [], at: '2026-02-01T00:00:00Z', operator: 'anna' },
      })
      const audit = { at: 1000, operator: 'anna', address: null, action: 'recordReconciliation' }
      const record = { ...audit, ref: null, detail: uniqueName('run'), note: null }
      await store.recordReconciliation(result(1), record)
      await store.recordReconciliation(result(2), record)
      expect(await store.lastReconciliation()).toEqual(result(2))
      const records = await store.auditRecords({ after: 0, limit: 10_000 })
      expect(records.filter(({ detail }) => detail === record.detail)).toHaveLength(2)
    })

    test('the version of a page grows with writes that are not silent, in every process', async () => {
      const [entry, other] = [await inserted(checkout()), await inserted(checkout())]
      const versions = async () => {
        const found = await store.pageVersions([entry.id, other.id, uniqueName('co')])
        return [found.size, found.get(entry.id), found.get(other.id)]
      }
      const [unread, , others] = await versions()
      expect(unread).toBe(2)
      expect(others).toBeLessThanOrEqual(1)
      await store.save(entry, { expectedVersion: 1 })
      expect(await versions()).toEqual([2, 2, others])
      await store.save(entry, { expectedVersion: 2, silent: true })
      expect(await versions()).toEqual([2, 2, others])
      await store.save(entry, { expectedVersion: 3 })
      expect(await versions()).toEqual([2, 4, others])
      expect(await store.pageVersions([])).toEqual(new Map())
    })

    test('listeners in this process are notified of every write that is not silent until they unsubscribe', async () => {
      const changed: string[] = []
      const unsubscribe = store.listen((id) => changed.push(id))
      const entry = await inserted(checkout())
      expect(await store.save(entry, { expectedVersion: 1, silent: true })).toBe('saved')
      expect(changed).not.toContain(entry.id)
      await store.save(entry, { expectedVersion: 2 })
      expect(changed).toContain(entry.id)
      unsubscribe()
      changed.length = 0
      await store.save(entry, { expectedVersion: 3 })
      expect(changed).toEqual([])
    })
  })
}
