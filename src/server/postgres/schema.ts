import { DatabaseRefusedError, migrations } from '../store/sql/migrate.ts'
import { type Operation, query, raw } from '../store/sql/statement.ts'

/** Throws a `TypeError` for the developer if a schema's name is not plain. Then it needs no escaping. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw new TypeError('postgresStore: schema is not 1 to 48 lower-case letters, digits and "_".')
}

const tables = migrations
  .flatMap(({ statements }) => statements({ text: 'TEXT', shared: true }))
  .flatMap((statement) => /^CREATE (?:UNLOGGED )?TABLE (\w+)/.exec(statement)?.[1] ?? [])
  .concat('paypane_schema')

const tableNames = new RegExp(
  `\\b(FROM|JOIN|INTO|UPDATE|TABLE|EXISTS|ON|REFERENCES)(\\s+)(${tables.join('|')})\\b(?!\\.)`,
  'g',
)

/** Names the schema of every table: a `search_path` is dropped by poolers. */
export const inSchema = (sql: string, schema: string): string => sql.replace(tableNames, `$1$2"${schema}".$3`)

/**
 * Creates the schema if it is missing. First a look: a role without the right to create schemas can use one that exists.
 * Throws if the tables are in another schema, where new ones would hide the orders that are stored.
 */
export function* createSchema(schema: string): Operation<void> {
  const existing = yield* query`SELECT 1 AS one FROM pg_namespace WHERE nspname = ${schema}`
  if (existing.length > 0) return
  const [other] = yield* query`
    SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relname = 'paypane_schema' AND relkind = 'r' LIMIT 1`
  if (other !== undefined)
    throw new DatabaseRefusedError(
      `The tables of this database are in the schema ${String(other['nspname'])}, and ${schema} does not exist. Nothing was touched: give that name as the option schema, or run CREATE SCHEMA ${schema} for a second, empty installation.`,
    )
  yield* query`CREATE SCHEMA "${raw(schema)}"`
}
