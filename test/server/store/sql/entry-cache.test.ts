import { expect, test } from 'vitest'
import { createEntryCache } from '../../../../src/server/store/sql/entry-cache.ts'
import { checkout } from '../fixtures.ts'

test('the last version of an entry is cached', () => {
  const cache = createEntryCache()
  const entry = checkout()
  cache.set(entry)
  cache.set({ ...entry, version: 2 })
  expect(cache.get(entry.id)?.version).toBe(2)
  expect(cache.get('another')).toBeNull()
})

test('the cache is bounded and evicts the least recently read entry', () => {
  const cache = createEntryCache()
  const entries = Array.from({ length: 1001 }, () => cache.set(checkout()))
  expect(entries.filter(({ id }) => cache.get(id) === null)).toEqual([entries[0]])
})
