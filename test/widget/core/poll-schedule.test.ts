import { describe, expect, test } from 'vitest'
import { nextPoll, type PollResult } from '../../../src/widget/core/poll-schedule.ts'
import { initialState, type SessionState } from '../../../src/widget/core/reducer.ts'
import { view } from './fake-page.ts'

const pending: SessionState = { ...initialState, view: view({ pollAfter: 4 }) }
const unchanged: PollResult = {
  result: { type: 'unchanged' },
  longPolled: false,
  durationMs: 100,
  changed: false,
  hasEtag: false,
}
const unanswered: PollResult = {
  ...unchanged,
  result: { type: 'failed', failure: 'network', retryAfter: null },
}

/** When the next question is due, for the least, the middle and the most that chance can give. */
const afterMs = (state: SessionState, heard: PollResult) =>
  [0, 0.5, 1].map((random) => nextPoll(state, heard, random)?.delayMs)

test('many payers do not ask at once: each rests a fifth longer at most, and never shorter', () => {
  expect(afterMs(pending, unchanged)).toEqual([4000, 4400, 4800])
})

describe('without an answer', () => {
  test.each([
    [1, [375, 500, 625]],
    [2, [750, 1000, 1250]],
    [5, [6000, 8000, 10_000]],
    [7, [15_000, 20_000, 25_000]],
    [1000, [15_000, 20_000, 25_000]],
  ])(
    '%i times in a row, the next rest is longer up to a bound, and not the same for all',
    (failureCount, rests) => {
      expect(afterMs({ ...pending, failureCount }, unanswered)).toEqual(rests)
    },
  )

  test('what the server named is kept to the millisecond', () => {
    const told: PollResult = {
      ...unchanged,
      result: { type: 'failed', failure: 'rateLimited', retryAfter: 7000 },
    }
    expect(afterMs({ ...pending, failureCount: 3 }, told)).toEqual([7000, 7000, 7000])
  })
})

test('a server that asks for no rest at all has some all the same', () => {
  expect(afterMs({ ...initialState, view: view({ pollAfter: 0 }) }, unchanged)).toEqual([500, 550, 600])
})

test('"I have paid" halves the rest of the attempt that it was said of', () => {
  expect(afterMs({ ...pending, reportedSentAttempt: 1 }, unchanged)).toEqual([2000, 2200, 2400])
  expect(afterMs({ ...pending, reportedSentAttempt: 2 }, unchanged)).toEqual([4000, 4400, 4800])
})
