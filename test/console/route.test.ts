import { expect, test } from 'vitest'
import { hashOf, noFilters, parseRoute, type Route } from '../../src/console/route.ts'
import { timelineOf } from '../../src/console/timeline.ts'
import type { ActivityEvent, AttemptDetail } from '../../src/contract/index.ts'
import { attempt } from './attempt.ts'

test.each<Route>([
  { page: 'checkouts', ...noFilters },
  { page: 'checkouts', ...noFilters, status: 'failed', review: true, search: 'a b&c=d#?/%', after: 'co_1' },
  { page: 'payouts', ...noFilters, since: '2026-01-01', until: '2026-01-31' },
  { page: 'events', ...noFilters, status: 'failing' },
  { page: 'payouts', ...noFilters, status: 'preparing' },
  { page: 'checkout', id: 'co_1' },
  { page: 'payout', reference: 'inv/2026 №7?#%41' },
  { page: 'new-payout' },
  { page: 'balance', currency: 'USDT_TRC20' },
  { page: 'callbacks', after: null },
  { page: 'callbacks', after: 'cb_1' },
])('a route survives its URL fragment: %j', (route) => {
  expect(parseRoute(hashOf(route))).toEqual(route)
})

test('an unknown fragment is the list of checkouts', () => {
  for (const hash of ['', '#', '#/nowhere', '#/%E0%A4%A', '#/checkouts?status=lost&since=soon'])
    expect(parseRoute(hash)).toEqual({ page: 'checkouts', ...noFilters })
})

test('the timeline merges activity, service history and events in order of time', () => {
  const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
  const logItem = (event: ActivityEvent, second: number, count = 1) => ({
    ...event,
    at: at(second),
    lastAt: at(second + count),
    count,
  })
  const item = (code: string, time: string | null) => ({
    code,
    time,
    action: null,
    words: `${code} in words`,
  })
  const failedAttempt: AttemptDetail = {
    ...attempt,
    state: 'failed',
    externalId: 'e',
    status: 'Failed',
    nextLookup: at(60),
    review: null,
    activity: [
      logItem({ type: 'create_sent' }, 0),
      logItem({ type: 'lookup_found', status: 'Processing' }, 5, 3),
      logItem({ type: 'lookup_found', status: 'Failed' }, 20),
    ],
    // Without an offset it is UTC; without a time it follows the item before.
    timeline: [item('1.0.0.00', '2026-01-01T00:00:01'), item('1.1.1.00', null), item('4.1.4.00', at(15))],
  }
  const event = {
    id: 'evt_1',
    type: 'checkout.failed',
    at: at(20),
    attempt: 1,
    tries: 2,
    deliveredAt: null,
    error: 'answered 500',
  }
  const steps = timelineOf({ status: 'failed', attempts: [failedAttempt], events: [event] })
  expect(steps.map(({ text, code }) => code ?? text)).toEqual([
    'The order was sent to the service.',
    '1.1.1.00',
    expect.stringMatching(/^Status lookup: Processing\. 3 times, last at /),
    '4.1.4.00',
    'Status lookup: Failed.',
    'Event checkout.failed: not delivered yet (tried 2×: answered 500).',
    'Next status lookup.',
  ])
  // The service's first step is folded into the one that followed it.
  expect(steps.flatMap(({ steps: before }) => before.map(({ code }) => code))).toEqual(['1.0.0.00'])
  expect(steps.map(({ elapsed }) => elapsed)).toEqual([
    '',
    '1 second',
    '4 seconds',
    '10 seconds',
    '5 seconds',
    '',
    '40 seconds',
  ])
  expect(steps.filter(({ sameSecond }) => sameSecond)).toHaveLength(1)
  expect(steps.at(-2)?.warning).toBe(true)
  expect(steps.at(-1)?.pending).toBe(true)

  const failed = (cause: string, seconds: number) => logItem({ type: 'lookup_failed', cause }, seconds, 2)
  const outage = [failed('server', 30), failed('timeout', 40), failed('server', 50)]
  const during = timelineOf({ status: 'pending', attempts: [{ ...attempt, activity: outage }], events: [] })
  expect(during.map(({ text }) => text).filter((text) => text.startsWith('Status lookup'))).toEqual([
    expect.stringMatching(/^Status lookup: no response \(server, timeout\)\. 6 times, last at .*:5\d\.$/),
  ])
})
