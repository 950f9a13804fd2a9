import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { newFolder } from '../../support/new-folder.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'

/** What the acts have written is deleted: faster than another database for each sequence. */
const deleteAll = `${['event_tries', 'events', 'callbacks', 'attempts', 'entries', 'audit', 'payout_days']
  .map((table) => `DELETE FROM ${table};`)
  .join(' ')} UPDATE audit_sequence SET last = 0;`

/** A database for one sequence after another. */
export interface ActDatabase {
  /** For `DATABASE_URL`. */
  url: string
  /** Needs a store that was open before, which creates the tables. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** Databases for the tests of the calling file: SQLite files in a temporary folder, and a PostgreSQL. */
export function actDatabases() {
  const folder = newFolder(afterAll)
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.end())
  return {
    sqlite: (lane: number): ActDatabase => sqliteActDatabase(join(folder, `${lane}.db`)),
    postgres: async (): Promise<ActDatabase> => await postgresActDatabase(await postgres.database()),
  }
}

function sqliteActDatabase(path: string): ActDatabase {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = OFF')
  return {
    url: `file:${path}`,
    empty: async () => db.exec(`BEGIN IMMEDIATE; ${deleteAll} COMMIT`),
    close: async () => db.close(),
  }
}

async function postgresActDatabase(url: string): Promise<ActDatabase> {
  const client = new Client({ connectionString: url, options: '-c search_path=paypane' })
  await client.connect()
  return {
    url,
    empty: async () => void (await client.query(deleteAll)),
    close: () => client.end(),
  }
}
