import { expect, test } from 'vitest'
import { logActivity } from '../../../src/server/rules/activity.ts'
import type { Attempt } from '../../../src/server/rules/model.ts'
import { attempt } from '../store/fixtures.ts'

const found = (status: string) => ({ type: 'lookup_found', status }) as const
/** The log after one event a millisecond, of another status each. */
const logOf = (count: number): Attempt['activity'] =>
  Array.from({ length: count }, (_, n) => n).reduce(
    (one, n) => logActivity(one, n, found(String(n))),
    attempt({ activity: [] }),
  ).activity

test('the same event in a row is one item with its count and its last time', () => {
  let one = attempt({ activity: [] })
  for (const at of [1, 2, 5]) one = logActivity(one, at, found('Processing'))
  expect(one.activity).toEqual([{ at: 1, lastAt: 5, count: 3, ...found('Processing') }])
  one = logActivity(one, 7, found('Success'))
  one = logActivity(one, 8, found('Processing'))
  expect(one.activity.map(({ at, lastAt, count }) => [at, lastAt, count])).toEqual([
    [1, 5, 3],
    [7, 7, 1],
    [8, 8, 1],
  ])
})

test('a full log keeps its first item and drops the oldest of the others', () => {
  expect(logOf(60).map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  const full = logOf(62).map(({ at }) => at)
  expect(full).toHaveLength(60)
  expect(full.slice(0, 3)).toEqual([0, 3, 4])
  expect(full.at(-1)).toBe(61)
})
