import { inspect } from 'node:util'
import { Client, Pool } from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { postgresDriver } from '../../../src/server/postgres/driver.ts'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import type { ListQuery } from '../../../src/server/store/entries.ts'
import { listEntries } from '../../../src/server/store/sql/entry-list.ts'
import { type Migration, migrations } from '../../../src/server/store/sql/migrate.ts'
import { sqlStore } from '../../../src/server/store/sql/store.ts'
import { startPostgres } from '../../support/postgres.ts'
import { describeStore } from './conformance.ts'
import { checkout } from './fixtures.ts'

type ConnectCallback = Parameters<Pool['connect']>[0]

const postgres = await startPostgres()
afterAll(() => postgres.end())

describeStore('the store in PostgreSQL', () => ({
  sharesCounters: true,
  async createEmpty() {
    const url = await postgres.database()
    return {
      // Not the role's name, which is in its `search_path`.
      store: postgresStore(url, { connections: 4, schema: 'tables' }),
      reopen: () => postgresStore(url, { connections: 4, schema: 'tables' }),
    }
  },
}))

test('many stores that open a new database at once all find it migrated', async () => {
  const url = await postgres.database()
  const stores = Array.from({ length: 6 }, () => postgresStore(url))
  await Promise.all(stores.map((store) => store.open()))
  await Promise.all(stores.map((store) => store.close()))
  const rows = await postgres.query(
    url,
    'SELECT COUNT(*)::int - COUNT(DISTINCT version)::int AS twice FROM paypane_schema',
  )
  expect(rows).toEqual([{ twice: 0 }])
})

test('an address that is not a URL is refused without its password', () => {
  const refusal = (): unknown => {
    try {
      return postgresStore('postgres://paypane:half#way@db.internal/shop')
    } catch (error) {
      return error
    }
  }
  expect(refusal()).toBeInstanceOf(TypeError)
  expect(inspect(refusal())).toContain('is not a URL')
  expect(inspect(refusal())).not.toContain('half')
})

test('a pooler that keeps no prepared statements fails no operation', async () => {
  const url = await postgres.database()
  const store = postgresStore(url, { connections: 2 })
  await store.open()
  const first = checkout({ id: 'co_1' })
  await store.insert(first)
  await Promise.all([1, 2, 3, 4].map(() => store.entry('co_1')))
  const { connect } = Pool.prototype
  function connectToPooler(this: Pool, callback: ConnectCallback): void {
    connect.call(this, (error, client, done) => {
      void client?.query('DEALLOCATE ALL')
      callback(error, client, done)
    })
  }
  Object.assign(Pool.prototype, { connect: connectToPooler })
  onTestFinished(async () => {
    Object.assign(Pool.prototype, { connect })
    await store.close()
  })
  const read = await Promise.all([1, 2, 3, 4].map(() => store.entry('co_1')))
  expect(read.map((entry) => entry?.id)).toEqual(['co_1', 'co_1', 'co_1', 'co_1'])
  expect(await store.save({ ...first, expired: true }, { expectedVersion: 1 })).toBe('saved')
})

test('a connection that ends as soon as it is there stops no process', async () => {
  const pool = new Pool({ connectionString: await postgres.database() })
  const connect = (callback: ConnectCallback): void =>
    pool.connect((error, client, done) => {
      callback(error, client, done)
      client?.emit('error', new Error('terminating connection due to administrator command'))
    })
  const store = postgresStore(Object.assign(Object.create(pool), { connect }))
  onTestFinished(async () => {
    await store.close()
    await pool.end()
  })
  await store.open()
  expect(await store.entry('co_1')).toBeNull()
})

test('a table that a newer process changes can still be read', async () => {
  const url = await postgres.database()
  const store = postgresStore(url)
  onTestFinished(() => store.close())
  await store.open()
  expect(await store.cardsOf('a customer')).toEqual([])
  await postgres.query(url, 'ALTER TABLE paypane.cards ADD COLUMN later TEXT')
  expect(await store.cardsOf('a customer')).toEqual([])
})

