import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { postgresStore } from '../../src/server/postgres/index.ts'
import { sqliteStore } from '../../src/server/sqlite/index.ts'
import type { Store } from '../../src/server/store/store.ts'
import { copiedTables } from './copied-tables.ts'
import { startPostgres } from './postgres.ts'
import { type Replica, replicatedStore } from './replicated-store.ts'

/** How else the database of a store can be used. */
export interface Database {
  /** Another store on it, where processes can share it. */
  connect?: () => Store
  replica: Replica
}

/** An empty store for each run. */
export interface EmptyStores {
  use<T>(run: (store: Store, database: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** By the database that the stores are on. */
export const openEmptyStores = { memory, sqlite, postgres }

async function memory(): Promise<EmptyStores> {
  return {
    async use(run) {
      const { store, ...replica } = replicatedStore()
      return await run(store, { replica })
    },
    close: async () => undefined,
  }
}

async function sqlite(): Promise<EmptyStores> {
  const folder = await mkdtemp(join(tmpdir(), 'paypane-stores-'))
  let created = 0
  return {
    async use(run) {
      const path = join(folder, `${++created}.db`)
      const store = sqliteStore(path)
      await store.open()
      const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
      database.exec("ATTACH ':memory:' AS replica")
      const tables = database
        .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
        .all()
        .map(({ name }) => String(name))
      const replica = copiedTables('main', tables, async (statements) =>
        database.exec(['BEGIN', ...statements, 'COMMIT'].join(';')),
      )
      try {
        return await run(store, { replica })
      } finally {
        database.close()
        await store.close()
        for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true })
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function postgres(): Promise<EmptyStores> {
  const server = await startPostgres()
  const url = await server.database()
  return {
    async use(run) {
      await server.query(url, 'DROP SCHEMA IF EXISTS paypane, replica CASCADE; CREATE SCHEMA replica')
      // A new store, since the caches of another hold what was dropped.
      const store = postgresStore(url)
      await store.open()
      const rows = await server.query(
        url,
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'paypane'",
      )
      const tables = rows.map(({ name }) => String(name))
      const replica = copiedTables('paypane', tables, (statements) =>
        server.query(url, ['SET session_replication_role = replica', ...statements].join(';')),
      )
      try {
        return await run(store, { connect: () => postgresStore(url), replica })
      } finally {
        await store.close()
      }
    },
    close: () => server.end(),
  }
}
