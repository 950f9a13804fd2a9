import type { Replica } from './replicated-store.ts'

/**
 * Has the tables of `schema` as they were when replication stopped, in the schema `replica` of the same database.
 * `execute`: runs statements as one transaction, without foreign keys.
 */
export function copiedTables(
  schema: string,
  tables: readonly string[],
  execute: (statements: readonly string[]) => Promise<unknown>,
): Replica {
  let isBehind = false
  return {
    async stopReplication() {
      if (isBehind) return
      isBehind = true
      await execute(
        tables.map((table) => `CREATE TABLE replica.${table} AS SELECT * FROM ${schema}.${table}`),
      )
    },
    async failOver() {
      if (!isBehind) return
      isBehind = false
      await execute(
        tables.flatMap((table) => [
          `DELETE FROM ${schema}.${table}`,
          `INSERT INTO ${schema}.${table} SELECT * FROM replica.${table}`,
          `DROP TABLE replica.${table}`,
        ]),
      )
    },
  }
}
