import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'

export type Rows = Record<string, unknown>[]

/** Makes an empty database of this version. */
export async function makeDatabase(file: string): Promise<string> {
  const store = sqliteStore(file)
  await store.open()
  await store.close()
  return file
}

/** Every table of the database itself, so that a table which is not copied is found. */
export function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return rows.map(({ name }) => String(name))
}

/** Fills every table of a SQLite database of this version, each with more rows than one piece of a copy has. */
export function fill(file: string): Map<string, Rows> {
  const database = new DatabaseSync(file)
  database.exec('BEGIN; DELETE FROM audit_sequence')
  const tables = tablesOf(database)
  for (const table of tables.filter((name) => name !== 'paypane_schema')) {
    const columns = database.prepare(`PRAGMA table_info(${table})`).all()
    const insert = database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
    const count = columns.some(({ pk }) => Number(pk) > 0) ? 450 : 1
    for (let n = 1; n <= count; n += 1) {
      insert.run(...columns.map(({ type }) => (type === 'TEXT' ? `Ä'${n}\uE0FF0000` : n)))
    }
  }
  database.exec('COMMIT; UPDATE entries SET lease_until = 0')
  database.close()
  return contentOf(file)
}

/** The rows of every table, in an order of their own. */
export function contentOf(file: string): Map<string, Rows> {
  const database = new DatabaseSync(file)
  const content = new Map(
    tablesOf(database).map((table) => [
      table,
      database
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row): Record<string, unknown> => ({ ...row }))
        .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  )
  database.close()
  return content
}
