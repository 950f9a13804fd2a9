import type { PaypaneOptions } from 'paypane/server'
import { InvalidSettingError, sqlitePath } from 'paypane/server/node'
import { sqliteStore } from 'paypane/server/sqlite'

/** `file:…`: SQLite, for one process. `postgres://…`: PostgreSQL, for any number of processes. */
export async function storeAt(databaseUrl: string): Promise<PaypaneOptions['store']> {
  const path = sqlitePath(databaseUrl)
  if (path === null) {
    // Only a shop on PostgreSQL needs to install pg.
    const { postgresStore } = await import('paypane/server/postgres').catch((cause: unknown) => {
      throw new InvalidSettingError(
        `DATABASE_URL cannot be used: for PostgreSQL install its client: npm install pg (${messageOf(cause)})`,
        { cause },
      )
    })
    return postgresStore(databaseUrl)
  }
  try {
    return sqliteStore(path, { exclusive: true })
  } catch (cause) {
    throw new InvalidSettingError(`DATABASE_URL cannot be used: ${messageOf(cause)}`, { cause })
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
