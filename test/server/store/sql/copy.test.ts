import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sqliteDriver } from '../../../../src/server/sqlite/driver.ts'
import { sqliteStore } from '../../../../src/server/sqlite/index.ts'
import { copyStore } from '../../../../src/server/store/sql/copy.ts'
import type { Operation, Row } from '../../../../src/server/store/sql/statement.ts'
import { type Driver, sqlStore } from '../../../../src/server/store/sql/store.ts'
import type { Store } from '../../../../src/server/store/store.ts'
import { newFolder } from '../../../support/new-folder.ts'
import { contentOf, fill, makeDatabase } from '../filled-database.ts'
import { checkout } from '../fixtures.ts'

const folder = newFolder(afterAll)
let counter = 0
const newFile = (): string => join(folder, `${++counter}.db`)

function openStore(file: string): Store {
  const store = sqliteStore(file)
  onTestFinished(() => store.close())
  return store
}

const newDatabase = (): Promise<string> => makeDatabase(newFile())

/** Runs a statement in the file of a database. */
function execute(file: string, statement: string): void {
  const database = new DatabaseSync(file)
  database.exec(statement)
  database.close()
}

const copy = (from: string, to: string, onTable?: Parameters<typeof copyStore>[2]) =>
  copyStore(openStore(from), openStore(to), onTable)

test('every row of every table is copied, and each table is reported once it is', async () => {
  const [source, target] = [await newDatabase(), newFile()]
  const content = fill(source)
  const reported: unknown[] = []
  const copied = await copy(source, target, (table) => reported.push(table))
  expect(contentOf(target)).toEqual(content)
  expect(reported).toEqual(copied)
  const counts = [...content].map(([table, { length }]) => ({ table, rows: length }))
  const byName = (a: { table: string }, b: { table: string }) => (a.table < b.table ? -1 : 1)
  const expected = counts.filter(({ table }) => table !== 'paypane_schema')
  expect(copied.toSorted(byName)).toEqual(expected.toSorted(byName))
})

test('a server starts on a copy, and finds what the source has', async () => {
  const [source, target] = [newFile(), newFile()]
  const store = openStore(source)
  await store.open()
  const one = checkout()
  await store.insert(one)
  await copyStore(store, openStore(target))
  const server = openStore(target)
  await server.open()
  expect(await server.entry(one.id)).toEqual(await store.entry(one.id))
})

test.each<[what: string, statement: string, message: string]>([
  ['without tables', 'DROP TABLE paypane_schema', 'The source is no database of Paypane, or a copy that'],
  ['without a version', 'DELETE FROM paypane_schema', 'The source is no database of Paypane, or a copy that'],
  ['of another version', 'UPDATE paypane_schema SET version = 99', 'Run paypane migrate on it first'],
  ['in the middle of a migration', "UPDATE paypane_schema SET cursor_at = 'x'", 'Run paypane migrate on it'],
])('a source %s is refused, and the target is not touched', async (_, statement, message) => {
  const [source, target] = [await newDatabase(), newFile()]
  execute(source, statement)
  await expect(copy(source, target)).rejects.toThrow(message)
  expect(contentOf(target)).toEqual(new Map())
})

test('a source that other versions have migrated before is copied', async () => {
  const [source, target] = [await newDatabase(), newFile()]
  execute(source, 'INSERT INTO paypane_schema (version) VALUES (1)')
  await copy(source, target)
  expect(contentOf(target).get('paypane_schema')).toEqual(contentOf(source).get('paypane_schema'))
})

test.each(['entries', 'callbacks', 'report_days'])(
  'a target with rows in %s is refused, and keeps them',
  async (table) => {
    const [source, other, target] = [await newDatabase(), await newDatabase(), await newDatabase()]
    fill(other)
    const database = new DatabaseSync(target)
    database.exec(`ATTACH '${other}' AS other; INSERT INTO ${table} SELECT * FROM other.${table} LIMIT 1`)
    database.close()
    const before = contentOf(target)
    await expect(copy(source, target)).rejects.toThrow('The target is not empty. Nothing was copied')
    expect(contentOf(target)).toEqual(before)
  },
)

test('an empty database that a server has made is a target', async () => {
  const [source, target] = [await newDatabase(), await newDatabase()]
  const content = fill(source)
  await copy(source, target)
  expect(contentOf(target)).toEqual(content)
})

