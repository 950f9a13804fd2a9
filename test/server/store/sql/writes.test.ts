import { expect, test } from 'vitest'
import { insertPayout } from '../../../../src/server/store/sql/entries.ts'
import type { Operation } from '../../../../src/server/store/sql/statement.ts'
import { checkout, payout } from '../fixtures.ts'
import { memoryDatabase } from './memory-database.ts'

/** As in a database of several processes: what the first statement found has changed before the second one. */
function* foundNothing<T>(operation: Operation<T>): Operation<T> {
  operation.next()
  let step = operation.next([])
  while (step.done !== true) step = operation.next(yield step.value)
  return step.value
}

test('of two payouts with one reference at the same time one is inserted and reserves its amount', async () => {
  const { driver, store, execute } = await memoryDatabase()
  const reservation = { day: '2026-01-31', currency: 'UAH', amount: '10.00', limit: '100.00' }
  const first = payout({ reference: 'salary' })
  expect(await store.insertPayout(first, { reservation })).toBe('inserted')
  const second = payout({ reference: 'salary' })
  for (const write of [{ reservation }, {}])
    expect(await driver.run(() => foundNothing(insertPayout(second, write)))).toBe('exists')
  expect(await store.entry(second.id)).toBeNull()
  expect(await execute('SELECT reserved FROM payout_days')).toEqual([{ reserved: '10.00' }])
})

test('an entry that has not changed is not read again', async () => {
  const { store, execute } = await memoryDatabase()
  const entry = checkout()
  await store.insert(entry)
  const first = await store.entry(entry.id)
  await execute(`UPDATE entries SET doc = '{'`)
  expect(await store.entry(entry.id)).toBe(first)
  await execute('UPDATE entries SET version = 2')
  await expect(store.entry(entry.id)).rejects.toThrow('cannot be read')
})