test('a database that can only be read is refused when it is opened, and nothing is read from it', async () => {
  const url = await postgres.database()
  const store = postgresStore(url)
  await store.open()
  await store.close()
  await postgres.query(
    url,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
  )
  const later = postgresStore(url)
  const connect = vi.spyOn(Client.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  await expect(later.open()).rejects.toThrow(/cannot be reached.*25006.*read-only transaction/)
  // Many processes retry each second: none opens more than one connection for it.
  expect(connect).toHaveBeenCalledTimes(1)
  await expect(later.entryByRef('checkout', '1042')).rejects.toThrow(/read-only transaction/)
  await later.close()
})

test('a database from before 1.0 is refused by name and not changed', async () => {
  const url = await postgres.database()
  await postgres.query(
    url,
    'CREATE SCHEMA paypane; CREATE TABLE paypane.paypane_schema (version BIGINT NOT NULL); INSERT INTO paypane_schema VALUES (15)',
  )
  const store = postgresStore(url)
  await expect(store.open()).rejects.toThrow(/^The database was written by a Paypane before 1\.0 /)
  await store.close()
  expect(await tablesOf(url)).toEqual(['paypane.paypane_schema'])
})

test('a database of a newer version is refused and not changed', async () => {
  const url = await postgres.database()
  const store = postgresStore(url)
  await store.open()
  await store.close()
  await postgres.query(url, 'INSERT INTO paypane_schema (version) VALUES (999)')
  const later = postgresStore(url)
  await expect(later.open()).rejects.toThrow(/version 999.*Nothing was touched/)
  await later.close()
})

test('names are found by their first characters and by index, whatever the locale', async () => {
  const any = await postgres.database()
  await postgres.query(
    any,
    "CREATE DATABASE linguistic TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'",
  )
  const url = Object.assign(new URL(any), { pathname: '/linguistic' }).href
  const store = postgresStore(url)
  await store.open()
  const [upper, lower] = [checkout({ order: 'INV-10' }), checkout({ order: 'inv-1' })]
  for (const entry of [upper, lower]) await store.insert(entry)
  const query: ListQuery = { kind: 'checkout', search: { text: 'INV', prefix: true }, limit: 9 }
  // Parts of a reference are found in any case.
  expect((await store.list(query)).entries.map(({ id }) => id).sort()).toEqual([upper.id, lower.id].sort())
  await store.close()

  const step = listEntries(query).next()
  if (step.done === true) throw new Error('The operation yields no statement.')
  let n = 0
  const sql = step.value.sql.replaceAll('?', () => `$${++n}`)
  const client = new Client({
    connectionString: url,
    options: '-c search_path=paypane -c enable_seqscan=off',
  })
  await client.connect()
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...step.value.values])
  await client.end()
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toContain('Seq Scan')
  for (const column of ['id', 'ref', 'external_transaction_id', 'external_id'])
    expect(plan).toMatch(new RegExp(`Index Cond: .*\\(${column} >= `))
})

