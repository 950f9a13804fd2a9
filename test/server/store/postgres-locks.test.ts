import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { postgresDriver } from '../../../src/server/postgres/driver.ts'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import type { StoredCard } from '../../../src/server/store/cards.ts'
import { copyStore } from '../../../src/server/store/sql/copy.ts'
import { sqlStore } from '../../../src/server/store/sql/store.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { startPostgres } from '../../support/postgres.ts'
import { callback, card, checkout, event, reported } from './fixtures.ts'

/** Each write depends on what another process is just committing, and waits for it. */

const postgres = await startPostgres()
afterAll(() => postgres.end())

/** A database with two processes, and a client that has locked rows which they need. */
async function openDatabase(isolation = 'read committed') {
  const url = await postgres.database()
  const name = new URL(url).pathname.slice(1)
  await postgres.query(url, `ALTER DATABASE ${name} SET default_transaction_isolation = '${isolation}'`)
  const stores: [Store, Store] = [postgresStore(url), postgresStore(url)]
  for (const store of stores) await store.open()
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await client.end()
  })
  return {
    stores,
    /** What these statements select for an update, or change, is locked until the commit. */
    lock: (statements: string) => client.query(`BEGIN; SET LOCAL search_path TO paypane; ${statements}`),
    commit: () => client.query('COMMIT'),
    /** Resolves once so many transactions wait for another one. */
    waiting: (count: number) =>
      vi.waitFor(async () => {
        const rows = await postgres.query(
          url,
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        expect(rows).toHaveLength(count)
      }, 20_000),
  }
}

async function saveCard(store: Store, stored: StoredCard): Promise<void> {
  const entry = checkout()
  await store.insert(entry)
  expect(await store.save(entry, { expectedVersion: 1, reportedCard: reported(stored) })).toBe('saved')
}

test.each<[what: string, remove: (store: Store) => Promise<unknown>, removed: unknown]>([
  ['its customer removes', (store) => store.deleteCard('anna', 'card_1', 2000), true],
  ['is deleted with its customer', (store) => store.deleteCards('anna'), 1],
])('a card that %s while another process re-encrypts it is gone', async (_, remove, removed) => {
  const { stores, lock, commit, waiting } = await openDatabase()
  const [one, other] = stores
  const cards = [card('anna', { id: 'card_1' }), card('boris', { id: 'card_2' })]
  for (const stored of cards) await saveCard(one, stored)
  await lock("SELECT id FROM cards WHERE id = 'card_2' FOR UPDATE")
  const replaced = one.replaceCards(
    cards.map((from) => ({ from, to: { ...from, token: 'new', fingerprint: `new ${from.id}` } })),
  )
  await waiting(1)
  const removal = remove(other)
  await waiting(2)
  await commit()
  await replaced
  expect(await removal).toEqual(removed)
  expect(await one.cardsOf('anna')).toEqual([])
  expect(await one.cardsOf('boris')).toMatchObject([{ token: 'new' }])
})

test('a card that two processes re-encrypt is there once, also where its customer has it under the new key', async () => {
  const { stores, lock, commit, waiting } = await openDatabase()
  const [one, other] = stores
  const [old, twin, next] = [card('anna', { id: 'card_1' }), card('anna', { id: 'card_2' }), card('boris')]
  for (const stored of [old, twin, next]) await saveCard(one, stored)
  await lock(`SELECT id FROM cards WHERE id = '${next.id}' FOR UPDATE`)
  const change = (from: StoredCard, token: string) => ({ from, to: { ...from, token, fingerprint: 'new' } })
  const first = one.replaceCards([change(old, 'of one'), change(next, 'of one')])
  await waiting(1)
  const second = other.replaceCards([change(old, 'of the other'), change(twin, 'of the other')])
  await waiting(2)
  await commit()
  await Promise.all([first, second])
  expect(await one.cardsOf('anna')).toMatchObject([{ id: 'card_1', token: 'of one' }])
})

