import { describe, expect, test } from 'vitest'
import { longPollSeconds, nextPoll, type PollResult } from '../../../src/widget/core/poll-schedule.ts'
import { initialState, type SessionState } from '../../../src/widget/core/reducer.ts'
import { validView } from './fake-page.ts'

const pending: SessionState = { ...initialState, view: validView({ pollAfter: 4 }) }
const unchanged: PollResult = {
  result: { type: 'unchanged', date: null },
  longPolled: false,
  durationMs: 100,
  changed: false,
  hasEtag: false,
}
const failed: PollResult = {
  ...unchanged,
  result: { type: 'failed', failure: 'network', retryAfter: null },
}

/** The delays for the least, the middle and the largest random number. */
const delaysFor = (state: SessionState, pollResult: PollResult) =>
  [0, 0.5, 1].map((random) => nextPoll(state, pollResult, random)?.delayMs)

test('jitter lengthens the delay by up to a fifth and never shortens it', () => {
  expect(delaysFor(pending, unchanged)).toEqual([4000, 4400, 4800])
})

describe('after a failed request', () => {
  test.each([
    [1, [375, 500, 625]],
    [2, [750, 1000, 1250]],
    [5, [6000, 8000, 10_000]],
    [7, [15_000, 20_000, 25_000]],
    [1000, [15_000, 20_000, 25_000]],
  ])('%i failures in a row back off exponentially, with jitter, up to a limit', (failureCount, delays) => {
    expect(delaysFor({ ...pending, failureCount }, failed)).toEqual(delays)
  })

  test('Retry-After is used exactly', () => {
    const rateLimited: PollResult = {
      ...unchanged,
      result: { type: 'failed', failure: 'rateLimited', retryAfter: 7000 },
    }
    expect(delaysFor({ ...pending, failureCount: 3 }, rateLimited)).toEqual([7000, 7000, 7000])
  })
})

test('a pollAfter of 0 is raised to the minimum interval', () => {
  expect(delaysFor({ ...initialState, view: validView({ pollAfter: 0 }) }, unchanged)).toEqual([
    500, 550, 600,
  ])
})

test('"I’ve sent the money" halves the interval, for the reported attempt only', () => {
  expect(delaysFor({ ...pending, sentReport: { attempt: 1, sent: true } }, unchanged)).toEqual([
    2000, 2200, 2400,
  ])
  expect(delaysFor({ ...pending, sentReport: { attempt: 2, sent: true } }, unchanged)).toEqual([
    4000, 4400, 4800,
  ])
})

test('long polls end at different times, and one that was held to its end is renewed at once', () => {
  const seconds = [0, 0.5, 0.999].map(longPollSeconds)
  expect(seconds).toEqual([25, 23, 21])
  for (const held of seconds) {
    const pollResult = { ...unchanged, longPolled: true, hasEtag: true, durationMs: held * 1000 }
    expect(delaysFor(pending, pollResult)).toEqual([0, 0, 0])
  }
})

test.each<[string, SessionState, Partial<PollResult>, number]>([
  ['held to its end', pending, { durationMs: 20_001 }, 0],
  ['ended just before', pending, { durationMs: 20_000 }, 4000],
  [
    'held while preparing',
    { ...pending, view: validView({ status: 'preparing' }) },
    { durationMs: 20_001 },
    0,
  ],
  ['held before the first view', initialState, { durationMs: 20_001 }, 1000],
  ['of a change', pending, { durationMs: 500, changed: true }, 0],
  ['of a change too soon', pending, { durationMs: 499, changed: true }, 500],
  ['of a change without an ETag', pending, { changed: true, hasEtag: false }, 4000],
])('after a long poll %s the next follows in time', (_, state, polled, delayMs) => {
  const pollResult = { ...unchanged, longPolled: true, hasEtag: true, ...polled }
  expect(nextPoll(state, pollResult, 0)).toEqual({ delayMs, longPoll: true })
})

test.each([
  [null, false],
  [0, true],
])('a Retry-After of %s is one that a return to the page must keep: %s', (retryAfter, fromRetryAfter) => {
  const result = { type: 'failed', failure: 'server', retryAfter } as const
  expect(nextPoll(pending, { ...unchanged, result }, 0)).toMatchObject({ fromRetryAfter })
})
