import { describe, test } from 'vitest'
import { storeAt } from '../../../server-example/store.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { type ActDatabase, actDatabases } from './act-database.ts'
import { type ActLane, createLocalWorld, playSequences } from './acts.ts'

const timeout = 14_400_000

const databases = actDatabases()

describe('nobody exceeds a scope, approves their own payout or passes a limit', () => {
  test('on SQLite', { timeout }, () =>
    playSequences(30, async (lane) => {
      const database = databases.sqlite(lane)
      const store = await storeAt(database.url)
      return await openLane(database, [store, store])
    }),
  )

  test('on PostgreSQL, with the connections of two processes', { timeout }, () =>
    playSequences(15, async () => {
      const database = await databases.postgres()
      return await openLane(database, [await storeAt(database.url), await storeAt(database.url)])
    }),
  )
})

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
