import { expect, test } from 'vitest'
import { paidTwiceTerm } from '../../../../src/server/rules/search-terms.ts'
import { saveCallback } from '../../../../src/server/store/sql/callbacks.ts'
import { insertPayout, saveEntry } from '../../../../src/server/store/sql/entries.ts'
import { eraseOldEntries } from '../../../../src/server/store/sql/retention.ts'
import { type Operation, query, type Row } from '../../../../src/server/store/sql/statement.ts'
import { attempt, callback, checkout, payout } from '../fixtures.ts'
import { memoryDatabase } from './memory-database.ts'

/** As in a database of several processes: after the first statement of one the other has committed. */
function* meanwhile<T>(operation: Operation<T>, other: Operation<unknown>): Operation<T> {
  let step = operation.next()
  let rows: Row[] = step.done === true ? [] : yield step.value
  yield* other
  while (step.done !== true) {
    step = operation.next(rows)
    if (step.done !== true) rows = yield step.value
  }
  return step.value
}

test('of two payouts with one reference at the same time, around midnight, one is inserted and reserves its amount', async () => {
  const { driver, store, execute } = await memoryDatabase()
  const reservedOn = (day: string) => ({
    reservation: { day, currency: 'UAH', amount: '10.00', limit: '100.00' },
  })
  const [first, second] = [payout({ reference: 'salary' }), payout({ reference: 'salary' })]
  const result = await driver.run(() =>
    meanwhile(insertPayout(second, reservedOn('2026-02-01')), insertPayout(first, reservedOn('2026-01-31'))),
  )
  expect(result).toBe('exists')
  expect(await store.entry(second.id)).toBeNull()
  expect(await store.entry(first.id)).toEqual(first)
  expect(await execute('SELECT day, reserved FROM payout_days ORDER BY day')).toEqual([
    { day: '2026-01-31', reserved: '10.00' },
    { day: '2026-02-01', reserved: '0' },
  ])
})

test('nothing is written of a checkout whose payout finds its reference taken at the last moment', async () => {
  const { driver, store } = await memoryDatabase()
  const entry = checkout()
  await store.insert(entry)
  const [first, second] = [payout({ reference: 'rf_1' }), payout({ reference: 'rf_1' })]
  const write = { expectedVersion: 1, payout: second }
  const save = () => meanwhile(saveEntry(entry, write, driver.dialect), insertPayout(first, {}))
  await expect(driver.run(save)).rejects.toThrow('Nothing was written')
  expect(await store.entry(entry.id)).toEqual(entry)
  expect(await store.entry(second.id)).toBeNull()
})

test('a payout whose reference is taken reserves nothing', async () => {
  const { store, execute } = await memoryDatabase()
  const reservation = { day: '2026-01-31', currency: 'UAH', amount: '10.00', limit: '100.00' }
  await store.insertPayout(payout({ reference: 'salary' }), { reservation })
  expect(await store.insertPayout(payout({ reference: 'salary' }), { reservation })).toBe('exists')
  expect(await execute('SELECT reserved FROM payout_days')).toEqual([{ reserved: '10.00' }])
})

test('a checkout that another process changes while it would be erased is left to the next time', async () => {
  const { driver, store } = await memoryDatabase()
  const entry = checkout({ customer: 'anna' })
  await store.insert(entry)
  const erase = () => eraseOldEntries({ before: 5000, now: 6000, limit: 9 }, () => expect.unreachable())
  const change = query`UPDATE entries SET version = 2 WHERE id = ${entry.id}`
  expect(await driver.run(() => meanwhile(erase(), change))).toBe(0)
  expect(await store.entry(entry.id)).toEqual({ ...entry, version: 2 })
  expect(await driver.run(erase)).toBe(1)
})

