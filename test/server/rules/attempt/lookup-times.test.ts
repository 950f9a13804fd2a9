import { describe, expect, test } from 'vitest'
import {
  backOff,
  dueAt,
  nextLookupTime,
  resendAt,
  retryPutAside,
  unknownSince,
  watchEnd,
} from '../../../../src/server/rules/attempt/lookup-schedule.ts'
import type { Attempt, Checkout, Claim, Refund } from '../../../../src/server/rules/model.ts'
import type { Policy } from '../../../../src/server/rules/policy.ts'
import { attempt, checkout, payout } from '../../store/fixtures.ts'
import { policy as roundPolicy } from '../policy.ts'

const s = 1000
const min = 60 * s
const h = 60 * min
/** A create may be in flight for 20 s. Its review deadline is too far away to matter. */
const policy: Policy = {
  ...roundPolicy,
  timeoutMs: 10 * s,
  ttlMs: 30 * min,
  createGraceMs: 10 * s,
  reviewAfterMs: 10_000 * h,
  watchMs: 72 * h,
}
/** The end of the watch of an order that is not paid. */
const end = 30 * min + policy.watchMs
const one = (overrides: Partial<Attempt>): Attempt =>
  attempt({ sentAt: 0, firstSentAt: 0, externalId: 'X', ...overrides })
const away: Partial<Checkout> = { expiresAt: 30 * min, seenAt: -h }
type Trigger = Parameters<typeof nextLookupTime>[1]
/** Full jitter, so that a back-off is as long as it can be. */
const next = (
  overrides: Partial<Attempt>,
  trigger: Trigger,
  at: number,
  entry: Partial<Checkout> = away,
  rules: Policy = policy,
): number | null => {
  const current = one(overrides)
  const parent = current.profile === 'payout' ? payout() : checkout(entry)
  return nextLookupTime(current, trigger, { ...parent, attempts: [current] }, { at, jitter: 1 }, rules)
}

const review = (at: number): Attempt['review'] => ({ reason: 'unresolved', at, resolved: null })
const decided = (at: number): Attempt['review'] => ({
  reason: 'unresolved',
  at: 0,
  resolved: { at, by: 'operator', note: '' },
})
const callback = (at: number): Attempt['unconfirmedCallback'] => ({ status: 'Success', amount: '1', at })
const claim = (at: number, resolved: Claim['resolved'] = null): Claim => ({
  number: 'c',
  at,
  content: null,
  receipts: [],
  resolved,
})
const sending = { state: 'sending', externalId: null } as const
const unknown = { state: 'unknown', externalId: null } as const
const refused = { state: 'refused', externalId: null } as const
const absent = { state: 'not_created', externalId: null } as const
const placed = { state: 'placed', foundAt: 0 } as const
const failed = { state: 'failed', finalAt: 0, foundAt: 0 } as const
const failedForm = { ...failed, profile: 'form' } as const
const paid = { state: 'succeeded', finalAt: 0, foundAt: 0 } as const
const unclear = { ...paid, unansweredSince: 0 } as const
const notFound = 'lookup_not_found'
const found = 'lookup_found'
const lost = 'lookup_failed'

