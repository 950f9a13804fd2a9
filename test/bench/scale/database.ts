import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { TestPostgres } from '../../support/postgres.ts'

type Row = Record<string, unknown>

/** A database of a benchmark, and its own forms of SQL. */
export interface Database {
  /** For the server: a file or a URL. */
  address: string
  query(sql: string): Promise<Row[]>
  columns(table: string): Promise<string[]>
  /** A table expression with the numbers from `first` to `last` as `n`. */
  numbers(first: number, last: number): string
  /** Eight characters that are different for each `n` below 2^32, in no order. */
  scattered: string
  /** Empties the tables, runs `fill` without their indexes, and creates these after it. */
  replace(tables: readonly string[], fill: () => Promise<void>): Promise<void>
  /** After it has been filled: statistics for the planner. */
  analyze(): Promise<void>
  bytes(): Promise<number>
  end(): Promise<void>
}

/** Knuth's multiplicative hash, which is one to one. */
const scatter = 2_654_435_761

export function sqliteDatabase(folder: string, name: string): Database {
  const address = join(folder, `${name}.db`)
  const open = <T>(use: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(address)
    try {
      return use(db)
    } finally {
      db.close()
    }
  }
  const query = async (sql: string): Promise<Row[]> =>
    open((db) => {
      db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
      return db.prepare(sql).all()
    })
  return {
    address,
    query,
    columns: async (table) =>
      (await query(`SELECT name FROM pragma_table_info('${table}')`)).map(({ name }) => String(name)),
    numbers: (first, last) =>
      `(WITH RECURSIVE counted (n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM counted WHERE n < ${last}) SELECT n FROM counted) AS numbers`,
    scattered: `printf('%08x', (n * ${scatter}) & 4294967295)`,
    async replace(tables, fill) {
      const names = tables.map((table) => `'${table}'`).join(', ')
      const indexes = await query(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${names})`,
      )
      for (const { name } of indexes) await query(`DROP INDEX ${name}`)
      for (const table of tables.toReversed()) await query(`DELETE FROM ${table}`)
      await fill()
      for (const { sql } of indexes) await query(String(sql))
    },
    analyze: async () => undefined,
    async bytes() {
      const [row] = await query(
        'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
      )
      return Number(row?.['bytes'])
    },
    async end() {
      for (const suffix of ['', '-wal', '-shm']) await rm(`${address}${suffix}`, { force: true })
    },
  }
}

export async function postgresDatabase(postgres: TestPostgres): Promise<Database> {
  const address = await postgres.database()
  const client = new Client({ connectionString: address })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    `SET search_path TO paypane; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'`,
  )
  const query = async (sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows
  return {
    address,
    query,
    columns: async (table) =>
      (
        await query(
          `SELECT column_name FROM information_schema.columns WHERE table_schema = 'paypane' AND table_name = '${table}'`,
        )
      ).map(({ column_name }) => String(column_name)),
    numbers: (first, last) => `generate_series(${first}::bigint, ${last}::bigint) AS numbers (n)`,
    scattered: `lpad(to_hex((n * ${scatter}) & 4294967295), 8, '0')`,
    async replace(tables, fill) {
      const regclasses = `ARRAY[${tables.map((table) => `'paypane.${table}'::regclass`).join(', ')}]`
      // With wal_level=minimal, rows of a table that was emptied in the same transaction are not logged.
      await query('BEGIN')
      await query(`TRUNCATE ${tables.join(', ')}`)
      // Foreign keys first, which need the others.
      const constraints = await query(
        `SELECT conrelid::regclass AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
         WHERE conrelid = ANY (${regclasses}) AND contype IN ('p', 'u', 'f') ORDER BY contype <> 'f'`,
      )
      for (const { table, name } of constraints) await query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
      const indexes = await query(
        `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = ANY (${regclasses})`,
      )
      for (const { name } of indexes) await query(`DROP INDEX ${name}`)
      await fill()
      for (const { definition } of indexes) await query(String(definition))
      for (const { table, name, definition } of constraints.toReversed())
        await query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`)
      await query('COMMIT')
    },
    async analyze() {
      await query('VACUUM ANALYZE')
      await query('CHECKPOINT')
    },
    async bytes() {
      const [row] = await query('SELECT pg_database_size(current_database()) AS bytes')
      return Number(row?.['bytes'])
    },
    async end() {
      await client.end()
    },
  }
}
