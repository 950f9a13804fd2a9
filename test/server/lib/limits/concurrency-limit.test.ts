import { expect, test } from 'vitest'
import { createConcurrencyLimit } from '../../../../src/server/lib/limits/concurrency-limit.ts'
import { manualClock } from '../../harness.ts'

test('what stalls makes room, also if it began by a clock that was ahead', () => {
  const clock = manualClock()
  const limit = createConcurrencyLimit(clock, { perAddress: 1, total: 1 })
  const ended: string[] = []
  const enter = (name: string) => limit.enter(null, { giveUp: () => ended.push(name) }) !== null
  const yearMs = 365 * 24 * 3_600_000
  clock.advance(yearMs)
  expect(enter('first')).toBe(true)
  expect(enter('second')).toBe(false)
  clock.advance(1000)
  expect(enter('third')).toBe(true)
  clock.advance(-yearMs)
  expect(enter('fourth')).toBe(true)
  expect(ended).toEqual(['first', 'third'])
})
