import { schema } from './schema.ts'
import { type Dialect, type Operation, query } from './statement.ts'

/** Brings a database from the version before to this one. */
export interface Migration {
  version: number
  statements(dialect: Pick<Dialect, 'text' | 'shared'>): readonly string[]
}

/** In their order, forward only. A published migration is never changed. */
export const migrations: readonly Migration[] = [{ version: 100, statements: schema }]

/** Versions below were never published. */
const firstVersion = 100

/** The database cannot be used by this version of Paypane. Nothing was changed. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#databaserefusederror'
}

/** Migrates the database to this version; run as one operation, under the driver's lock. */
export function* migrate(dialect: Dialect, known: readonly Migration[] = migrations): Operation<void> {
  yield* query('CREATE TABLE IF NOT EXISTS paypane_schema (version BIGINT NOT NULL)')
  const [row] = yield* query('SELECT MAX(version) AS version FROM paypane_schema')
  const version = row?.['version'] == null ? null : Number(row['version'])
  const newest = known.at(-1)?.version ?? firstVersion
  if (version !== null && version < firstVersion)
    throw new DatabaseRefusedError(
      `The database was written by a Paypane before 1.0 (its version is ${version}), which 1.0 does not read. Nothing was touched: use a new database.`,
    )
  if (version !== null && version > newest)
    throw new DatabaseRefusedError(
      `The database is at version ${version}; this Paypane supports ${newest}. Nothing was touched: run the newer Paypane, or restore a backup made before the upgrade.`,
    )
  for (const migration of known) {
    if (version !== null && migration.version <= version) continue
    for (const statement of migration.statements(dialect)) yield* query(statement)
    yield* query('INSERT INTO paypane_schema (version) VALUES (?)', migration.version)
  }
}