test.each(['read committed', 'repeatable read'])(
  'a card is not saved again after its removal where transactions are %s by default',
  async (isolation) => {
    const { stores, lock, commit, waiting } = await openDatabase(isolation)
    const [one] = stores
    const removed = card('anna', { id: 'card_1', fingerprint: 'f' })
    await saveCard(one, removed)
    const entry = checkout()
    await one.insert(entry)
    await lock("DELETE FROM cards WHERE id = 'card_1'; INSERT INTO removed_cards VALUES ('anna', 'f', 2000)")
    const saved = one.save(entry, {
      expectedVersion: 1,
      reportedCard: reported({ ...removed, id: 'card_2' }, 1000),
    })
    await waiting(1)
    await commit()
    expect(await saved).toBe('saved')
    expect(await one.cardsOf('anna')).toEqual([])
  },
)

/** An old checkout with an event that was delivered. */
async function insertDelivered(store: Store, id: string): Promise<void> {
  const entry = checkout({ id })
  const sent = event(id, 1, { id: `evt_of_${id}` })
  await store.insert(entry)
  await store.save(entry, { expectedVersion: 1, events: [sent] })
  await store.eventTried(sent.id, { at: 1000, durationMs: 1, error: null, resends: 0, retryAt: 0 })
}

const eraseOld = (store: Store): Promise<number> => store.eraseOld({ before: 5000, now: 9000, limit: 9 })

test('a checkout is not erased while an operator sends an event of it again', async () => {
  const { stores, lock, commit, waiting } = await openDatabase()
  const [one] = stores
  await insertDelivered(one, 'co_1')
  await lock('UPDATE events SET delivered_at = NULL, resends = 1')
  const erased = eraseOld(one)
  await waiting(1)
  await commit()
  expect(await erased).toBe(0)
  expect(await one.eventsOf('co_1')).toMatchObject([{ resends: 1, deliveredAt: null }])
  expect(await one.entry('co_1')).toMatchObject({ erasedAt: null })
})

test('an event that is erased meanwhile is not found', async () => {
  const { stores, lock, commit, waiting } = await openDatabase()
  const [one, other] = stores
  await insertDelivered(one, 'co_1')
  await lock("SELECT id FROM entries WHERE id = 'co_1' FOR UPDATE")
  const erased = eraseOld(one)
  await waiting(1)
  const resent = other.resendEvent('evt_of_co_1', 6000)
  await Promise.race([resent, waiting(2)])
  await commit()
  expect(await erased).toBe(1)
  expect(await resent).toBeNull()
})

test('events that are erased meanwhile do not end a request that sends many again', async () => {
  const { stores, lock, commit, waiting } = await openDatabase()
  const [one, other] = stores
  for (const id of ['co_1', 'co_2', 'co_3']) await insertDelivered(one, id)
  await lock("DELETE FROM events WHERE id = 'evt_of_co_1'")
  const page = other.resendEvents({ since: 0, now: 9000, limit: 2 })
  await waiting(1)
  await commit()
  const { count, after } = await page
  expect(count).toBe(1)
  const rest = await other.resendEvents({ since: 0, now: 9000, limit: 2, after: after ?? '' })
  expect(rest).toEqual({ count: 1, after: null })
})

test('a callback that is applied meanwhile is not reported as unmatched', async () => {
  const { stores, lock, commit, waiting } = await openDatabase()
  const [one] = stores
  await one.saveCallback(callback(), 1000)
  await lock("UPDATE callbacks SET applied_at = 2000, entry_id = 'co_1'")
  const reviewed = one.reviewUnmatchedCallbacks({ receivedBefore: 5000, now: 9000, limit: 9 }, () => {
    throw new Error('It has no event.')
  })
  await waiting(1)
  await commit()
  expect(await reviewed).toEqual([])
})

test('a server that starts while its database is copied ends the copy', async () => {
  const [url, copyUrl] = [await postgres.database(), await postgres.database()]
  const [server, to] = [postgresStore(url), postgresStore(copyUrl)]
  await server.open()
  await server.insert(checkout())
  await server.close()
  const started = postgresStore(url)
  const driver = postgresDriver(url, {})
  let isStarted = false
  const from = sqlStore({
    ...driver,
    async read(operation) {
      if (isStarted) await started.ping()
      return await driver.read(operation)
    },
  })
  onTestFinished(async () => {
    await Promise.all([started, from, to].map((store) => store.close()))
  })
  const copied = copyStore(from, to, () => {
    isStarted = true
  })
  await expect(copied).rejects.toThrow('A server is running on the source')
  expect(await postgres.query(copyUrl, 'SELECT * FROM paypane_schema')).toEqual([])
})
