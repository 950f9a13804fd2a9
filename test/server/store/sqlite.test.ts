import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { describeStore } from './conformance.ts'
import { attempt, checkout } from './fixtures.ts'

let folder: string
let counter = 0
const file = () => join(folder, `${++counter}.db`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypane-sqlite-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describeStore('the store in a SQLite file', () => ({
  async createEmpty() {
    const path = file()
    return { store: sqliteStore(path), reopen: () => sqliteStore(path) }
  },
}))

test('what was kept is there after the file was closed and opened again', async () => {
  const path = file()
  const entry = checkout()
  const before = sqliteStore(path)
  await before.open()
  await before.insert(entry)
  await before.close()
  const after = sqliteStore(path)
  await after.open()
  expect(await after.entry(entry.id)).toEqual(entry)
  await after.close()
})

test('a file from before statuses were kept is brought up to date, rows and all', async () => {
  const path = file()
  const entry = checkout()
  const before = sqliteStore(path)
  await before.open()
  await before.insert(entry)
  await before.close()
  const db = new DatabaseSync(path)
  db.exec(`DROP INDEX entries_status; ALTER TABLE entries DROP COLUMN status;
    DROP INDEX cards_sealed_by; DELETE FROM paypane_schema WHERE version > 1`)
  db.close()
  const after = sqliteStore(path)
  await after.open()
  const listed = await after.list({ kind: 'checkout', status: 'choosing', limit: 9 })
  expect(listed.entries).toEqual([{ ...entry, readableById: true }])
  await after.close()
})

test('a database that is newer than this code is refused, and left as it is', async () => {
  const path = file()
  const store = sqliteStore(path)
  await store.open()
  await store.close()
  const db = new DatabaseSync(path)
  db.exec('INSERT INTO paypane_schema (version) VALUES (999)')
  db.close()
  const later = sqliteStore(path)
  await expect(later.open()).rejects.toThrow(/version 999.*Nothing was touched/)
  await later.close()
})

test('two that open a new file at once both find it up to date', async () => {
  const path = file()
  const stores = [sqliteStore(path), sqliteStore(path)]
  await Promise.all(stores.map((store) => store.open()))
  await Promise.all(stores.map((store) => store.ping()))
  await Promise.all(stores.map((store) => store.close()))
})

test('what a killed process held is due at once when the next one opens the file', async () => {
  const path = file()
  const killed = sqliteStore(path)
  await killed.open()
  await killed.insert(checkout({ attempts: [attempt({ nextLookupAt: 10 })] }))
  expect(await killed.claim({ now: 20, until: 1_000_000, lease: 'of the dead', limit: 9 })).toHaveLength(1)
  const next = sqliteStore(path)
  await next.open()
  expect(await next.claim({ now: 20, until: 1_000_000, lease: 'of the living', limit: 9 })).toHaveLength(1)
  await Promise.all([killed.close(), next.close()])
})