type Case = [what: string, of: Partial<Attempt>, trigger: Trigger, at: number, expected: number | null]
const cases: Record<string, Case[]> = {
  'a create that is being sent': [
    ['once its response can no longer come', sending, 'attempt_started', 5 * s, 20 * s],
    ['with back-off after that', sending, lost, 20 * s, 21 * s],
    ['with back-off that grows', { ...sending, failedLookups: 3 }, lost, 30 * s, 38 * s],
  ],
  'an unknown outcome': [
    ['at once', unknown, 'create_unknown', 12 * s, 12 * s],
    ['at once after a late response', unknown, 'create_placed', 12 * s, 12 * s],
    ['at once after a callback', { ...unknown, review: review(0) }, 'callback_hinted', 2 * h, 2 * h],
    ['soon, while its create may be in flight', unknown, notFound, 12 * s, 14 * s],
    ['when it no longer is', unknown, notFound, 19 * s, 20 * s],
    ['then after a second', unknown, notFound, 20 * s, 21 * s],
    ['when it may be sent again', { ...unknown, notFoundCount: 1 }, notFound, 20 * s, 22 * s],
    ['later after each send', { ...unknown, notFoundCount: 1, sendCount: 3 }, notFound, 20 * s, 28 * s],
    ['not at once when that has passed', { ...unknown, notFoundCount: 1 }, notFound, 30 * s, 31 * s],
    ['with back-off', { ...unknown, failedLookups: 2 }, lost, 12 * s, 16 * s],
    ['by its age, when it is known to exist', { ...unknown, knownToExist: true }, notFound, 100 * s, 110 * s],
    ['each 5 minutes at least', { ...unknown, knownToExist: true }, notFound, 2 * h, 2 * h + 5 * min],
    ['each minute at most under review', { ...unknown, review: review(0) }, lost, 100 * s, 160 * s],
    ['by its age under review', { ...unknown, review: review(0) }, lost, 2 * h, 2 * h + 12 * min],
    ['each hour at least under review', { ...unknown, review: review(0) }, lost, 20 * h, 21 * h],
  ],
  'a refusal': [
    ['at once', refused, 'create_refused', 5 * s, 5 * s],
    ['two seconds later', refused, notFound, 5 * s, 7 * s],
    ['with back-off', { ...refused, failedLookups: 2 }, lost, 5 * s, 9 * s],
    ['of a payout once nothing is in flight', { ...refused, profile: 'payout' }, notFound, 5 * s, 20 * s],
    ['of a payout soon after that', { ...refused, profile: 'payout' }, notFound, 20 * s, 22 * s],
    ['never once it is proven', { ...refused, confirmedAbsent: true }, notFound, 5 * s, null],
    ['at once after a callback', { ...refused, review: review(0) }, 'callback_received', 2 * h, 2 * h],
    ['at once after a hint', { ...refused, review: review(0) }, 'callback_hinted', 2 * h, 2 * h],
    ['slowly under review', { ...refused, review: review(0) }, lost, 2 * h, 2 * h + 12 * min],
    ['each minute at most', { ...refused, review: review(0) }, lost, 10 * s, 70 * s],
    ['each hour at least', { ...refused, review: review(0) }, lost, 20 * h, 21 * h],
    ['slowly where a doubt follows', { ...refused, doubtedAt: 5, review: review(0) }, found, 10 * s, 70 * s],
    ['no more under review', { ...refused, review: review(0) }, lost, 20_000 * h, null],
    ['for ever without one', refused, lost, end, end + 2 * s],
  ],
  'an order that was called absent': [
    ['never', absent, notFound, 5 * s, null],
    ['soon once it is doubted', { ...absent, doubtedAt: h }, notFound, h + 5 * s, h + 7 * s],
    [
      'soon after a doubt that is newer than what was decided',
      { ...absent, doubtedAt: h, review: decided(5) },
      notFound,
      h + 5 * s,
      h + 7 * s,
    ],
    [
      'by the age of the doubt, once that has a review',
      { ...absent, doubtedAt: h, review: review(h) },
      lost,
      3 * h,
      3 * h + 12 * min,
    ],
    [
      'for ever while it is doubted',
      { ...absent, doubtedAt: h, review: review(h) },
      lost,
      end + 20 * h,
      end + 21 * h,
    ],
  ],
  'a placed order': [
    ['by its age', placed, found, 1000 * s, 1100 * s],
    ['each 15 s at most', placed, found, 100 * s, 115 * s],
    ['each hour at least', placed, found, 20 * h, 21 * h],
    [
      'at once where its create said Failed',
      { ...placed, unconfirmedCallback: callback(5) },
      'create_placed',
      5,
      5,
    ],
    ['not at once otherwise', placed, 'create_placed', 5 * s, 20 * s],
    ['at once after a callback', placed, 'callback_received', 5 * s, 5 * s],
    [
      'soon while a callback waits',
      { ...placed, unconfirmedCallback: callback(100 * s) },
      found,
      100_200,
      100_700,
    ],
    [
      'by the age of the callback',
      { ...placed, unconfirmedCallback: callback(100 * s) },
      found,
      110 * s,
      120 * s,
    ],
    ['each minute at least', { ...placed, unconfirmedCallback: callback(100 * s) }, found, h, h + min],
    ['with back-off', { ...placed, failedLookups: 4 }, lost, 1000 * s, 1016 * s],
    ['last when its watch ends', placed, found, end - min, end],
    ['no more after that', { ...placed, foundAt: end }, found, end, null],
    ['until a lookup has answered after that', { ...placed, foundAt: end - 1 }, lost, end, end + s],
    ['no more under review', { ...placed, foundAt: null, review: review(0) }, lost, end, null],
    [
      'longer while a claim is open',
      { ...placed, foundAt: end, claims: [claim(end - h)] },
      found,
      end,
      end + h,
    ],
    ['of a payout always', { ...placed, profile: 'payout', foundAt: end }, found, end, end + h],
  ],
  'a failed transfer': [
    ['each minute at most', failed, found, 100 * s, 160 * s],
    ['by the age of the failure', { ...failed, finalAt: h }, found, 2 * h, 2 * h + 6 * min],
    ['each hour at least', failed, found, 20 * h, 21 * h],
    ['last when its watch ends', failed, found, 72 * h - 1, 72 * h],
    ['no more after that', { ...failed, foundAt: 72 * h }, found, 72 * h, null],
    ['with back-off', { ...failed, failedLookups: 4 }, lost, 1000 * s, 1016 * s],
    ['50 times after its watch', { ...failed, failedLookups: 50 }, lost, 73 * h, 73 * h + 5 * min],
    ['not 51 times', { ...failed, failedLookups: 51 }, lost, 73 * h, null],
    ['as often as needed before', { ...failed, failedLookups: 51 }, lost, 71 * h, 71 * h + 5 * min],
  ],
  'the history of a final order': [
    ['when it is complete', { ...paid, finalAt: 2 * s }, found, 5 * s, 11 * min + 2 * s],
    ['of a failed form, too', failedForm, found, 5 * s, 11 * min],
    ['soon when that has passed', paid, found, 12 * min, 12 * min + s],
    ['by its age while nothing is answered', unclear, found, 41 * min, 44 * min],
    ['at that time, whatever was answered before', unclear, found, 5 * min, 11 * min],
    ['not after a day without an answer', unclear, found, 24 * h + 11 * min + 1, null],
    ['never again', { ...paid, historyComplete: true }, found, 12 * min, null],
    ['with back-off', { ...paid, failedLookups: 3 }, lost, 12 * min, 12 * min + 8 * s],
    ['50 times', { ...paid, failedLookups: 50 }, lost, 12 * min, 17 * min],
    ['not 51 times', { ...paid, failedLookups: 51 }, lost, 12 * min, null],
  ],
}
describe.each(Object.entries(cases))('%s is looked up', (_, rows) => {
  test.each(rows)('%s', (_what, of, trigger, at, expected) => {
    expect(next(of, trigger, at)).toBe(expected)
  })
})

