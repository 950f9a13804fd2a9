/**
 * Checkouts, payouts, callbacks and events in PostgreSQL: for any number of processes, which share the work.
 * @module
 */
import { sqlStore } from '../store/sql/store.ts'
import type { Store } from '../store/store.ts'
import { type PostgresOptions, postgresDriver } from './driver.ts'

export { DatabaseError } from './database-error.ts'
export type { PostgresOptions }

/**
 * A store in a PostgreSQL database (13 or later), which it brings up to date when it is opened. Needs `pg`. Connections that break are
 * replaced; while the database cannot be reached, what needs it fails with `DatabaseError` and nothing is acknowledged. Opening it rejects with
 * `DatabaseTooNewError` where a newer Paypane has written it.
 *
 * @example
 * const store = postgresStore('postgres://paypane@db.internal/shop')
 */
export const postgresStore = (url: string, options: PostgresOptions = {}): Store =>
  sqlStore(postgresDriver(url, options))
