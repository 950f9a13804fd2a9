import type { UnreadableRow } from '../store.ts'

/** A value that both databases accept. */
export type SqlValue = string | number | null

/** One statement with `?` parameters; each driver gives it its own form. */
export interface Statement {
  sql: string
  values: readonly SqlValue[]
}

export type Row = Record<string, unknown>

/**
 * One atomic operation: a generator that yields statements and receives their rows. It awaits nothing else, so SQLite
 * runs it synchronously and PostgreSQL inside one transaction.
 */
export type Operation<T> = Generator<Statement, T, Row[]>

/** What stands in a statement: a value, or a part of its text with values of its own. */
type Part = SqlValue | Statement

/** A part of a statement: each `${value}` becomes a parameter, each `${sql`…`}` a part of the text. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): Statement {
  const pieces = parts.map(
    (part): Statement => (typeof part === 'object' && part !== null ? part : { sql: '?', values: [part] }),
  )
  return {
    sql: strings.reduce((text, string, index) => `${text}${pieces[index - 1]?.sql}${string}`),
    values: pieces.flatMap(({ values }) => values),
  }
}

/** Text of our own, such as the name of a table. */
export const raw = (text: string): Statement => ({ sql: text, values: [] })

/** Parts with a separator between them. */
export function joined(parts: readonly Part[], separator = ', '): Statement {
  const statements = parts.map((part) => sql`${part}`)
  return {
    sql: statements.map((statement) => statement.sql).join(separator),
    values: statements.flatMap(({ values }) => values),
  }
}

/** The columns and values of a row that is inserted: `entryId` is the column `entry_id`. */
export const rowOf = (row: Readonly<Record<string, SqlValue>>): Statement =>
  sql`(${raw(Object.keys(row).map(columnOf).join(', '))}) VALUES (${joined(Object.values(row))})`

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A row with the names of its columns in camel case. */
export const camelRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** The columns and values that an update sets. */
export const assigned = (row: Readonly<Record<string, SqlValue>>): Statement =>
  joined(Object.entries(row).map(([column, value]) => sql`${raw(column)} = ${value}`))

/** One statement of an operation: `` const rows = yield* query`
  SELECT …
  WHERE id = ${id}` ``. Every text passes through here, in and out. */
export function* query(strings: TemplateStringsArray, ...parts: readonly Part[]): Operation<Row[]> {
  const statement = sql(strings, ...parts)
  const rows = yield {
    ...statement,
    values: statement.values.map((value) => (typeof value === 'string' ? escapeText(value) : value)),
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

/** What the tables of the databases differ in. */
export interface SchemaDialect {
  /** Several processes may share the database. If not, a lease found at startup is stale. */
  shared: boolean
  /** The type of text columns, compared by their bytes whatever the database's locale: indexes find a prefix. */
  text: string
}

/** The differences between the databases. */
export interface Dialect extends SchemaDialect {
  /** Ends a claim's subselect: skips rows that another process is claiming. */
  skipLocked: string
  /** A query of the texts in a JSON array. */
  elements(json: string): Statement
  /** Notifies other processes of a changed entry; null where there are none. */
  notify: ((entryId: string) => Statement) | null
}

/**
 * Text from outside may hold characters that a database refuses or changes: PostgreSQL refuses U+0000, and both replace
 * a lone surrogate. Each is stored as U+E0FF and four hex digits, so that every text is read back and found unchanged.
 */
const escapeChar = '\uE0FF'
const unsupportedChars = /[\0\uE0FF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const escaped = /\uE0FF([0-9a-f]{4})/g

const escapeText = (text: string): string =>
  text.replace(unsupportedChars, (char) => escapeChar + char.charCodeAt(0).toString(16).padStart(4, '0'))

const unescapeText = (stored: string): string =>
  stored.includes(escapeChar)
    ? stored.replace(escaped, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : stored

/** Called with each row that is skipped. */
export type OnUnreadable = (row: UnreadableRow) => void

/** A stored row that this version cannot read. The message names no value of the row. */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#unreadablerowerror'
}

/** Parses one row. Throws `UnreadableRowError`: the error of the parser may contain what the row says. */
export const parsed =
  <T>(table: UnreadableRow['table'], parse: (row: Row) => T): ((row: Row) => T) =>
  (row) => {
    try {
      return parse(row)
    } catch {
      throw new UnreadableRowError(
        `The row ${String(row['id'])} of "${table}" cannot be read: it is damaged, or a newer version of Paypane has written it.`,
      )
    }
  }

/** The rows that can be read. `skip` keeps each other one from being selected at once again. */
export function* readOrSkip<T>(
  rows: readonly Row[],
  parse: (row: Row) => T,
  skip: (row: Row) => Operation<void>,
): Operation<T[]> {
  const read: T[] = []
  for (const row of rows) {
    const [one] = readable(parse, row)
    if (one === undefined) yield* skip(row)
    else read.push(one)
  }
  return read
}

/** The row as an array of one; empty if it cannot be read, so that it does not hide the others. */
export function readable<T>(parse: (row: Row) => T, row: Row): [T] | [] {
  try {
    return [parse(row)]
  } catch (error) {
    if (error instanceof UnreadableRowError) return []
    throw error
  }
}
