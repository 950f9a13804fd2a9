import { type Operation, query } from '../store/sql/statement.ts'

/** Throws a `TypeError` for the developer if a schema's name is not plain. Then it needs no escaping. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw new TypeError('postgresStore: schema is not 1 to 48 lower-case letters, digits and "_".')
}

/** First a look: a role without the right to create schemas can use one that exists. */
export function* createSchema(schema: string): Operation<void> {
  const existing = yield* query('SELECT 1 AS one FROM pg_namespace WHERE nspname = ?', schema)
  if (existing.length === 0) yield* query(`CREATE SCHEMA "${schema}"`)
}
