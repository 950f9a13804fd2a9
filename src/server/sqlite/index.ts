/**
 * Checkouts, payouts, callbacks and events in one SQLite file: for one process, which is where most begin and many stay.
 * @module
 */
import { sqlStore } from '../store/sql/store.ts'
import type { Store } from '../store/store.ts'
import { type SqliteOptions, sqliteDriver } from './driver.ts'

/**
 * A store in a SQLite file, made with its folder where there is none. What resolved is on the disk. Opening it rejects with
 * `DatabaseRefusedError` where another version of Paypane has written it that this one cannot use.
 *
 * @example
 * const store = sqliteStore('./data/paypane.db')
 */
export const sqliteStore = (path: string, options?: SqliteOptions): Store =>
  sqlStore(sqliteDriver(path, options))

export { type StoredAttempt, storedAttempts } from '../store/sql/stored-attempts.ts'
export type { SqliteOptions }
