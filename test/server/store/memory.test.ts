import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
import { memoryCallbacks } from '../../../src/server/store/memory/callbacks.ts'
import { createTables } from '../../../src/server/store/memory/tables.ts'
import { describeStore } from './conformance.ts'
import { checkout } from './fixtures.ts'

describeStore('the store in memory', () => ({
  createEmpty: async () => ({ store: memoryStore(), reopen: null }),
}))

test('a store in memory that is closed notifies nobody', async () => {
  const store = memoryStore()
  const changed: string[] = []
  store.listen((id) => changed.push(id))
  const entry = checkout()
  await store.insert(entry)
  await store.save(entry, { expectedVersion: 1 })
  expect(changed).toEqual([entry.id])
  await store.close()
  await store.save(entry, { expectedVersion: 2 })
  expect(changed).toEqual([entry.id])
})

test('nothing stays of a callback that is deleted', async () => {
  const tables = createTables()
  const store = memoryCallbacks(tables)
  const callback = { externalId: 'e-1', status: 'Success', amount: '1.00', orderType: 'Deposit' }
  await store.saveCallback({ ...callback, pipelines: ['p2p'] }, 1)
  await store.postponeCallback(tables.callbacks[0]?.id ?? '', 2)
  expect(await store.deleteUnmatchedCallbacks({ before: 3, unacknowledgedBefore: 3, limit: 1 })).toBe(1)
  expect([tables.callbacks, tables.callbackRetries]).toEqual([[], new Map()])
})
