import { expect, test } from 'vitest'
import { memoryStore } from '../../../../src/server/index.ts'
import type { Entry } from '../../../../src/server/rules/model.ts'
import { type StoredAttempt, storedAttempts } from '../../../../src/server/sqlite/index.ts'
import type { Store } from '../../../../src/server/store/store.ts'
import { attempt, checkout, payout } from '../fixtures.ts'
import { memoryDatabase } from './memory-database.ts'

const all = (store: Store): Promise<StoredAttempt[]> => Array.fromAsync(storedAttempts(store))

test('every attempt of checkouts and payouts is listed as the service knows it', async () => {
  const { store } = await memoryDatabase()
  const entries: Entry[] = [
    checkout({
      id: 'co_1',
      order: '1042',
      attempts: [
        attempt({
          ...{ n: 1, externalTransactionId: 'tx-1', pipeline: 'cards', firstSentAt: 1500 },
          ...{ externalId: null, status: null, reported: null, otherCurrency: null },
        }),
        attempt({
          ...{ n: 2, externalTransactionId: 'tx-2', pipeline: 'p2p', firstSentAt: 2500 },
          ...{ externalId: 'e-2', status: 'Success', reported: '1200.00', otherCurrency: 'USD' },
        }),
      ],
    }),
    checkout({ id: 'co_2' }),
    payout({
      id: 'po_1',
      reference: 'salary',
      attempts: [
        attempt({
          ...{ n: 1, externalTransactionId: 'tx-3', pipeline: 'out', firstSentAt: 3500 },
          ...{ externalId: 'e-3', status: 'Created', amount: { value: '10.00', currency: 'KZT' } },
        }),
      ],
    }),
  ]
  for (const entry of entries) await store.insert(entry)
  const ofOrder = { kind: 'checkout', entry: 'co_1', ref: '1042' }
  expect(await all(store)).toEqual([
    {
      ...{ ...ofOrder, n: 1, pipeline: 'cards', externalTransactionId: 'tx-1', externalId: null },
      ...{ status: null, amount: '1250.00', currency: 'UAH', sentAt: 1500 },
    },
    {
      ...{ ...ofOrder, n: 2, pipeline: 'p2p', externalTransactionId: 'tx-2', externalId: 'e-2' },
      ...{ status: 'Success', amount: '1200.00', currency: 'USD', sentAt: 2500 },
    },
    {
      ...{ kind: 'payout', entry: 'po_1', ref: 'salary', n: 1, pipeline: 'out' },
      ...{ externalTransactionId: 'tx-3', externalId: 'e-3', status: 'Created' },
      ...{ amount: '10.00', currency: 'KZT', sentAt: 3500 },
    },
  ])
})

test('attempts of very many entries are each listed once, in the order of their entries', async () => {
  const { store } = await memoryDatabase()
  const ids = Array.from({ length: 501 }, (_, index) => `co_${String(index).padStart(4, '0')}`)
  await Promise.all(ids.map((id) => store.insert(checkout({ id, attempts: [attempt()] }))))
  expect((await all(store)).map(({ entry }) => entry)).toEqual(ids)
})

test('an entry that cannot be read is named, or ends the list with an error: it hides no attempt', async () => {
  const { store, execute } = await memoryDatabase()
  for (const id of ['co_1', 'co_2', 'co_3']) await store.insert(checkout({ id, attempts: [attempt()] }))
  await execute(`UPDATE entries SET doc = '{' WHERE id = 'co_2'`)
  await expect(all(store)).rejects.toThrow('The row co_2 of "entries" cannot be read')
  const unreadable: string[] = []
  const attempts = await Array.fromAsync(storedAttempts(store, (id) => unreadable.push(id)))
  expect(attempts.map(({ entry }) => entry)).toEqual(['co_1', 'co_3'])
  expect(unreadable).toEqual(['co_2'])
})

test('a store that is in no database is refused by name', async () => {
  await expect(all(memoryStore())).rejects.toThrow(
    new TypeError('The store is neither of SQLite nor of PostgreSQL.'),
  )
})
