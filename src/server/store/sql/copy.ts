import type { Store } from '../store.ts'
import { DatabaseRefusedError, migrations } from './migrate.ts'
import {
  joined,
  type Operation,
  query,
  type Row,
  raw,
  type SqlValue,
  type Statement,
  sql,
} from './statement.ts'
import { type Driver, driverOf } from './store.ts'

/** How many rows of a table are copied. */
export interface CopiedTable {
  /** Its name. */
  table: string
  /** How many rows were copied. */
  rows: number
}

interface Table {
  name: string
  /** Its primary key. A table without one has one row, and any column will do. */
  key: readonly string[]
  /** Whether the schema itself inserts rows. */
  seeded: boolean
}

/** Rows of a piece at most: few enough for the parameters of one statement. */
const pieceRows = 200
/** Bytes of a piece at most, unless one row has more: fewer than a large receipt, which is one statement of a server. */
const pieceBytes = 4 * 1024 * 1024

/** The tables that both databases have, in an order in which each follows those that it refers to. */
function tablesToCopy(): Table[] {
  const statements = migrations.flatMap(({ statements: of }) => of({ text: 'TEXT', shared: false }))
  return statements.flatMap((statement) => {
    const [, name, first] = /^CREATE TABLE (\w+) \(\s*(\w+)/.exec(statement) ?? []
    if (name === undefined || first === undefined) return []
    const listed = /^\s*PRIMARY KEY \(([^)]+)\)/m.exec(statement)?.[1]
    const inline = /^\s*(\w+) .*\bPRIMARY KEY\b/m.exec(statement)?.[1]
    const seeded = statements.some((other) => other.startsWith(`INSERT INTO ${name} `))
    return [{ name, key: listed?.split(/,\s*/) ?? [inline ?? first], seeded }]
  })
}

/**
 * Copies everything from one SQL database to another, empty one, and compares every row afterwards. No server may run on
 * either. Until the last row is compared the copy has no version, so that no server starts on it.
 *
 * @throws `DatabaseRefusedError` with what to do.
 * @example
 * import { postgresStore } from 'paypane/server/postgres'
 * import { copyStore, sqliteStore } from 'paypane/server/sqlite'
 *
 * const copied = await copyStore(sqliteStore('./data/paypane.db'), postgresStore('postgres://paypane@db.internal/shop'))
 */
export async function copyStore(
  from: Store,
  to: Store,
  onTable: (copied: CopiedTable) => void = () => undefined,
): Promise<CopiedTable[]> {
  const [source, target] = [driverOf(from), driverOf(to)]
  const versions = await versionsOf(source)
  if (versions === null || versions.length === 0)
    throw new DatabaseRefusedError(
      'The source is no database of Paypane, or a copy that did not end. Nothing was copied.',
    )
  const newest = migrations.at(-1)?.version
  const isWhole =
    versions.some((row) => row['version'] === newest) && versions.every((row) => row['cursor_at'] === null)
  if (!isWhole)
    throw new DatabaseRefusedError(
      'The source is not of this version of Paypane. Run paypane migrate on it first.',
    )
  await assertUnused(source, 'source')
  await prepareTarget(to, target)
  await assertUnused(target, 'target')
  const copied: CopiedTable[] = []
  for (const table of tablesToCopy()) {
    const done = { table: table.name, rows: await copyTable(source, target, table) }
    copied.push(done)
    onTable(done)
  }
  for (const table of tablesToCopy()) await compareTable(source, target, table)
  // What a server has changed after its row was compared is not in the copy.
  await assertUnused(source, 'source')
  await target.run(() => insertRows('paypane_schema', versions))
  return copied
}

/** Null if there is no table of versions. */
const versionsOf = (driver: Driver): Promise<Row[] | null> =>
  driver.read(() => query`SELECT * FROM paypane_schema ORDER BY version`).catch(() => null)

/** Creates the tables of an empty database; empties those of a copy that did not end. */
async function prepareTarget(store: Store, driver: Driver): Promise<void> {
  const versions = await versionsOf(driver)
  if (versions === null) await store.open()
  if (versions === null || versions.length > 0) {
    for (const { name } of tablesToCopy().filter(({ seeded }) => !seeded)) {
      const rows = await driver.read(() => query`SELECT 1 AS one FROM ${raw(name)} LIMIT 1`)
      if (rows.length > 0)
        throw new DatabaseRefusedError('The target is not empty. Nothing was copied: give an empty database.')
    }
  }
  // Without a time limit: a copy that did not end may be as large as a whole one.
  await driver.migrate(function* () {
    yield* query`DELETE FROM paypane_schema`
    for (const { name } of tablesToCopy().toReversed()) yield* query`DELETE FROM ${raw(name)}`
  })
}

/**
 * A server on PostgreSQL, which listens also where it has the merchant's pool, or a lease that is valid: work is being done.
 * SQLite files are locked when opened.
 */
