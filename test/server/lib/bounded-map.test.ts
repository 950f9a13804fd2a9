import { expect, test } from 'vitest'
import { BoundedMap } from '../../../src/server/lib/bounded-map.ts'

test('beyond its size the oldest entry goes; setting one again makes it the newest', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

test('expired entries go, up to the first that is not', () => {
  const map = new BoundedMap<string, number>(3)
  map.set('a', 1).set('b', 3).set('c', 1)
  map.deleteOldest((at) => at < 2)
  expect([...map.keys()]).toEqual(['b', 'c'])
})
