/**
 * Checkouts, payouts, callbacks and events in PostgreSQL: for any number of processes, which share the work.
 * @module
 */
import { sqlStore } from '../store/sql/store.ts'
import type { Store } from '../store/store.ts'
import type { PostgresPool } from './connections.ts'
import { type PostgresOptions, postgresDriver } from './driver.ts'

export { type StoredAttempt, storedAttempts } from '../store/sql/stored-attempts.ts'
export { DatabaseError, type DatabaseErrorKind } from './database-error.ts'
export type { PostgresOptions, PostgresPool }

/**
 * A store in a PostgreSQL database (13 or later), given by its URL or by the merchant's own pool of `pg`, which is left
 * open. Its tables are in a schema of their own, which is created and brought up to date when the store is opened. Needs `pg`. Connections that break are
 * replaced; while the database cannot be reached, what needs it fails with `DatabaseError` and nothing is acknowledged. Opening it rejects with
 * `DatabaseRefusedError` where another version of Paypane has written it that this one cannot use.
 *
 * @example
 * const store = postgresStore('postgres://paypane@db.internal/shop')
 */
export const postgresStore = (database: string | PostgresPool, options: PostgresOptions = {}): Store =>
  sqlStore(postgresDriver(database, options))