async function assertUnused({ dialect, read }: Driver, which: string): Promise<void> {
  if (!dialect.shared) return
  const [channel] = dialect.notify?.('').values ?? []
  const [sessions] = await read(
    () =>
      query`
        SELECT COUNT(*) AS count FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND (application_name = 'paypane' OR query = ${`LISTEN "${channel}"`})`,
  )
  const [leases] = await read(
    () =>
      query`
        SELECT COUNT(*) AS count FROM entries
        WHERE lease_until > CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`,
  )
  if (Number(sessions?.['count']) + Number(leases?.['count']) > 0)
    throw new DatabaseRefusedError(
      `A server is running on the ${which}, or ended less than a minute ago. No copy was made: stop every server, then run this again.`,
    )
}

async function copyTable(source: Driver, target: Driver, table: Table): Promise<number> {
  let count = 0
  for await (const rows of pieces(source, table)) {
    await target.run(() => insertRows(table.name, rows))
    count += rows.length
  }
  return count
}

async function compareTable(source: Driver, target: Driver, table: Table): Promise<void> {
  let after: Key | null = null
  for await (const rows of pieces(source, table)) {
    const copies = await rowsAfter(target, table, after, rows.length)
    if (!isSameRows(rows, copies)) throw changed(table)
    after = lastKey(table, rows)
  }
  if ((await rowsAfter(target, table, after, 1)).length > 0) throw changed(table)
}

const changed = ({ name }: Table): DatabaseRefusedError =>
  new DatabaseRefusedError(
    `The table ${name} differs from its copy: something has changed it meanwhile. The copy is not used; stop every server, then run this again.`,
  )

const isSameRows = (rows: readonly Row[], copies: readonly Row[]): boolean =>
  rows.length === copies.length &&
  rows.every((row, index) =>
    Object.entries(row).every(([name, value]) => (copies[index]?.[name] ?? null) === value),
  )

/** The values of a row's key. */
type Key = readonly SqlValue[]

function lastKey({ key }: Table, rows: readonly Row[]): Key | null {
  const last = rows.at(-1)
  return last === undefined ? null : key.map((column) => sqlValueOf(last[column]))
}

/** The rows of a table in the order of its key. */
async function* pieces(driver: Driver, table: Table): AsyncGenerator<Row[], undefined> {
  const [first] = await rowsAfter(driver, table, null, 1)
  if (first === undefined) return
  const columns = Object.keys(first)
  let after: Key | null = null
  for (;;) {
    const sizes: number[] = await sizesAfter(driver, table, after, columns)
    for (const count of countsOf(sizes)) {
      const rows: Row[] = await rowsAfter(driver, table, after, count)
      if (rows.length === 0) return
      yield rows
      after = lastKey(table, rows)
    }
    if (sizes.length < pieceRows) return
  }
}

/** How many rows each piece has, by the bytes of the rows. */
function* countsOf(sizes: readonly number[]): Generator<number> {
  let [count, bytes] = [0, 0]
  for (const size of sizes) {
    if (count > 0 && bytes + size > pieceBytes) {
      yield count
      count = 0
      bytes = 0
    }
    count += 1
    bytes += size
  }
  if (count > 0) yield count
}

/** The bytes of each of the next rows. */
async function sizesAfter(
  driver: Driver,
  table: Table,
  after: Key | null,
  columns: readonly string[],
): Promise<number[]> {
  const sizes = columns.map((column) => raw(`COALESCE(octet_length(CAST(${column} AS TEXT)), 0)`))
  const bytes = sql`${joined(sizes, ' + ')} AS bytes`
  const rows = await driver.read(() => selectAfter(bytes, table, after, pieceRows))
  return rows.map((row) => Number(row['bytes']))
}

const rowsAfter = (driver: Driver, table: Table, after: Key | null, limit: number): Promise<Row[]> =>
  driver.read(() => selectAfter(raw('*'), table, after, limit))

function selectAfter(
  what: Statement,
  { name, key }: Table,
  after: Key | null,
  limit: number,
): Operation<Row[]> {
  const columns = raw(key.join(', '))
  const where = after === null ? raw('') : sql`WHERE (${columns}) > (${joined(after)})`
  return query`SELECT ${what} FROM ${raw(name)} ${where} ORDER BY ${columns} LIMIT ${limit}`
}

function* insertRows(table: string, rows: readonly Row[]): Operation<Row[]> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${joined(columns.map((column) => sqlValueOf(row[column])))})`)
  return yield* query`INSERT INTO ${raw(table)} (${raw(columns.join(', '))}) VALUES ${joined(values)}`
}

/** Both databases return nothing else. */
const sqlValueOf = (value: unknown): SqlValue =>
  typeof value === 'string' || typeof value === 'number' ? value : null
