import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import type { Store } from '../../../src/server/index.ts'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { type ActDatabase, postgresActDatabase, sqliteActDatabase } from './act-database.ts'
import { type ActLane, createLocalWorld, playSequences } from './acts.ts'

const timeout = 14_400_000

let folder: string
let postgres: TestPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paypane-acts-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.end()
  await rm(folder, { recursive: true })
})

test('on SQLite nobody exceeds a scope, approves their own payout or passes a limit', { timeout }, () =>
  playSequences(30, async (lane) => {
    const path = join(folder, `${lane}.db`)
    const store = sqliteStore(path)
    return await openLane(sqliteActDatabase(path), [store, store])
  }),
)

test('on PostgreSQL, with the connections of two processes, neither', { timeout }, () =>
  playSequences(15, async () => {
    const url = await postgres.database()
    return await openLane(await postgresActDatabase(url), [postgresStore(url), postgresStore(url)])
  }),
)

async function openLane(database: ActDatabase, stores: readonly [Store, Store]): Promise<ActLane> {
  for (const store of stores) await store.open()
  return {
    async next() {
      await database.empty()
      return createLocalWorld(stores)
    },
    async close() {
      await database.close()
      for (const store of stores) await store.close()
    },
  }
}
