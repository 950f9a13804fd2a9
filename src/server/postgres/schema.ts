import { type Operation, query } from '../store/sql/statement.ts'

/** The tables of an installation in `public`, each with the version of the database that added it. */
const formerTables: Readonly<Record<string, number>> = {
  paypane_schema: 1,
  entries: 1,
  attempts: 1,
  callbacks: 1,
  events: 1,
  cards: 1,
  rate_limits: 1,
  removed_cards: 9,
  audit: 10,
  audit_sequence: 10,
  payout_days: 11,
  event_tries: 12,
}
const formerSchema = 'public'

/** Throws a `TypeError` for the developer if a schema's name is not plain. Then it needs no escaping. */
export function assertSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema))
    throw new TypeError('postgresStore: schema is not 1 to 48 lower-case letters, digits and "_".')
}

/** Creates the schema if it is missing, and moves the tables of an installation that has them in `public`. */
export function* prepareSchema(schema: string): Operation<void> {
  // First a look: a role without the right to create schemas can use one that exists.
  const existing = yield* query('SELECT 1 AS one FROM pg_namespace WHERE nspname = ?', schema)
  if (existing.length === 0) yield* query(`CREATE SCHEMA "${schema}"`)
  if (schema === formerSchema || (yield* hasTable(schema, 'paypane_schema'))) return
  if (!(yield* hasTable(formerSchema, 'paypane_schema'))) return
  const [row] = yield* query(`SELECT MAX(version) AS version FROM "${formerSchema}".paypane_schema`)
  const version = Number(row?.['version'] ?? 0)
  for (const [table, since] of Object.entries(formerTables)) {
    // A table that came later is the shop's own.
    if (since <= version && (yield* hasTable(formerSchema, table)))
      yield* query(`ALTER TABLE "${formerSchema}"."${table}" SET SCHEMA "${schema}"`)
  }
}

function* hasTable(schema: string, table: string): Operation<boolean> {
  const [row] = yield* query('SELECT to_regclass(?) IS NOT NULL AS found', `"${schema}"."${table}"`)
  return row?.['found'] === true
}
