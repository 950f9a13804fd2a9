import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { describeStore } from './conformance.ts'
import { checkout } from './fixtures.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.end())

describeStore('the store in PostgreSQL', () => ({
  sharesCounters: true,
  async createEmpty() {
    const url = await postgres.database()
    return {
      store: postgresStore(url, { connections: 4 }),
      reopen: () => postgresStore(url, { connections: 4 }),
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

test('a database that can only be read is refused when it is opened', async () => {
  const url = await postgres.database()
  const store = postgresStore(url)
  await store.open()
  await store.close()
  await postgres.query(
    url,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
  )
  const later = postgresStore(url)
  await expect(later.open()).rejects.toThrow(/read-only transaction/)
  await later.close()
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

test('a change is notified to another process, also after its connections were cut', async () => {
  const url = await postgres.database()
  const [one, two] = [postgresStore(url), postgresStore(url)]
  await one.open()
  await two.open()
  const waiting = new Map<string, () => void>()
  two.listen((id) => waiting.get(id)?.())

  /** Inserts entries until the other store is notified: it may still be connecting. */
  const expectNotified = async (): Promise<void> => {
    let notified = false
    while (!notified) {
      const entry = checkout()
      const hint = new Promise<void>((resolve) => waiting.set(entry.id, resolve)).then(() => {
        notified = true
      })
      await one.insert(entry)
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
