import { describe, expect, test } from 'vitest'
import { needsReview } from '../../../../src/server/rules/attempt/review.ts'
import {
  expire,
  isFinal,
  isLive,
  isRenewable,
  markSeen,
  mayStart,
  replaceTerms,
  withAttempt,
} from '../../../../src/server/rules/checkout/checkout.ts'
import { applyUpdateToEntry } from '../../../../src/server/rules/entry.ts'
import type { Attempt, Claim } from '../../../../src/server/rules/model.ts'
import { attempt } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'
import { found, inTime, late, nowAt, of } from '../updates.ts'

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

test('a resolved review needs no operator', () => {
  const review = { reason: 'currency', at: 1, resolved: null } as const
  const resolved = { at: 2, by: 'operator', note: 'ours' } as const
  expect(needsReview(of({}))).toBe(false)
  expect(needsReview(of({ review: { ...review, resolved } }))).toBe(false)
  expect(needsReview(of({ review: { ...review, resolved } }, { review }))).toBe(true)
})
