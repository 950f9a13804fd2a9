import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { postgresDriver } from '../../../src/server/postgres/driver.ts'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import { sqliteDriver } from '../../../src/server/sqlite/driver.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { type EntryPage, refOf } from '../../../src/server/store/entries.ts'
import { type Migration, migrations } from '../../../src/server/store/sql/migrate.ts'
import { query } from '../../../src/server/store/sql/statement.ts'
import { type Driver, sqlStore } from '../../../src/server/store/sql/store.ts'
import type { MigrationProgress, Store } from '../../../src/server/store/store.ts'
import { newFolder } from '../../support/new-folder.ts'
import { startPostgres } from '../../support/postgres.ts'
import { schemaOf } from '../../support/schema-of.ts'
import { createHarness, type Harness } from '../harness.ts'

/** `fixtures/1.0` is a database as version 1.0 writes it: see `write-fixture.ts`. */
const fixture = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, 'fixtures/1.0', `${name}.sql`), 'utf8')
const sealKey = Buffer.from('a seal key of the fixture: 1.0!!').toString('base64')
const writtenAt = Date.UTC(2026, 0, 1, 0, 1, 30)
const expectedStates: Record<string, string[]> = {
  choosing: [],
  pending: ['placed'],
  replaced: ['placed', 'placed'],
  failed: ['failed'],
  corrected: ['succeeded'],
  paid: ['succeeded'],
  underpaid: ['succeeded'],
  refused: ['refused'],
  lost: ['placed', 'placed'],
  undelivered: ['succeeded'],
  'payout-paid': ['succeeded'],
  'payout-pending': ['placed'],
  'payout-awaiting': [],
}

const folder = newFolder(afterAll)
const postgres = await startPostgres()
afterAll(() => postgres.end())

