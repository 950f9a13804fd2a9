import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/server/index.ts'
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
