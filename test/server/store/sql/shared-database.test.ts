import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type Operation, sql } from '../../../../src/server/store/sql/statement.ts'
import { type Driver, sqlStore } from '../../../../src/server/store/sql/store.ts'
import { attempt, checkout } from '../fixtures.ts'
import { memoryDatabase } from './memory-database.ts'

/** What is special to a database that several processes share, as far as SQLite can stand in for PostgreSQL. */

const shared = (driver: Driver): Driver => ({ ...driver, dialect: { ...driver.dialect, shared: true } })

test('a start releases no lease: its holder is at work', async () => {
  const { driver, store } = await memoryDatabase()
  await store.insert(checkout({ attempts: [attempt({ nextLookupAt: 10 })] }))
  const claim = (lease: string) => store.claim({ now: 20, until: 1000, lease, limit: 9 })
  expect(await claim('of one process')).toHaveLength(1)
  await sqlStore(shared(driver)).open()
  expect(await claim('of another')).toEqual([])
  await sqlStore({ ...driver, exclusive: true }).open()
  expect(await claim('of the only one left')).toHaveLength(1)
})

test('other processes are notified with the commit of each write that is not silent', async () => {
  const { driver, execute } = await memoryDatabase()
  await execute('CREATE TABLE notified (id TEXT)')
  const notify = (id: string) => sql`INSERT INTO notified VALUES (${id})`
  const store = sqlStore({ ...driver, dialect: { ...driver.dialect, notify } })
  const entry = checkout()
  await store.insert(entry)
  await store.save(entry, { expectedVersion: 1, silent: true })
  await store.save(entry, { expectedVersion: 1 })
  expect(await execute('SELECT id FROM notified')).toEqual([])
  await store.save(entry, { expectedVersion: 2 })
  expect(await execute('SELECT id FROM notified')).toEqual([{ id: entry.id }])
})

test('writes of the worker wait for the connections that are left to it, those of payers do not', async () => {
  const { driver, store } = await memoryDatabase()
  const entry = checkout({ attempts: [attempt({ nextLookupAt: 10 })] })
  await store.insert(entry)
  await store.claim({ now: 20, until: 1000, lease: 'l', limit: 9 })
  const crowded = sqlStore({ ...driver, background: () => Promise.reject(new Error('All are in use.')) })
  await expect(crowded.save(entry, { expectedVersion: 1, lease: 'l' })).rejects.toThrow('All are in use.')
  await expect(crowded.foldReport(1)).rejects.toThrow('All are in use.')
  expect(await crowded.save(entry, { expectedVersion: 1 })).toBe('saved')
})

test('processes share a counter, whose window begins with its first use and ends on time', async () => {
  const { driver } = await memoryDatabase()
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.function('LEAST', (a, b) => (Number(a) < Number(b) ? a : b))
  db.exec('CREATE TABLE rate_limits (key TEXT PRIMARY KEY, started_at BIGINT, count BIGINT)')
  async function read<T>(operation: () => Operation<T>): Promise<T> {
    const running = operation()
    let step = running.next()
    while (step.done !== true) step = running.next(db.prepare(step.value.sql).all(...step.value.values))
    return step.value
  }
  const [one, other] = [sqlStore({ ...shared(driver), read }), sqlStore({ ...shared(driver), read })]
  const use = (now: number) => ({ now, windowMs: 100, limit: 2 })
  const keys = () =>
    db
      .prepare('SELECT key FROM rate_limits ORDER BY key')
      .all()
      .map(({ key }) => key)

  expect(await one.reserve('a', use(1000))).toEqual({ count: 1, until: 1100 })
  expect(await other.reserve('a', use(1050))).toEqual({ count: 2, until: 1100 })
  for (const store of [one, other, one])
    expect(await store.reserve('a', use(1099))).toEqual({ count: 3, until: 1100 })
  expect(await other.reserve('a', use(1100))).toEqual({ count: 1, until: 1200 })
  expect(await other.reserve('b', use(1149))).toEqual({ count: 1, until: 1249 })
  // A process deletes what has ended once in a window.
  expect(await one.reserve('c', use(1200))).toEqual({ count: 1, until: 1300 })
  expect(keys()).toEqual(['b', 'c'])
  expect(await one.reserve('d', use(1299))).toEqual({ count: 1, until: 1399 })
  expect(keys()).toEqual(['b', 'c', 'd'])
  expect(await one.reserve('d', use(1300))).toEqual({ count: 2, until: 1399 })
  expect(keys()).toEqual(['d'])
})
