import type { Store } from 'paypane/server'
import { postgresStore } from 'paypane/server/postgres'
import { sqliteStore } from 'paypane/server/sqlite'

/** `file:…`: SQLite, for one process. `postgres://…`: PostgreSQL, for any number of processes. */
export const storeAt = (databaseUrl: string): Store =>
  databaseUrl.startsWith('file:')
    ? sqliteStore(databaseUrl.replace(/^file:(\/\/)?/, ''))
    : postgresStore(databaseUrl)