test('an order is looked up often while its payer is on the page', () => {
  const seen = (seenAt: number) => next(placed, found, h, { ...away, expiresAt: 2 * h, seenAt })
  expect(seen(h - min + 1)).toBe(h + 3 * s)
  expect(seen(h - min)).toBe(h + 6 * min)
})

test('nothing is looked up later than its review deadline', () => {
  const rules = { ...policy, reviewAfterMs: h }
  const late = { ...unknown, failedLookups: 12 }
  expect(next(late, lost, h - min, away, rules)).toBe(h)
  expect(next(late, lost, h, away, rules)).toBe(h + 5 * min)
  expect(next({ ...unknown, notFoundCount: 1 }, notFound, 30 * min, away, rules)).toBe(30 * min + s)
  expect(next({ ...refused, review: review(0) }, lost, end - 1, away, rules)).toBe(end - 1 + h)
  expect(next({ ...refused, review: review(0) }, lost, end, away, rules)).toBeNull()
  // Nor is a deadline forgotten that is later than the watch.
  const longer = { ...policy, reviewAfterMs: end + h }
  expect(next({ ...refused, review: review(0) }, lost, end, away, longer)).toBe(end + h)
})

test('a back-off doubles from a second to five minutes, and is spread from now on', () => {
  const delays = [0, 1, 2, 8, 9, 12, 2000].map((failures) => backOff(failures, { at: 7, jitter: 1 }) - 7)
  expect(delays).toEqual([1, 2, 4, 256, 300, 300, 300].map((seconds) => seconds * s))
  expect(backOff(3, { at: 7, jitter: 0 })).toBe(7)
})

