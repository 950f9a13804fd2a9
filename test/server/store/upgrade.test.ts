import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CheckoutDetail } from '../../../src/contract/index.ts'
import { createSealer, keyPrefixLength } from '../../../src/server/lib/seal.ts'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { sealedBy } from '../../../src/server/store/sealed-by.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { createHarness, type Harness } from '../harness.ts'

/**
 * `fixtures/0.1.db` and `0.1.sql` hold the same rows, written by version 0.1 with the sandbox: two payouts, and
 * checkouts named after what happened to them.
 */
const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', name)
const sealKey = Buffer.from('a seal key of the fixture: 0.1!!').toString('base64')
const savedAt = 1_767_232_222_000
const expectedStates: Record<string, string[]> = {
  choosing: [],
  pending: ['placed'],
  failed: ['failed'],
  corrected: ['succeeded'],
  form: ['succeeded'],
  undelivered: ['succeeded'],
  refused: ['refused'],
  unknown: ['unknown'],
  lost: ['placed', 'placed', 'placed'],
  unresolved: ['unknown'],
  acknowledged: ['unknown'],
  discarded: ['not_created'],
  'not-created': ['not_created'],
  'payout-paid': ['succeeded'],
  'payout-pending': ['placed'],
}

let folder: string
let postgres: TestPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypane-upgrade-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.end()
  await rm(folder, { recursive: true, force: true })
})

