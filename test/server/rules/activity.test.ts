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

test('a full log drops the oldest of what is repeated, and nothing that was decided', () => {
  expect(logOf(60).map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, n) => n))
  const decided = [{ type: 'create_sent' }, { type: 'review_opened', reason: 'overpaid' }] as const
  const start = decided.reduce((one, event) => logActivity(one, 0, event), attempt({ activity: [] }))
  const failed = { type: 'lookup_failed', cause: 'timeout' } as const
  const full = Array.from({ length: 100 }, (_, n) => n).reduce(
    (one, n) => logActivity(logActivity(one, n, found('Processing')), n, failed),
    start,
  ).activity
  expect(full).toHaveLength(60)
  expect(full.slice(0, 4)).toMatchObject([...decided, { at: 71 }, { at: 71 }])
  expect(full.at(-1)).toMatchObject({ at: 99, ...failed })
})

test('a payer who reports sending again and again does not fill it without end', () => {
  const { activity } = Array.from({ length: 100 }, (_, n) => n).reduce(
    (one, n) => logActivity(one, n, { type: 'sent_reported', sent: n % 2 === 0 }),
    attempt({ activity: [] }),
  )
  expect(activity).toHaveLength(60)
})

test('a log of decisions alone grows', () => {
  const notes = Array.from({ length: 70 }, (_, n) => String(n))
  const { activity } = notes.reduce(
    (one, note, at) => logActivity(one, at, { type: 'operator_decided', action: 'recheck', note }),
    attempt({ activity: [] }),
  )
  expect(activity).toHaveLength(70)
})
