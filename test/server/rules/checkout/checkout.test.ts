import { describe, expect, test } from 'vitest'
import type { AttemptUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import {
  applyUpdateToEntry,
  dueAttempts,
  expire,
  isFinal,
  isLive,
  isRenewable,
  markSeen,
  mayStart,
  needsReview,
  replaceTerms,
  resendOrDiscard,
  withAttempt,
  withoutTakenOrders,
} from '../../../../src/server/rules/checkout/checkout.ts'
import type { Attempt, Checkout, Claim } from '../../../../src/server/rules/model.ts'
import { attempt, checkout, payout, serviceRefusal } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const inTime = 2000
const late = 100_000
const nowAt = (at: number) => ({ at, jitter: 0.5 })
const of = (...attempts: Partial<Attempt>[]): Checkout =>
  checkout({ attempts: attempts.map((overrides, index) => attempt({ n: index + 1, ...overrides })) })
const found = (status: string, amount: string | null = null): AttemptUpdate => ({
  type: 'lookup_found',
  order: { externalId: 'e-2', status, amount, currency: null, history: [], externalParams: null },
})

describe('whether another attempt may start', () => {
  test.each<[what: string, attempts: Partial<Attempt>[], allowed: boolean]>([
    ['nothing was started', [], true],
    ['one is being created', [{ state: 'sending' }], false],
    ['one is unknown', [{ state: 'unknown' }], false],
    ['one was refused, not looked up', [{ state: 'refused' }], false],
    ['one was refused, looked up', [{ state: 'refused', confirmedAbsent: true }], true],
    ['one can be paid', [{ state: 'placed' }], false],
    ['one lost its payment details', [{ state: 'placed', detailsLost: true }], true],
    ['one was replaced', [{ state: 'placed', replacedAt: 1500 }], true],
    ['one failed', [{ state: 'failed' }], true],
    ['one was not created', [{ state: 'not_created' }], true],
    ['one is paid', [{ state: 'succeeded' }], false],
    ['one is underpaid', [{ state: 'succeeded', underpaid: true }], false],
    ['an earlier one can be paid, the newest failed', [{ state: 'placed' }, { state: 'failed' }], false],
    ['an earlier one is paid', [{ state: 'succeeded' }, { state: 'failed' }], false],
  ])('%s', (_, attempts, allowed) => {
    expect(mayStart(of(...attempts), inTime)).toBe(allowed)
    expect(mayStart(of(...attempts), late)).toBe(false)
  })

  test('a checkout expires exactly at expiresAt', () => {
    expect(isLive(of(), late - 1)).toBe(true)
    expect(isLive(of(), late)).toBe(false)
  })
})

test.each<[what: string, attempts: Partial<Attempt>[], renewable: boolean]>([
  ['nothing was started', [], true],
  ['one was refused, looked up', [{ state: 'refused', confirmedAbsent: true }], true],
  ['one was refused, not looked up', [{ state: 'refused' }], false],
  ['one was not created', [{ state: 'not_created' }], true],
  ['one is unknown', [{ state: 'not_created' }, { state: 'unknown' }], false],
  ['one failed', [{ state: 'failed' }, { state: 'not_created' }], false],
])('whether its time is renewed: %s', (_, attempts, renewable) => {
  expect(isRenewable(of(...attempts), late)).toBe(renewable)
  expect(isRenewable(of(...attempts), inTime)).toBe(false)
})

describe('after lookups that found nothing', () => {
  const unknown: Partial<Attempt> = { state: 'unknown', notFoundCount: 2, body: 'sealed', sentAt: -2000 }
  const review = { reason: 'unresolved', at: 1, resolved: null } as const
  const resolved = { by: 'operator', action: 'acknowledge', at: 2, note: '', operator: 'anna' } as const

  type Next = ReturnType<typeof resendOrDiscard>
  test.each<[what: string, over: Partial<Attempt>, inTime: Next, late: Next]>([
    ['two lookups', unknown, 'resend', 'discard'],
    ['one lookup', { ...unknown, notFoundCount: 1 }, null, null],
    ['the order exists', { ...unknown, state: 'placed' }, null, null],
    ['it was sent often, so the next send waits', { ...unknown, sendCount: 7, sentAt: 0 }, null, 'discard'],
    ['the body is wiped', { ...unknown, body: null }, null, 'discard'],
    ['a review is open', { ...unknown, review }, null, 'discard'],
    ['an operator has been given it', { ...unknown, review: { ...review, resolved } }, null, 'discard'],
  ])('%s', (_, overrides, nextInTime, nextLate) => {
    const [one] = of(overrides).attempts
    if (one === undefined) throw new Error('The checkout has no attempt.')
    expect(resendOrDiscard(of(overrides), one, inTime, policy)).toBe(nextInTime)
    expect(resendOrDiscard(of(overrides), one, late, policy)).toBe(nextLate)
    // A payout never expires, so it is never discarded automatically.
    expect(resendOrDiscard(payout(), one, inTime, policy)).toBe(nextInTime)
    expect(resendOrDiscard(payout(), one, late, policy)).not.toBe('discard')
  })

  test('nothing is sent again once another attempt has paid', () => {
    const [paid, last] = of({ state: 'succeeded', replacedAt: 1 }, unknown).attempts
    if (paid === undefined || last === undefined) throw new Error('The checkout lacks an attempt.')
    const underpaid = { ...paid, underpaid: true }
    for (const one of [paid, underpaid])
      expect(resendOrDiscard(checkout({ attempts: [one, last] }), last, inTime, policy)).toBe('discard')
  })
})

test('a new attempt restarts the time to pay and counts as a poll', () => {
  const next = attempt({ sentAt: 50_000 })
  expect(withAttempt(expire(of()), next, policy)).toMatchObject({
    expired: false,
    expiresAt: 50_000 + policy.ttlMs,
    seenAt: 50_000,
    attempts: [next],
  })
})

test('a poll makes the next lookup sooner, never later', () => {
  const looked = (lookupAt: number | null, overrides: Partial<Attempt> = {}) =>
    markSeen(of({ nextLookupAt: lookupAt, ...overrides }), nowAt(60_000), policy).attempts[0]?.nextLookupAt
  expect(looked(200_000)).toBe(63_000)
  expect(looked(61_000)).toBe(61_000)
  expect(looked(null)).toBeNull()
  expect(looked(200_000, { state: 'failed' })).toBe(200_000)
})

test('a poll after the time to watch an order cancels no lookup', () => {
  const watchEnd = late + policy.watchMs
  const reviewed = of({
    nextLookupAt: watchEnd + 5000,
    review: { reason: 'unresolved', at: 1, resolved: null },
  })
  expect(markSeen(reviewed, nowAt(watchEnd), policy).attempts).toEqual(reviewed.attempts)
})

const openClaim: Claim = { number: 'AAAAA-AAAAA', at: 1500, content: null, receipts: [], resolved: null }
const declined: Claim = {
  ...openClaim,
  resolved: { state: 'declined', at: 1600, operator: 'o', reason: 'other', text: 'No.' },
}
const muchLater = late + 10 * policy.watchMs

test.each<[what: string, attempts: Partial<Attempt>[], at: number, final: boolean]>([
  ['nothing was started, in time', [], inTime, false],
  ['nothing was started, late', [], late, false],
  ['paid, while another order is open', [{ state: 'succeeded' }, { state: 'placed' }], inTime, true],
  ['failed, its watch over', [{ state: 'failed', finalAt: 1500 }], muchLater, true],
  [
    'failed, an operator has to decide on a claim',
    [{ state: 'failed', finalAt: 1500, claims: [openClaim] }],
    muchLater,
    false,
  ],
  [
    'failed, the claim was declined',
    [{ state: 'failed', finalAt: 1500, claims: [declined] }],
    muchLater,
    true,
  ],
])('whether nothing can change any more: %s', (_, attempts, at, final) => {
  expect(isFinal(of(...attempts), at, policy)).toBe(final)
})

test('payment details are wiped at expiry, terms once it is paid', () => {
  const open = { ...of({ paymentDetails: 'sealed', externalId: 'e-2' }), terms: 'sealed' }
  expect(expire(open)).toMatchObject({ expired: true, terms: null, attempts: [{ paymentDetails: null }] })
  const after = (status: string) => applyUpdateToEntry(open, 1, found(status), nowAt(inTime), policy)
  expect(after('Success')).toMatchObject({ terms: null, attempts: [{ paymentDetails: null }] })
  expect(after('Processing')).toMatchObject({ terms: 'sealed' })
})

test('payment details that arrive after expiry are not stored', () => {
  const placed = {
    type: 'create_placed',
    sendNumber: 1,
    externalId: 'e',
    status: 'Processing',
    paymentDetails: 'sealed',
    payTo: null,
    codeMismatch: null,
  } as const
  const detailsAfter = (isExpired: boolean) =>
    applyUpdateToEntry({ ...of({ state: 'sending' }), expired: isExpired }, 1, placed, nowAt(inTime), policy)
      .attempts[0]?.paymentDetails
  expect(detailsAfter(true)).toBeNull()
  expect(detailsAfter(false)).toBe('sealed')
})

test('a second response without payment details needs a review; an order that a lookup finds does not', () => {
  const placed: AttemptUpdate = {
    type: 'create_placed',
    ...{ sendNumber: 1, externalId: 'e-2', status: 'Processing' },
    ...{ paymentDetails: null, payTo: null, codeMismatch: null },
  }
  const lost = { externalId: 'e-1', detailsLost: true }
  const failed = { externalId: 'e-3', state: 'failed' } as const
  const sending: Partial<Attempt> = { state: 'sending' }
  const reviewAfter = (update: AttemptUpdate, ...attempts: Partial<Attempt>[]) =>
    applyUpdateToEntry(of(...attempts), attempts.length, update, nowAt(inTime), policy).attempts.at(-1)
      ?.review?.reason
  expect(reviewAfter(placed, lost, sending)).toBe('details')
  expect(reviewAfter(placed, sending)).toBeUndefined()
  expect(reviewAfter(placed, lost, failed, sending)).toBeUndefined()
  expect(reviewAfter(found('Processing'), lost, sending)).toBeUndefined()
  expect(reviewAfter(placed, lost, { state: 'placed', externalId: 'e-2', detailsLost: true })).toBeUndefined()
})

test.each<[what: string, other: Partial<Attempt>, underpaid: boolean]>([
  ['is underpaid while no other attempt has paid', { state: 'failed' }, true],
  ['is underpaid after another such payment', { state: 'succeeded', underpaid: true }, true],
  ['is surplus once another attempt has paid', { state: 'succeeded' }, false],
])('less than asked %s', (_, other, underpaid) => {
  const both = of(other, { externalId: 'e-2' })
  const after = applyUpdateToEntry(both, 2, found('Success', '1.00'), nowAt(inTime), policy)
  expect(after.attempts[1]).toMatchObject({ state: 'succeeded', reported: '1.00', underpaid })
})

test('a response to an earlier send changes nothing, and delays no lookup', () => {
  const resent = of({ state: 'unknown', sendCount: 2, nextLookupAt: inTime + 500 })
  const refusal = serviceRefusal()
  const stale = { type: 'create_refused', sendNumber: 1, refusal } as const
  expect(applyUpdateToEntry(resent, 1, stale, nowAt(inTime), policy)).toEqual(resent)
})

test('of a payout that succeeds only the attempt changes', () => {
  const before = payout({ attempts: [attempt({ profile: 'payout', externalId: 'e-2' })] })
  const after = applyUpdateToEntry(before, 1, found('Success'), nowAt(inTime), policy)
  expect(after).toEqual({ ...before, attempts: [expect.objectContaining({ state: 'succeeded' })] })
})

test('an order that another attempt has is taken by none: its attempt is reviewed and looked up', () => {
  const before = of(
    { state: 'failed', finalAt: 1500, nextLookupAt: 9000 },
    { state: 'unknown', nextLookupAt: inTime },
    { state: 'failed', finalAt: 1500, nextLookupAt: 9000 },
  )
  const [first, , third] = before.attempts
  const after = applyUpdateToEntry(before, 2, found('Success', '1250.00'), nowAt(inTime), policy)
  expect(withoutTakenOrders(before, after, nowAt(inTime), policy).attempts).toEqual([
    first,
    expect.objectContaining({
      state: 'unknown',
      externalId: null,
      foreignId: 'e-2',
      reported: null,
      review: { reason: 'foreign', at: inTime, resolved: null },
      nextLookupAt: 1000 + policy.reviewAfterMs,
    }),
    third,
  ])
})

test('an update of one attempt leaves the others as they are', () => {
  const both = of({ state: 'failed' }, { state: 'unknown' })
  const after = applyUpdateToEntry(both, 2, { type: 'lookup_not_found' }, nowAt(inTime), policy)
  expect(after.attempts[0]).toBe(both.attempts[0])
  expect(after.attempts[1]).not.toBe(both.attempts[1])
})

test('terms can be replaced while there is no attempt', () => {
  const terms = {
    amount: { value: '9.00', currency: 'UAH' },
    methods: [],
    customer: 'c',
    next: null,
    signed: null,
    terms: 't',
    expiresAt: 5,
  }
  expect(replaceTerms({ ...of(), expired: true }, terms)).toMatchObject({ ...terms, expired: false })
})

test('an attempt is due from its lookup time on, not before', () => {
  const all = of({ nextLookupAt: null }, { nextLookupAt: inTime }, { nextLookupAt: inTime + 1 })
  expect(dueAttempts(all, inTime).map(({ n }) => n)).toEqual([2])
})

test('a resolved review needs no operator', () => {
  const review = { reason: 'currency', at: 1, resolved: null } as const
  const resolved = { at: 2, by: 'operator', note: 'ours' } as const
  expect(needsReview(of({}))).toBe(false)
  expect(needsReview(of({ review: { ...review, resolved } }))).toBe(false)
  expect(needsReview(of({ review: { ...review, resolved } }, { review }))).toBe(true)
})
