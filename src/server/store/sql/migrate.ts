import type { MigrationProgress } from '../store.ts'
import { schema } from './schema.ts'
import { type Dialect, type Operation, query, raw, type SchemaDialect } from './statement.ts'

/** Brings a database from the version before to this one. */
export interface Migration {
  version: number
  /** Run together in one transaction, however long they take. */
  statements(dialect: SchemaDialect): readonly string[]
  /** What changes existing rows, in pieces: each is a transaction, so that what is done stays done. */
  rows?: {
    /** How many rows there are to go through, as `count`. */
    count: string
    /** Changes some rows after the last one of the piece before; '' at first. Null: there were none left. */
    piece(after: string): Operation<{ last: string; count: number } | null>
  }
}

/** In their order, forward only. A published migration is never changed. */
export const migrations: readonly Migration[] = [{ version: 100, statements: schema }]

/** Versions below were never published. */
const firstVersion = 100

/** The database cannot be used by this version of Paypane, or with these options. Nothing was changed. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#databaserefusederror'
}

/**
 * The next step towards this version: the statements of a migration or a piece of its rows. Run as one operation under
 * the driver's lock, so of several processes one works and the others wait; any of them can go on where one has stopped.
 * Null: nothing is left.
 */
export function* migrateStep(
  dialect: Dialect,
  known: readonly Migration[],
): Operation<MigrationProgress | null> {
  yield* query`
    CREATE TABLE IF NOT EXISTS paypane_schema (
      version BIGINT NOT NULL,
      cursor_at ${raw(dialect.text)},
      changed BIGINT NOT NULL DEFAULT 0,
      total BIGINT NOT NULL DEFAULT 0
    )`
  const [row] = yield* query`SELECT * FROM paypane_schema ORDER BY version DESC LIMIT 1`
  const version = row === undefined ? null : Number(row['version'])
  if (version !== null) refuseUnknown(version, known)
  const current = known.find((migration) => migration.version === version)
  if (row?.['cursor_at'] != null && current?.rows !== undefined)
    return yield* changeRows(current.version, current.rows, {
      after: String(row['cursor_at']),
      changed: Number(row['changed']),
      total: Number(row['total']),
    })
  const next = known.find((migration) => version === null || migration.version > version)
  if (next === undefined) return null
  for (const statement of next.statements(dialect)) yield* query`${raw(statement)}`
  const [counted] = next.rows === undefined ? [] : yield* query`${raw(next.rows.count)}`
  const total = Number(counted?.['count'] ?? 0)
  yield* query`
    INSERT INTO paypane_schema (version, cursor_at, total)
    VALUES (${next.version}, ${next.rows === undefined ? null : ''}, ${total})`
  return { version: next.version, changed: 0, total }
}

function* changeRows(
  version: number,
  rows: NonNullable<Migration['rows']>,
  { after, changed, total }: { after: string; changed: number; total: number },
): Operation<MigrationProgress> {
  const piece = yield* rows.piece(after)
  const sum = changed + (piece?.count ?? 0)
  yield* query`
    UPDATE paypane_schema SET cursor_at = ${piece === null ? null : piece.last}, changed = ${sum}
    WHERE version = ${version}`
  return { version, changed: sum, total }
}

function refuseUnknown(version: number, known: readonly Migration[]): void {
  const newest = known.at(-1)?.version ?? firstVersion
  if (version < firstVersion)
    throw new DatabaseRefusedError(
      `The database was written by a Paypane before 1.0 (its version is ${version}), which 1.0 does not read. Nothing was touched: use a new database.`,
    )
  if (version > newest)
    throw new DatabaseRefusedError(
      `The database is at version ${version}; this Paypane supports ${newest}. Nothing was touched: run the newer Paypane, or restore a backup made before the upgrade.`,
    )
}
