import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Pool } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { generateSealKey } from '../../src/server/index.ts'
import { postgresStore } from '../../src/server/postgres/index.ts'
import { sqliteStore } from '../../src/server/sqlite/index.ts'
import { createHarness } from '../server/harness.ts'
import { fill, makeDatabase, type Rows } from '../server/store/filled-database.ts'
import { checkout } from '../server/store/fixtures.ts'
import { isFull } from '../support/full.ts'
import { newFolder } from '../support/new-folder.ts'
import { startPostgres } from '../support/postgres.ts'
import { runCommand } from './command.ts'

const postgres = await startPostgres()
afterAll(() => postgres.end())

function newFile(): string {
  const folder = newFolder(onTestFinished)
  return join(folder, 'paypane.db')
}

const createDatabase = (): Promise<string> => makeDatabase(newFile())

/** Both databases give numbers as numbers. */
const plain = (rows: Rows): unknown[] =>
  rows
    .map((row) =>
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
      ]),
    )
    .map((row) => JSON.stringify(row.toSorted()))
    .toSorted()

test('paypane copy moves every row of every table to PostgreSQL and back', async () => {
  const file = await createDatabase()
  const content = fill(file)
  const url = await postgres.database()
  const there = await runCommand(['copy', `file:${file}`, url])
  expect(there.err).toContain('entries: 450 rows copied')
  expect(there.out).toContain('are copied and compared')
  expect(there.out).not.toContain(':paypane@')
  expect(there.code).toBe(0)
  for (const [table, rows] of content) {
    expect(plain(await postgres.query(url, `SELECT * FROM paypane.${table}`)), table).toEqual(plain(rows))
  }
  const returned = newFile()
  expect(await runCommand(['copy', url, `file:${returned}`])).toMatchObject({ code: 0 })
  const database = new DatabaseSync(returned)
  for (const [table, rows] of content)
    expect(plain(database.prepare(`SELECT * FROM ${table}`).all()), table).toEqual(plain(rows))
  database.close()
})

test.runIf(isFull)(
  'what was open on SQLite goes on on PostgreSQL, with its ids and client secrets',
  async () => {
    const file = newFile()
    const sealKey = generateSealKey()
    const shop = createHarness({ store: sqliteStore(file), paypane: { sealKey } })
    const open = await shop.createCheckout('1042', 'transfer')
    const secret = shop.clientSecrets.get(open.id) ?? ''
    await shop.paypane.close()
    const url = await postgres.database()
    expect(await runCommand(['copy', `file:${file}`, url])).toMatchObject({ code: 0 })
    const store = postgresStore(url)
    shop.restart({ store })
    onTestFinished(() => shop.paypane.close())
    const read = await shop.get(`/checkouts/${open.id}`, { 'checkout-secret': secret })
    expect(await read.json()).toMatchObject({ status: 'pending', action: open.action })
    await shop.controlOrder(0, { do: 'pay' })
    await expect
      .poll(async () => {
        await shop.paypane.reconcile()
        return shop.events.map(({ type }) => type)
      })
      .toContain('checkout.succeeded')
  },
)

// A start waits five seconds for the server before it.
test.runIf(isFull)('a database that a server uses is neither read nor written', async () => {
  const file = await createDatabase()
  const url = await postgres.database()
  const running = sqliteStore(file, { exclusive: true })
  expect(await runCommand(['copy', `file:${file}`, url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('in use by another process'),
  })
  await running.close()
  const server = postgresStore(url)
  await server.open()
  const refused = await runCommand(['copy', `file:${file}`, url])
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server is running on the target'),
  })
  await server.close()
  expect(await runCommand(['copy', `file:${file}`, url])).toMatchObject({ code: 0 })
})

test("a database that a server uses by the shop's own pool is not written", async () => {
  const [file, url] = [await createDatabase(), await postgres.database()]
  // A client that ends may still receive that the database does.
  const pool = new Pool({ connectionString: url }).on('error', () => undefined)
  const { paypane } = createHarness({ store: postgresStore(pool) })
  onTestFinished(async () => {
    await paypane.close()
    await pool.end()
  })
  await paypane.ready()
  const isListening = async () =>
    (await postgres.query(url, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")).length > 0
  await expect.poll(isListening).toBe(true)
  expect(await runCommand(['copy', `file:${file}`, url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server is running on the target'),
  })
})

test.runIf(isFull)('a target with orders and a wrong path are refused, and nothing is created', async () => {
  const file = await createDatabase()
  const url = await postgres.database()
  const server = postgresStore(url)
  await server.open()
  await server.insert(checkout())
  await server.close()
  expect(await runCommand(['copy', `file:${file}`, url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('The target is not empty'),
  })
  const absent = `${file}.absent`
  expect(await runCommand(['copy', `file:${absent}`, url])).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no database at'),
  })
  expect(existsSync(absent)).toBe(false)
})

test.runIf(isFull)('a copy that did not end is refused by a server, and made again', async () => {
  const file = await createDatabase()
  const url = await postgres.database()
  expect((await runCommand(['copy', `file:${file}`, url])).code).toBe(0)
  await postgres.query(url, 'DELETE FROM paypane.paypane_schema')
  const server = postgresStore(url)
  await expect(server.open()).rejects.toThrow()
  await server.close()
  expect((await runCommand(['copy', url, `file:${newFile()}`])).err).toContain('a copy that did not end')
  expect((await runCommand(['copy', `file:${file}`, url])).code).toBe(0)
})
