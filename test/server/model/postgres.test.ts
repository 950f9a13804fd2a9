import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { history, runHistory } from './history.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.end())

test('the rules of money hold on PostgreSQL', { timeout: 300_000 }, async () => {
  const url = await postgres.database()
  const store = postgresStore(url)
  await store.open()
  await fc.assert(
    fc
      .asyncProperty(history, (one) => runHistory(one, store))
      .beforeEach(async () => {
        await postgres.query(
          url,
          'TRUNCATE entries, attempts, callbacks, events, event_tries, cards, removed_cards',
        )
      }),
    { numRuns: Number(process.env['HISTORIES'] ?? 20) },
  )
  await store.close()
})
