import { escapeText, unescapeText } from './escape-text.ts'

/** A value that both databases take as it is. */
export type SqlValue = string | number | null

/** One statement with its values, written with `?`; each database's driver gives it its own form. */
export interface Statement {
  sql: string
  values: readonly SqlValue[]
}

export type Row = Record<string, unknown>

/**
 * One whole atomic operation: a generator that asks for statements and is handed their rows. It awaits nothing
 * else, so SQLite runs it to its end in one go and PostgreSQL inside one transaction.
 */
export type Operation<T> = Generator<Statement, T, Row[]>

/** One statement of an operation: `const rows = yield* query('SELECT …', id)`. The door for every text, in and out. */
export function* query(sql: string, ...values: SqlValue[]): Operation<Row[]> {
  const rows = yield {
    sql,
    values: values.map((value) => (typeof value === 'string' ? escapeText(value) : value)),
  }
  return rows.map(unescapeRow)
}

const unescapeRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? unescapeText(value) : value,
    ]),
  )

/** What is different between the databases, where it is. */
export interface Dialect {
  /** Ends a claim's subselect: rows that another process is claiming are passed over. */
  skipLocked: string
  /** Several processes may share the database; where none other does, a lease left at the start is a dead process's. */
  shared: boolean
  /** Tells other processes that an entry has changed; null where there are none. */
  notify: string | null
}
