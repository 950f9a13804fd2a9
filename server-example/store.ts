import type { PaypaneOptions } from 'paypane/server'
import { InvalidSettingError, sqlitePath } from 'paypane/server/node'
import { postgresStore } from 'paypane/server/postgres'
import { sqliteStore } from 'paypane/server/sqlite'

/** `file:…`: SQLite, for one process. `postgres://…`: PostgreSQL, for any number of processes. */
export function storeAt(databaseUrl: string): PaypaneOptions['store'] {
  const path = sqlitePath(databaseUrl)
  if (path === null) return postgresStore(databaseUrl)
  try {
    return sqliteStore(path, { exclusive: true })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new InvalidSettingError(`DATABASE_URL cannot be used: ${path}: ${reason}`, { cause })
  }
}
