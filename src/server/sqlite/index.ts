/**
 * Checkouts, payouts, callbacks and events in one SQLite file: for one process, which is where most begin and many stay.
 * @module
 */
import { sqlitePath } from '../lib/sqlite-path.ts'
import { sqlStore } from '../store/sql/store.ts'
import type { Store } from '../store/store.ts'
import { type SqliteOptions, sqliteDriver } from './driver.ts'

/**
 * A store in a SQLite file, made with its folder where there is none; `path` may be the `file:` address of `DATABASE_URL`.
 * What resolved is on the disk. Opening it rejects with `DatabaseRefusedError` where another version of Paypane has written
 * it that this one cannot use.
 *
 * @throws `TypeError` for the address of another database.
 * @example
 * const store = sqliteStore('./data/paypane.db')
 */
export const sqliteStore = (path: string, options?: SqliteOptions): Store =>
  sqlStore(sqliteDriver(filePath(path), options))

/** The system would take an address for the name of a folder, and orders would be in a file that no command finds. */
function filePath(address: string): string {
  const path = address && (sqlitePath(address) ?? address)
  // SQLite deletes such a database when it is closed.
  if (!path) throw new TypeError('The path of the database is empty.')
  if (!/^\w+:\/\//.test(path)) return path
  throw new TypeError('The path of a SQLite database is that of a file. For PostgreSQL, use postgresStore.')
}

export { type CopiedTable, copyStore } from '../store/sql/copy.ts'
export { type StoredAttempt, storedAttempts } from '../store/sql/stored-attempts.ts'
export type { SqliteOptions }