test('a callback that two processes receive at the same time is stored once, and counted twice', async () => {
  const { driver, store } = await memoryDatabase()
  const received = callback()
  const save = (id: string) => saveCallback(received, id, 1000)
  expect(await driver.run(() => meanwhile(save('cb_1'), save('cb_2')))).toBe(false)
  const { callbacks } = await store.unmatchedCallbacks({ limit: 9 })
  expect(callbacks).toMatchObject([{ id: 'cb_2', times: 2 }])
})

test('different callbacks of an order that two processes receive at the same time are both stored', async () => {
  const { driver, store } = await memoryDatabase()
  const received = callback({ status: 'Created' })
  const [one, other] = [
    saveCallback(received, 'cb_1', 1000),
    saveCallback({ ...received, status: 'Failed' }, 'cb_2', 1000),
  ]
  expect(await driver.run(() => meanwhile(one, other))).toBe(true)
  const { callbacks } = await store.unmatchedCallbacks({ limit: 9 })
  expect(callbacks.map(({ id, status }) => [id, status])).toEqual([
    ['cb_2', 'Failed'],
    ['cb_1', 'Created'],
  ])
})

test('a repeated callback is stored again where the first one is being deleted', async () => {
  const { driver, store } = await memoryDatabase()
  const received = callback()
  await store.saveCallback(received, 1000)
  const deletion = query`DELETE FROM callbacks`
  expect(await driver.run(() => meanwhile(saveCallback(received, 'cb_1', 2000), deletion))).toBe(true)
  const { callbacks } = await store.unmatchedCallbacks({ limit: 9 })
  expect(callbacks).toMatchObject([{ id: 'cb_1', times: 1, receivedAt: 2000 }])
})

test('a write deletes the receipts of the attempts that it erases, and no others', async () => {
  const { store } = await memoryDatabase()
  const entry = checkout({ attempts: [attempt({ n: 1 }), attempt({ n: 2 })] })
  await store.insert(entry)
  const receipt = { type: 'image/png', size: 1, entryId: entry.id, createdAt: 1, sealed: 'sealed' } as const
  for (const n of [1, 2]) await store.saveReceipt({ ...receipt, id: `r-${n}`, attempt: n }, 9)
  const counts = async (): Promise<number[]> =>
    (await Promise.all([1, 2].map((n) => store.receiptsOf(entry.id, n)))).map(({ length }) => length)
  await store.save(entry, { expectedVersion: 1 })
  expect(await counts()).toEqual([1, 1])
  await store.save(entry, { expectedVersion: 2, erasedAttempts: [1] })
  expect(await counts()).toEqual([0, 1])
})

test('a checkout is found by the terms that a write adds, until another one removes them', async () => {
  const { store } = await memoryDatabase()
  const entry = checkout()
  await store.insert(entry)
  const found = async (): Promise<string[]> =>
    (await store.list({ kind: 'checkout', paidTwice: true, limit: 9 })).entries.map(({ id }) => id)
  expect(await found()).toEqual([])
  await store.save(entry, { expectedVersion: 1, terms: { added: [paidTwiceTerm], removed: [] } })
  await store.save(entry, { expectedVersion: 2 })
  expect(await found()).toEqual([entry.id])
  await store.save(entry, { expectedVersion: 3, terms: { added: [], removed: [paidTwiceTerm] } })
  expect(await found()).toEqual([])
})

test('a claim with the number of another checkout is not written: nobody would find it', async () => {
  const { store } = await memoryDatabase()
  const claims = [{ number: '7K2M9-QXT4H', at: 1, content: null, receipts: [], resolved: null }]
  const [first, second] = [checkout(), checkout()]
  for (const entry of [first, second]) await store.insert(entry)
  const claimed = (entry: typeof first) => ({ ...entry, attempts: [attempt({ claims })] })
  await store.save(claimed(first), { expectedVersion: 1 })
  await expect(store.save(claimed(second), { expectedVersion: 1 })).rejects.toThrow('this number')
  expect(await store.entry(second.id)).toEqual(second)
  expect(await store.claimByNumber('7K2M9-QXT4H')).toMatchObject({ entryId: first.id })
})