async function sqliteFile(): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.db`)
  const db = new DatabaseSync(path)
  db.exec(`${await fixture('sqlite')}BEGIN; ${await fixture('rows')}COMMIT`)
  db.close()
  return path
}
async function postgresDatabase(): Promise<string> {
  const url = await postgres.database()
  await postgres.query(url, (await fixture('postgres')) + (await fixture('rows')))
  return url
}

test.each(['sqlite', 'postgres'] as const)(
  'the schema of 1.0 on %s is as it was published; until then, npm run fixture writes it',
  async (database) => {
    expect(schemaOf(database)).toBe(await fixture(database))
  },
)

interface Database {
  store(): Store
  driver(): Driver
  query(sql: string): Promise<Record<string, unknown>[]>
}

describe.each<[string, () => Promise<Database>]>([
  [
    'SQLite',
    async () => {
      const path = await sqliteFile()
      return {
        store: () => sqliteStore(path),
        driver: () => sqliteDriver(path),
        query: async (sql) => querySqlite(path, sql),
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgresDatabase()
      return {
        store: () => postgresStore(url),
        driver: () => postgresDriver(url, {}),
        query: (sql) => postgres.query(url, sql),
      }
    },
  ],
])('a database of version 1.0 on %s', (_, makeDatabase) => {
  const stores: Store[] = []
  const opened = async (open: () => Store): Promise<Store> => {
    const store = open()
    stores.push(store)
    await store.open()
    return store
  }
  const upgraded = async (): Promise<Store> => opened((await makeDatabase()).store)
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
  })

  test('every entry is read', async () => {
    const entries = await entriesOf(await upgraded())
    const states = entries.map((entry) => [refOf(entry), entry.attempts.map(({ state }) => state)])
    expect(Object.fromEntries(states)).toEqual(expectedStates)
  })

  test('a second start changes nothing', async () => {
    const { store: open } = await makeDatabase()
    const before = await entriesOf(await opened(open))
    expect(await entriesOf(await opened(open))).toEqual(before)
  })

  test('a pending checkout shows its payment details and can be paid', async () => {
    const shop = await openShop(await upgraded())
    const { id } = await shop.createCheckout('pending')
    expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', action: { type: 'transfer' } })
    await shop.advance(120, 10)
    expect(await shop.getCheckout(id)).toMatchObject({ status: 'succeeded', final: true })
    expect(shop.events).toContainEqual(
      expect.objectContaining({ type: 'checkout.succeeded', ref: 'pending', entryId: id, seq: 1 }),
    )
  })

  test('what a newer version has stored beside it survives a write', async () => {
    const database = await makeDatabase()
    const before = database.store()
    await before.open()
    await before.close()
    await database.query(
      `UPDATE entries SET doc = replace(replace(replace(doc, '"kind":', '"later":{"a":[1]},"kind":'), '"n":1,', '"n":1,"later":"b",'), '"count":', '"later":null,"count":')`,
    )
    const shop = await openShop(await opened(database.store))
    await shop.advance(120, 10)
    const [row] = await database.query(
      "SELECT doc FROM entries WHERE ref = 'pending' AND status = 'succeeded'",
    )
    const document = JSON.parse(String(row?.['doc']))
    expect(document).toMatchObject({ later: { a: [1] }, attempts: [{ n: 1, later: 'b' }] })
    expect(document.attempts[0].activity[0]).toMatchObject({ type: 'create_sent', later: null })
  })

  test('a migration goes on where it was interrupted, says how far it is, and runs once in two processes', async () => {
    const database = await makeDatabase()
    const pieces: string[] = []
    const onPiece = (after: string): void => {
      if (pieces.length === 1 && after !== pieces[0]) throw new Error('The process ends.')
      pieces.push(after)
    }
    const open = (): Store => sqlStore(database.driver(), [...migrations, laterMigration(onPiece)])
    const interrupted = open()
    await expect(interrupted.open()).rejects.toThrow()
    await interrupted.close()
    // Of the first piece, which was committed.
    expect(pieces).toEqual([''])
    pieces.push('interrupted')

    const progress: MigrationProgress[] = []
    const processes = [open(), open()]
    stores.push(...processes)
    await Promise.all(processes.map((store) => store.open((step) => progress.push(step))))
    const changed = progress.map((step) => step.changed)
    expect(changed.filter((count, index) => changed.indexOf(count) === index).sort((a, b) => a - b)).toEqual([
      10, 13,
    ])
    expect(progress.at(-1)).toMatchObject({ version: 101, total: 13 })
    expect(pieces).toHaveLength(new Set(pieces).size)
    const [wrong] = await database.query(
      'SELECT COUNT(*) AS count FROM entries WHERE attempt_count IS NULL OR attempt_count <> (SELECT COUNT(*) FROM attempts WHERE entry_id = entries.id)',
    )
    expect(Number(wrong?.['count'])).toBe(0)

    await expect(opened(database.store)).rejects.toThrow(/is at version 101; this Paypane supports 100/)
  })

  test('an event that was never delivered is delivered', async () => {
    const shop = await openShop(await upgraded())
    await shop.advance(600, 10)
    const delivered = shop.events.filter(({ ref }) => ref === 'undelivered')
    expect(delivered.map(({ type }) => type)).toEqual(['checkout.succeeded'])
  })

  test('customers, cards, events, callbacks and audit records are found', async () => {
    const store = await upgraded()
    const { entries } = await store.list({ kind: 'checkout', customer: 'c-7', limit: 99 })
    expect(entries.map(refOf).sort()).toEqual(['lost', 'paid'])
    expect(await store.cardsOf('c-7')).toHaveLength(1)
    const { events } = await store.listEvents({ types: ['checkout.corrected'], limit: 99 })
    expect(events.map(({ event }) => event.ref)).toEqual(['corrected'])
    const { callbacks } = await store.unmatchedCallbacks({ limit: 99 })
    expect(callbacks.map(({ externalId }) => externalId)).toContain('of-another-shop')
    expect((await store.auditRecords({ after: 0, limit: 99 })).map(({ ref }) => ref)).toEqual([
      'payout-paid',
      'payout-pending',
      'payout-awaiting',
    ])
  })
})

function querySqlite(path: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(path)
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

/** A migration that a later version could have: a new column, filled in pieces. */
function laterMigration(onPiece: (after: string) => void): Migration {
  return {
    version: 101,
    statements: () => ['ALTER TABLE entries ADD COLUMN attempt_count BIGINT'],
    rows: {
      count: 'SELECT COUNT(*) AS count FROM entries',
      *piece(after) {
        const rows = yield* query`SELECT id, doc FROM entries WHERE id > ${after} ORDER BY id LIMIT 5`
        for (const { id, doc } of rows) {
          const { attempts } = JSON.parse(String(doc))
          yield* query`UPDATE entries SET attempt_count = ${attempts.length} WHERE id = ${String(id)}`
        }
        onPiece(after)
        const last = rows.at(-1)
        return last === undefined ? null : { last: String(last['id']), count: rows.length }
      },
    },
  }
}

async function entriesOf(store: Store): Promise<Entry[]> {
  const lists: Promise<EntryPage>[] = [
    store.list({ kind: 'checkout', limit: 99 }),
    store.list({ kind: 'payout', limit: 99 }),
  ]
  return (await Promise.all(lists)).flatMap((list) => list.entries)
}

/** A shop on the database. The service reports Success for the order that was pending, and is down for others. */
async function openShop(store: Store): Promise<Harness> {
  const pending = await store.entryByRef('checkout', 'pending')
  const harness = createHarness({ store, paypane: { sealKey } })
  harness.orders.set('pending', { amount: '1250.00', currency: 'UAH' })
  harness.restart({
    service: {
      ...harness.service,
      depositStatus: async (_pipeline, id) => {
        const externalId = 'externalId' in id ? id.externalId : undefined
        if (externalId === undefined || externalId !== pending?.attempts[0]?.externalId)
          throw new Error('The service is down.')
        const order = { externalId, status: 'Success', amount: '1250.00', currency: 'UAH', history: [] }
        return { outcome: 'found', order: { ...order, externalParams: null } }
      },
    },
  })
  harness.clock.advance(writtenAt + 5000 - harness.clock.now())
  return harness
}