const tablesOf = async (url: string): Promise<unknown[]> =>
  (
    await postgres.query(
      url,
      "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    )
  ).map(({ name }) => name)

test('a migration takes as long as it takes, whatever the limits of the connections', async () => {
  const pool = new Pool({ connectionString: await postgres.database(), query_timeout: 5000 }).on(
    'error',
    () => undefined,
  )
  const slow: Migration = { version: 101, statements: () => ['SELECT pg_sleep(5.2)'] }
  const store = sqlStore(postgresDriver(pool, {}), [...migrations, slow])
  onTestFinished(async () => {
    await store.close()
    await pool.end()
  })
  await store.open()
})

test('a server that becomes read-only is left at once, for the one that takes over', async () => {
  const [former, next] = [await postgres.database(), await postgres.database()]
  let current = former
  class Failover extends Client {
    constructor() {
      super({ connectionString: current })
    }
  }
  // More connections than an operation is tried again.
  const pool = new Pool({ Client: Failover, max: 20 }).on('error', () => undefined)
  const [store, successor] = [postgresStore(pool, { connections: 5 }), postgresStore(next)]
  onTestFinished(async () => {
    await Promise.all([store.close(), successor.close()])
    await pool.end()
  })
  await store.open()
  await successor.open()
  const lost = checkout()
  await store.insert(lost)
  await Promise.all(Array.from({ length: 20 }, () => store.ping()))
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  expect(clients).toHaveLength(20)
  for (const client of clients) {
    await client.query('SET default_transaction_read_only = on')
    client.release()
  }
  current = next
  expect(await store.insert(checkout())).toBe(true)
  const entries = Array.from({ length: 20 }, () => checkout())
  expect(await Promise.all(entries.map((entry) => store.insert(entry)))).toEqual(entries.map(() => true))
  expect(await store.entry(lost.id)).toBeNull()
})

test('the tables are not made again where they are in another schema', async () => {
  const url = await postgres.database()
  const [first, misnamed] = [postgresStore(url, { schema: 'pay' }), postgresStore(url)]
  await first.open()
  await expect(misnamed.open()).rejects.toThrow(/are in the schema pay, and paypane does not exist/)
  await Promise.all([first.close(), misnamed.close()])
  expect((await tablesOf(url)).filter((name) => !String(name).startsWith('pay.'))).toEqual([])
})

test("the shop's own tables of the same names are left alone", async () => {
  const url = await postgres.database()
  await postgres.query(url, 'CREATE TABLE public.events (id int); CREATE TABLE public.entries (id int)')
  const [store, second] = [postgresStore(url), postgresStore(url, { schema: 'pay_2' })]
  await store.open()
  await postgres.query(url, 'CREATE SCHEMA pay_2')
  await second.open()
  const entry = checkout()
  await store.insert(entry)
  expect(await store.entry(entry.id)).toEqual(entry)
  expect(await second.entry(entry.id)).toBeNull()
  await Promise.all([store.close(), second.close()])
  const tables = await tablesOf(url)
  expect(tables).toEqual(expect.arrayContaining(['public.events', 'paypane.events', 'pay_2.events']))
  expect(tables.filter((name) => String(name).startsWith('public.'))).toHaveLength(2)
})

test('a schema that the role may not create is named, and one that exists is enough', async () => {
  const url = await postgres.database()
  await postgres.query(url, "CREATE ROLE clerk LOGIN PASSWORD 'clerk'")
  const ofClerk = url.replace('paypane:paypane@', 'clerk:clerk@')
  const store = postgresStore(ofClerk)
  await expect(store.open()).rejects.toThrow(/42501: permission denied for database/)
  await postgres.query(url, 'CREATE SCHEMA paypane AUTHORIZATION clerk')
  await store.open()
  await store.close()
  expect(() => postgresStore(url, { schema: 'Pay"' })).toThrow('schema is not 1 to 48')
})

test("the merchant's own pool is used, left as it was and left open", async () => {
  const url = await postgres.database()
  const pool = new Pool({ connectionString: url, max: 4 }).on('error', () => undefined)
  const [store, other] = [postgresStore(pool), postgresStore(url)]
  await store.open()
  await other.open()
  const entries = Array.from({ length: 8 }, () => checkout())
  const notified = new Promise<string>((resolve) => store.listen(resolve))
  await Promise.all(entries.map((entry) => store.insert(entry)))
  expect(await Promise.all(entries.map(({ id }) => store.entry(id)))).toEqual(entries)
  await Promise.all(entries.map((entry) => store.save(entry, { expectedVersion: 1 })))
  expect(entries.map(({ id }) => id)).toContain(await notified)
  await store.reserve('key', { now: 0, windowMs: 1000, limit: 1 })
  expect((await other.reserve('key', { now: 0, windowMs: 1000, limit: 1 })).count).toBe(2)
  await store.close()
  await other.close()
  const { rows } = await pool.query(
    "SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS timeout, 1::bigint AS one",
  )
  expect(rows).toEqual([{ path: '"$user", public', timeout: '0', one: '1' }])
  await pool.end()
})

test('a change is notified to another process, also after its connections were cut', async () => {
  const url = await postgres.database()
  const [one, two] = [postgresStore(url), postgresStore(url)]
  await one.open()
  await two.open()
  const waiting = new Map<string, () => void>()
  two.listen((id) => waiting.get(id)?.())

  /** Changes entries until the other store is notified: it may still be connecting. */
  const expectNotified = async (): Promise<void> => {
    let notified = false
    while (!notified) {
      const entry = checkout()
      const hint = new Promise<void>((resolve) => waiting.set(entry.id, resolve)).then(() => {
        notified = true
      })
      await one.insert(entry)
      await one.save(entry, { expectedVersion: 1 })
      await Promise.race([hint, new Promise((resolve) => setTimeout(resolve, 50))])
    }
  }
  await expectNotified()
  await postgres.query(
    url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
  )
  await expectNotified()
  await Promise.all([one.close(), two.close()])
})

test('cut connections in the pool are replaced without an error', async () => {
  const url = await postgres.database()
  const store = postgresStore(url, { connections: 5 })
  await store.open()
  for (let round = 0; round < 5; round += 1) {
    const entries = Array.from({ length: 5 }, () => checkout())
    await Promise.all(entries.map((entry) => store.insert(entry)))
    await postgres.query(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    )
    expect(await Promise.all(entries.map(({ id }) => store.entry(id)))).toEqual(entries)
  }
  await store.close()
})

test('an unreachable address fails with a message that hides the password', async () => {
  const store = postgresStore('postgres://paypane:hunter2@127.0.0.1:1/none')
  const failure = await store.ping().catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'DatabaseError', kind: 'unreachable', code: 'ECONNREFUSED' })
  expect(String(failure)).not.toContain('hunter2')
  await store.close()
})

test('writes of the worker that wait leave connections for callbacks', async () => {
  const url = await postgres.database()
  const store = postgresStore(url, { connections: 4 })
  await store.open()
  const entries = Array.from({ length: 12 }, () => checkout({ expired: false, expiresAt: 1000 }))
  await Promise.all(entries.map((entry) => store.insert(entry)))
  await store.claim({ now: 1000, until: 9000, lease: 'lease', limit: 12 })
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN')
  await other.query('SELECT id FROM paypane.entries FOR UPDATE')
  const saves = entries.map((entry) => store.save(entry, { expectedVersion: 1, lease: 'lease' }))
  const callback = { externalId: 'e-1', status: 'Success', amount: '1.00', orderType: 'Deposit' }
  expect(await store.saveCallback({ ...callback, pipelines: ['p2p'] }, 1000)).toBe(true)
  await other.query('COMMIT')
  await other.end()
  expect(await Promise.all(saves)).toEqual(entries.map(() => 'saved'))
  await store.close()
})
