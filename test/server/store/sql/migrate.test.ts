import { expect, test } from 'vitest'
import { DatabaseRefusedError, type Migration, migrations } from '../../../../src/server/store/sql/migrate.ts'
import { query, raw } from '../../../../src/server/store/sql/statement.ts'
import { sqlStore } from '../../../../src/server/store/sql/store.ts'
import type { MigrationProgress } from '../../../../src/server/store/store.ts'
import { checkout } from '../fixtures.ts'
import { type MemoryDatabase, memoryDatabase } from './memory-database.ts'

/** Gives every entry a number of this column, two in each piece. */
const inPieces = (version: number, column: string, onPiece?: (after: string) => void): Migration => ({
  version,
  statements: () => [`ALTER TABLE entries ADD COLUMN ${column} BIGINT`],
  rows: {
    count: 'SELECT COUNT(*) AS count FROM entries',
    *piece(after) {
      onPiece?.(after)
      const rows = yield* query`SELECT id FROM entries WHERE id > ${after} ORDER BY id LIMIT 2`
      for (const { id } of rows)
        yield* query`UPDATE entries SET ${raw(column)} = COALESCE(${raw(column)}, 0) + 1 WHERE id = ${String(id)}`
      const last = rows.at(-1)
      return last === undefined ? null : { last: String(last['id']), count: rows.length }
    },
  },
})
const inOneStep = (version: number, table: string): Migration => ({
  version,
  statements: () => [`CREATE TABLE ${table} (id BIGINT)`, `INSERT INTO ${table} VALUES (${version})`],
})

const fiveEntries = async (): Promise<MemoryDatabase> => {
  const database = await memoryDatabase()
  for (const id of ['co_1', 'co_2', 'co_3', 'co_4', 'co_5']) await database.store.insert(checkout({ id }))
  return database
}

/** What a start with these migrations reports. */
async function progressOf(
  { driver }: MemoryDatabase,
  known: readonly Migration[],
): Promise<[version: number, changed: number, total: number][]> {
  const steps: MigrationProgress[] = []
  await sqlStore(driver, known).open((step) => steps.push(step))
  return steps.map(({ version, changed, total }) => [version, changed, total])
}

test('rows are changed in pieces, and a start says after each how far it is', async () => {
  const database = await fiveEntries()
  const pieces: string[] = []
  const known = [...migrations, inPieces(101, 'later', (after) => pieces.push(after))]
  expect(await progressOf(database, known)).toEqual([
    [101, 0, 5],
    [101, 2, 5],
    [101, 4, 5],
    [101, 5, 5],
    [101, 5, 5],
  ])
  expect(pieces).toEqual(['', 'co_2', 'co_4', 'co_5'])
  expect(await database.execute('SELECT DISTINCT later FROM entries')).toEqual([{ later: 1 }])
  expect(await progressOf(database, known)).toEqual([])
})

test('a migration that was interrupted goes on after the last piece, at the count it had reached', async () => {
  const database = await fiveEntries()
  const interrupted = inPieces(101, 'later', (after) => {
    if (after === 'co_4') throw new Error('The process ends.')
  })
  await expect(progressOf(database, [...migrations, interrupted])).rejects.toThrow('The process ends.')

  const pieces: string[] = []
  const known = [...migrations, inPieces(101, 'later', (after) => pieces.push(after))]
  expect(await progressOf(database, known)).toEqual([
    [101, 5, 5],
    [101, 5, 5],
  ])
  expect(pieces).toEqual(['co_4', 'co_5'])
  expect(await database.execute('SELECT DISTINCT later FROM entries')).toEqual([{ later: 1 }])
})

test('several versions behind, each migration is finished before the next one begins', async () => {
  const database = await fiveEntries()
  const known = [
    ...migrations,
    inOneStep(101, 'first_table'),
    inPieces(102, 'later'),
    inOneStep(103, 'second_table'),
  ]
  expect((await progressOf(database, known)).map(([version]) => version)).toEqual([
    101, 102, 102, 102, 102, 102, 103,
  ])
  expect(await database.execute('SELECT id FROM first_table UNION ALL SELECT id FROM second_table')).toEqual([
    { id: 101 },
    { id: 103 },
  ])
  expect(await progressOf(database, known)).toEqual([])
})

test('a migration that changes no rows counts none', async () => {
  const database = await fiveEntries()
  expect(await progressOf(database, [...migrations, inOneStep(101, 'new_table')])).toEqual([[101, 0, 0]])
})

test('the statements of a migration whose pieces fail are not run again', async () => {
  const database = await fiveEntries()
  const fails = inPieces(101, 'later', () => {
    throw new Error('The process ends.')
  })
  await expect(progressOf(database, [...migrations, fails])).rejects.toThrow('The process ends.')
  await expect(progressOf(database, [...migrations, fails])).rejects.toThrow('The process ends.')
  expect(await database.execute('SELECT DISTINCT later FROM entries')).toEqual([{ later: null }])
})

test('a database of a newer version is refused with both versions and what to do', async () => {
  const database = await fiveEntries()
  const known = [...migrations, inOneStep(101, 'first_table'), inOneStep(102, 'second_table')]
  await progressOf(database, known)
  const error: unknown = await progressOf(database, known.slice(0, -1)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DatabaseRefusedError)
  expect(error).toMatchObject({
    name: 'DatabaseRefusedError',
    message: expect.stringContaining('The database is at version 102; this Paypane supports 101.'),
    docs: 'docs/errors.md#databaserefusederror',
  })
})
