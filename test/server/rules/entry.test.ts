import { describe, expect, test } from 'vitest'
import type { AttemptUpdate } from '../../../src/server/rules/attempt/attempt.ts'
import {
  applyUpdateToEntry,
  dueAttempts,
  resendOrDiscard,
  withoutTakenOrders,
} from '../../../src/server/rules/entry.ts'
import type { Attempt } from '../../../src/server/rules/model.ts'
import { attempt, checkout, payout, serviceRefusal } from '../store/fixtures.ts'
import { policy } from './policy.ts'
import { found, inTime, late, nowAt, of } from './updates.ts'

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

test('an attempt is due from its lookup time on, not before', () => {
  const all = of({ nextLookupAt: null }, { nextLookupAt: inTime }, { nextLookupAt: inTime + 1 })
  expect(dueAttempts(all, inTime).map(({ n }) => n)).toEqual([2])
})