async function oldFile(): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.db`)
  await copyFile(fixture('0.1.db'), path)
  return path
}
async function oldDatabase(): Promise<string> {
  const url = await postgres.database()
  await postgres.query(url, await readFile(fixture('0.1.sql'), 'utf8'))
  return url
}

describe.each<[string, () => Promise<() => Store>]>([
  [
    'SQLite',
    async () => {
      const path = await oldFile()
      return () => sqliteStore(path)
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await oldDatabase()
      return () => postgresStore(url)
    },
  ],
])('a database of version 0.1 on %s', (_, makeDatabase) => {
  const stores: Store[] = []
  const upgraded = async (): Promise<Store> => {
    const store = (await makeDatabase())()
    stores.push(store)
    await store.open()
    return store
  }
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
  })

  /** A shop on the old database. The service reports Success for the order that was pending. */
  async function openShop(store: Store): Promise<Harness> {
    const pending = await entryOf(store, 'pending')
    const harness = createHarness({ store, paypane: { sealKey, adminToken: 'the operator' } })
    harness.restart({
      service: {
        ...harness.service,
        depositStatus: async (_pipeline, id) => {
          const externalId = 'externalId' in id ? id.externalId : undefined
          if (externalId === undefined || externalId !== pending.attempts[0]?.externalId)
            throw new Error('The service is down.')
          const order = { externalId, status: 'Success', amount: '1250.00', currency: 'UAH', history: [] }
          return { outcome: 'found', order: { ...order, externalParams: null } }
        },
      },
    })
    harness.clock.advance(savedAt + 5000 - harness.clock.now())
    return harness
  }

  test('every entry is read in its new shape', async () => {
    const store = await upgraded()
    const lists = [store.list({ kind: 'checkout', limit: 99 }), store.list({ kind: 'payout', limit: 99 })]
    const entries = (await Promise.all(lists)).flatMap((list) => list.entries)
    const states = entries.map((entry) => [refOf(entry), entry.attempts.map(({ state }) => state)])
    expect(Object.fromEntries(states)).toEqual(expectedStates)
    for (const attempt of entries.flatMap(({ attempts }) => attempts)) {
      expect(attempt.firstSentAt).toBe(attempt.activity[0]?.at)
      expect(attempt.sentAt).toBeGreaterThanOrEqual(attempt.firstSentAt)
    }
  })

  test('a second start changes nothing', async () => {
    const open = await makeDatabase()
    const first = open()
    await first.open()
    const before = await first.list({ kind: 'checkout', limit: 99 })
    await first.close()
    const second = open()
    stores.push(second)
    await second.open()
    expect(await second.list({ kind: 'checkout', limit: 99 })).toEqual(before)
  })

  test('a pending checkout shows its instructions and can be paid', async () => {
    const store = await upgraded()
    const shop = await openShop(store)
    const { id } = await entryOf(store, 'pending')
    expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', action: { type: 'transfer' } })
    await shop.advance(120)
    expect(await shop.getCheckout(id)).toMatchObject({ status: 'succeeded', final: true })
    expect(shop.events).toContainEqual(
      expect.objectContaining({ type: 'checkout.succeeded', ref: 'pending', entryId: id, seq: 1 }),
    )
  })

  test('an event that was never delivered is delivered', async () => {
    const shop = await openShop(await upgraded())
    await shop.advance(600, 10)
    const delivered = shop.events.filter(({ ref }) => ref === 'undelivered')
    expect(delivered.map(({ type }) => type)).toEqual(['checkout.succeeded'])
  })

  test('the log of an old attempt is typed, down to the last line', async () => {
    const store = await upgraded()
    const { entries } = await store.list({ kind: 'checkout', limit: 99 })
    const events = entries.flatMap(({ attempts }) => attempts.flatMap(({ activity }) => activity))
    expect(events.filter(({ type }) => type === 'text')).toEqual([])

    const logOf = async (order: string) => {
      const { attempts } = await entryOf(store, order)
      return attempts[0]?.activity.map(({ at: _at, lastAt: _lastAt, count: _count, ...event }) => event)
    }
    expect(await logOf('discarded')).toEqual([
      { type: 'create_sent' },
      { type: 'create_unknown', cause: 'connection' },
      { type: 'lookup_failed', cause: 'Error: the network is unreachable' },
      { type: 'lookup_failed', cause: 'not asked: the service is not answering' },
      { type: 'review_opened', reason: 'unresolved' },
      { type: 'lookup_failed', cause: 'not asked: the service is not answering' },
      { type: 'operator_decided', act: 'discard', note: 'support has no such order' },
      { type: 'not_created' },
    ])
    expect(await logOf('refused')).toEqual([
      { type: 'create_sent' },
      { type: 'create_refused', status: 400, label: 'LIMITS_ERROR' },
      { type: 'lookup_not_found' },
    ])
    expect(await logOf('acknowledged')).toContainEqual({
      type: 'operator_decided',
      act: 'acknowledge',
      note: 'support knows\nof it: ticket 7',
    })
  })

  test('an operator resolves a review that was opened before the upgrade', async () => {
    const store = await upgraded()
    const shop = await openShop(store)
    const { id } = await entryOf(store, 'unresolved')
    const response = await shop.post(
      `/admin/checkouts/${id}/review`,
      { attempt: 1, act: 'discard', note: 'support has no such order' },
      { authorization: 'Bearer the operator' },
    )
    const detail = CheckoutDetail.parse(await response.json())
    expect(detail).toMatchObject({ needsReview: false, attempts: [{ state: 'not_created' }] })
  })

  test('everything sealed by 0.1 is re-encrypted and can be decrypted', async () => {
    const store = await upgraded()
    const shop = await openShop(store)
    const sealedTexts = async (): Promise<string[]> => {
      const lists = [store.list({ kind: 'checkout', limit: 99 }), store.list({ kind: 'payout', limit: 99 })]
      const entries = (await Promise.all(lists)).flatMap((list) => list.entries)
      const cards = await store.cardsOf('c-7')
      const prefixes = entries.flatMap((entry) => sealedBy(entry)?.split(',') ?? [])
      return [...prefixes, ...cards.map(({ token }) => token.slice(0, keyPrefixLength))]
    }
    const before = await sealedTexts()
    expect(before.length).toBeGreaterThan(3)
    expect(before.every((prefix) => prefix.startsWith('1.'))).toBe(true)

    await shop.drain()
    const after = await sealedTexts()
    expect(after.length).toBeGreaterThan(3)
    expect(after.filter((prefix) => !prefix.startsWith('2.'))).toEqual([])

    const sealer = await createSealer([sealKey])
    const [card] = await store.cardsOf('c-7')
    const place = { purpose: 'card', customer: 'c-7', card: card?.id ?? '' } as const
    expect(await sealer.open(place, card?.token ?? '')).not.toBeNull()
    const { id, attempts } = await entryOf(store, 'unknown')
    const { externalTransactionId = '', body } = attempts[0] ?? {}
    expect(
      await sealer.open({ purpose: 'body', entry: id, externalTransactionId }, body ?? ''),
    ).not.toBeNull()
  })

  test('the checkouts of a customer are found', async () => {
    const store = await upgraded()
    const { entries } = await store.list({ kind: 'checkout', customer: 'c-7', limit: 99 })
    const all = await store.list({ kind: 'checkout', limit: 99 })
    expect(entries).toEqual(
      all.entries.filter((entry) => entry.kind === 'checkout' && entry.customer === 'c-7'),
    )
    expect(entries.length).toBeGreaterThan(0)
  })

  test('old events are listed by type and time', async () => {
    const store = await upgraded()
    const { events } = await store.listEvents({ limit: 99 })
    expect(events.length).toBeGreaterThan(5)
    expect(events.map(({ event }) => event.at)).toEqual(
      events.map(({ event }) => event.at).toSorted((a, b) => b - a),
    )
    for (const { event } of events) {
      const found = await store.listEvents({
        types: [event.type],
        since: event.at,
        until: event.at + 1,
        limit: 99,
      })
      expect(found.events.map((listed) => listed.event.id)).toContain(event.id)
    }
  })

  test('saved cards and unmatched callbacks are kept', async () => {
    const store = await upgraded()
    expect(await store.cardsOf('c-7')).toHaveLength(1)
    expect(
      await store.deleteUnmatchedCallbacks({
        before: savedAt + 1,
        unacknowledgedBefore: savedAt + 1,
        limit: 0,
      }),
    ).toBe(1)
  })
})

test('a file from before statuses were stored is migrated at one start', async () => {
  const path = await oldFile()
  const db = new DatabaseSync(path)
  db.exec(`DROP INDEX entries_status; ALTER TABLE entries DROP COLUMN status;
    DROP INDEX cards_sealed_by; DELETE FROM paypane_schema WHERE version > 1`)
  db.close()
  const store = sqliteStore(path)
  await store.open()
  const { entries } = await store.list({ kind: 'checkout', status: 'choosing', limit: 99 })
  expect(entries.map(refOf)).toEqual(['choosing'])
  await store.close()
})

test('a checkout is found by the customer of an attempt from before those were indexed', async () => {
  const path = await oldFile()
  const first = sqliteStore(path)
  await first.open()
  await first.close()
  const db = new DatabaseSync(path)
  db.exec(`UPDATE entries SET customer = NULL`)
  db.close()
  const store = sqliteStore(path)
  await store.open()
  const { entries } = await store.list({ kind: 'checkout', customer: 'c-7', limit: 99 })
  expect(entries.length).toBeGreaterThan(0)
  await store.close()
})

const refOf = (entry: Entry): string => (entry.kind === 'checkout' ? entry.order : entry.reference)

async function entryOf(store: Store, order: string): Promise<Entry> {
  const entry = await store.entryByRef('checkout', order)
  if (entry === null) throw new Error(`The fixture has no order ${order}.`)
  return entry
}