test('a copy that did not end is emptied first', async () => {
  const [source, target] = [await newDatabase(), newFile()]
  const content = fill(source)
  await copy(source, target)
  execute(target, 'DELETE FROM paypane_schema; DELETE FROM entries WHERE rowid > 10')
  await copy(source, target)
  expect(contentOf(target)).toEqual(content)
})

test.each<[what: string, table: string, statement: string]>([
  ['is changed', 'entries', 'UPDATE entries SET updated_at = 7 WHERE rowid = 300'],
  ['is added', 'callbacks', 'INSERT INTO callbacks SELECT * FROM spare'],
  ['is deleted', 'cards', 'DELETE FROM cards WHERE rowid = 450'],
  ['is the last and is deleted', 'cards', 'DELETE FROM cards WHERE id = (SELECT MAX(id) FROM cards)'],
])('a row that %s meanwhile ends the copy, and no server starts on it', async (_, table, statement) => {
  const [source, target] = [await newDatabase(), newFile()]
  fill(source)
  execute(
    source,
    'CREATE TABLE spare AS SELECT * FROM callbacks WHERE rowid = 450; DELETE FROM callbacks WHERE rowid = 450',
  )
  const copying = copy(source, target, (copied) => {
    if (copied.table === table) execute(source, statement)
  })
  await expect(copying).rejects.toThrow(`The table ${table} differs from its copy`)
  expect(contentOf(target).get('paypane_schema')).toEqual([])
  await expect(openStore(target).open()).rejects.toThrow()
})

interface Executed {
  by: 'run' | 'read' | 'migrate'
  sql: string
  /** Texts and numbers that are sent. */
  values: readonly unknown[]
  rows: readonly Row[]
}

/** Records every statement of a driver. */
function recorded(driver: Driver): { driver: Driver; executed: Executed[] } {
  const executed: Executed[] = []
  function* record<T>(by: Executed['by'], operation: Operation<T>): Operation<T> {
    let step = operation.next()
    while (step.done !== true) {
      const { sql, values } = step.value
      const rows: Row[] = yield { sql, values }
      executed.push({ by, sql, values, rows })
      step = operation.next(rows)
    }
    return step.value
  }
  const recording: Driver = {
    ...driver,
    run: (operation) => driver.run(() => record('run', operation())),
    read: (operation) => driver.read(() => record('read', operation())),
    migrate: (operation) => driver.migrate(() => record('migrate', operation())),
  }
  return { driver: recording, executed }
}

const megabyte = 1024 * 1024

/** A database with receipts of so many megabytes as they are stored, in their order. */
async function withReceipts(sizes: readonly number[]): Promise<string> {
  const file = await newDatabase()
  for (const [n, size] of sizes.entries())
    execute(
      file,
      `INSERT INTO receipts VALUES ('co_${n}', 1, 'receipt', 'application/pdf', 1, 1, hex(zeroblob(${(size * megabyte) / 2})))`,
    )
  return file
}

test('a statement carries some megabytes at most, or one row that is larger', async () => {
  const [source, target] = [await withReceipts([1, 1, 1, 5, 1]), newFile()]
  const [from, to] = [recorded(sqliteDriver(source)), recorded(sqliteDriver(target))]
  const [copyFrom, copyTo] = [sqlStore(from.driver), sqlStore(to.driver)]
  onTestFinished(async () => {
    await copyFrom.close()
    await copyTo.close()
  })
  await copyStore(copyFrom, copyTo)
  const inserted = to.executed.flatMap(({ sql, values }) =>
    sql.startsWith('INSERT INTO receipts') ? [values.filter((value) => value === 'receipt').length] : [],
  )
  expect(inserted).toEqual([3, 1, 1])
  const bytes = [...from.executed, ...to.executed].map(
    ({ values, rows }) => JSON.stringify([values, rows]).length,
  )
  expect(Math.max(...bytes)).toBeLessThan(5.1 * megabyte)
  expect(contentOf(target)).toEqual(contentOf(source))
})

test('a copy that did not end is emptied without a time limit', async () => {
  const [source, target] = [await newDatabase(), newFile()]
  fill(source)
  await copy(source, target)
  execute(target, 'DELETE FROM paypane_schema')
  const { driver, executed } = recorded(sqliteDriver(target))
  const copyTo = sqlStore(driver)
  onTestFinished(() => copyTo.close())
  await copyStore(openStore(source), copyTo)
  const deletions = executed.filter(({ sql }) => sql.startsWith('DELETE'))
  expect(new Set(deletions.map(({ by }) => by))).toEqual(new Set(['migrate']))
})
