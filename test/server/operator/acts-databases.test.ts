import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { actRuns, playActs, sequence } from './acts.ts'

const timeout = 14_400_000

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.end())

test('on SQLite nobody exceeds a scope, approves the own payout or passes a limit', { timeout }, () =>
  fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const store = sqliteStore(':memory:')
      await store.open()
      await playActs(steps, [store, store])
      await store.close()
    }),
    actRuns(30),
  ),
)

test('on PostgreSQL, with the connections of two processes, neither', { timeout }, async () => {
  const url = await postgres.database()
  const stores = [postgresStore(url), postgresStore(url)] as const
  for (const store of stores) await store.open()
  await fc.assert(
    fc
      .asyncProperty(sequence, (steps) => playActs(steps, stores))
      .beforeEach(async () => {
        await postgres.query(
          url,
          'TRUNCATE entries, attempts, callbacks, events, event_tries, audit, payout_days; UPDATE audit_sequence SET last = 0',
        )
      }),
    actRuns(15),
  )
  for (const store of stores) await store.close()
})