test('the same bytes are sent again 2 s after no create is in flight, then later and later, to five minutes', () => {
  const times = [1, 2, 8, 9, 3000].map((sendCount) => resendAt(one({ sendCount, sentAt: h }), policy) - h)
  expect(times).toEqual([22, 24, 276, 320, 320].map((seconds) => seconds * s))
})

test('work that cannot be done is tried again after a second, then half as often each time, to ten minutes', () => {
  expect([5, 10 * s, h].map((age) => retryPutAside(h, h + age) - h - age)).toEqual([s, 10 * s, 10 * min])
})

describe('an attempt can change', () => {
  const until = (overrides: Partial<Attempt>): number => {
    const current = one(overrides)
    return watchEnd(current, checkout({ ...away, attempts: [current] }), policy)
  }
  const declined = { state: 'declined', at: 5, operator: 'o', reason: 'other', text: '' } as const

  test.each<[string, Partial<Attempt>, number]>([
    ['while it is watched', placed, end],
    ['after a failed transfer', { ...failed, finalAt: h }, 73 * h],
    ['never after a failed form', failedForm, 0],
    ['never where no order exists', absent, 0],
    ['always where that is doubted', { ...absent, doubtedAt: 5 }, Number.POSITIVE_INFINITY],
    ['longer while a claim is open', { ...placed, claims: [claim(5 * h)] }, 77 * h],
    ['no shorter than without the claim', { ...placed, claims: [claim(5)] }, end],
    ['as before once that is decided', { ...placed, claims: [claim(5 * h, declined)] }, end],
  ])('%s', (_, of, expected) => {
    expect(until(of)).toBe(expected)
  })

  test('always, as a payout', () => {
    expect(watchEnd(one({ ...placed, profile: 'payout' }), payout(), policy)).toBe(Number.POSITIVE_INFINITY)
  })
})

test('an entry is due at the first of its lookups, its expiry and the checks of its refunds', () => {
  const refund = (checkAt: number | null): Refund => ({
    id: 'r',
    amount: { value: '1', currency: 'UAH' },
    note: '',
    by: 'o',
    issuedTo: [],
    at: 0,
    state: 'requested',
    destination: null,
    givenAt: null,
    checkAt,
  })
  const lookups = (...times: (number | null)[]) => times.map((nextLookupAt) => one({ nextLookupAt }))
  expect(dueAt(checkout({ attempts: lookups(null, 9, 7) }))).toBe(7)
  expect(dueAt(checkout({ attempts: lookups(null) }))).toBeNull()
  expect(dueAt(checkout({ attempts: lookups(9), expired: false, expiresAt: 5 }))).toBe(5)
  expect(dueAt(checkout({ attempts: lookups(9), expired: true, expiresAt: 5 }))).toBe(9)
  expect(dueAt(checkout({ refunds: [refund(null), refund(4)] }))).toBe(4)
  expect(dueAt(payout({ attempts: lookups(9), refundDueAt: 3 }))).toBe(3)
  expect(dueAt(payout({ attempts: lookups(9) }))).toBe(9)
})

test('an outcome is unknown since the oldest create that was not answered', () => {
  const since = (...states: Attempt['state'][]) =>
    unknownSince(checkout({ attempts: states.map((state, n) => one({ state, firstSentAt: 5 + n })) }))
  expect(since('placed', 'sending')).toBe(6)
  expect(since('unknown', 'sending')).toBe(5)
  expect(since('placed', 'failed', 'refused')).toBeNull()
})
