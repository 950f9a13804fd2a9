import { expect, test } from 'vitest'
import { type AttemptUpdate, applyUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { keepsPayment } from '../../../../src/server/rules/attempt/underpaid.ts'
import { flagPaidTwice } from '../../../../src/server/rules/checkout/paid-twice.ts'
import { applyUpdateToEntry } from '../../../../src/server/rules/entry.ts'
import { merchantEvents } from '../../../../src/server/rules/merchant-events.ts'
import type { Attempt } from '../../../../src/server/rules/model.ts'
import { attempt, checkout } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const foundAs = (status: string, amount: string | null): AttemptUpdate => ({
  type: 'lookup_found',
  order: { externalId: 'X1', status, amount, currency: 'UAH', history: [], externalParams: null },
})
const found = (from: Attempt, status: string, amount: string | null): Attempt =>
  applyUpdate(from, foundAs(status, amount), 5000, policy)
const success = (amount: string): AttemptUpdate => foundAs('Success', amount)
const moment = { at: 5000, jitter: 0.5 }
const open = attempt({ externalId: 'X1' })
const eventsOf = (before: Attempt, after: Attempt): string[] =>
  merchantEvents(checkout({ attempts: [before] }), checkout({ attempts: [after] })).map(({ type }) => type)

test('enough that is reported later completes the payment without an operator', () => {
  const short = found(open, 'Success', '1000.00')
  expect(short).toMatchObject({ state: 'succeeded', underpaid: true, review: { reason: 'underpaid' } })
  const complete = found(short, 'Success', '1250.00')
  expect(complete).toMatchObject({ underpaid: false, review: { resolved: { by: 'automatic' } } })
  expect(eventsOf(short, complete)).toEqual(['checkout.succeeded'])
})

test('what counted as paid stays paid when the amount becomes less', () => {
  const paid = found(open, 'Success', '1250.00')
  const less = found(paid, 'Success', '1000.00')
  expect(less).toMatchObject({ underpaid: false, review: null, reported: '1000.00' })
  expect(eventsOf(paid, less)).toEqual(['checkout.amount_changed'])
})

test('an amount that the service writes with leading zeros is that amount', () => {
  expect(found(open, 'Success', '01250.00')).toMatchObject({ underpaid: false, reported: '1250.00' })
  expect(found(open, 'Success', '00')).toMatchObject({ underpaid: true, reported: '0' })
})

test('a success without an amount is a success of the amount asked', () => {
  expect(found(open, 'Success', null).underpaid).toBe(false)
})

test('a correction of less than asked is corrected and underpaid, not succeeded', () => {
  const failed = found(open, 'Failed', null)
  expect(eventsOf(failed, found(failed, 'Success', '1.00'))).toEqual([
    'checkout.corrected',
    'checkout.underpaid',
    'checkout.needs_review',
  ])
})

test('after an underpaid attempt, the one that pays in full is the success', () => {
  const short = { ...found(open, 'Success', '1.00'), n: 1 }
  const second = { ...open, n: 2 }
  const paid = found(second, 'Success', '1250.00')
  const types = merchantEvents(
    checkout({ attempts: [short, second] }),
    checkout({ attempts: [short, paid] }),
  ).map(({ type }) => type)
  expect(types).toEqual(['checkout.succeeded'])
})

test('a payout of less than requested is not owed to us: the amount is only reported', () => {
  const payout = attempt({ externalId: 'X1', profile: 'payout', method: null })
  expect(found(payout, 'Success', '1.00')).toMatchObject({
    state: 'succeeded',
    underpaid: false,
    review: null,
    reported: '1.00',
  })
})

test('what arrives once the order is paid is surplus, whatever its amount', () => {
  const paid = attempt({ n: 1, state: 'succeeded' })
  const before = checkout({ attempts: [paid, { ...open, n: 2 }] })
  const after = flagPaidTwice(applyUpdateToEntry(before, 2, success('1.00'), moment, policy), 5000)
  expect(after.attempts[1]).toMatchObject({
    state: 'succeeded',
    reported: '1.00',
    underpaid: false,
    review: { reason: 'overpaid', resolved: null },
    activity: [{ type: 'lookup_found' }, { type: 'review_opened', reason: 'overpaid' }],
  })
  expect(merchantEvents(before, after)).toMatchObject([
    { type: 'checkout.overpaid', attempt: 2, paid: { value: '1.00' } },
    { type: 'checkout.needs_review', attempt: 2, review: 'overpaid' },
  ])
})

test('what was short before another attempt has paid the order stays as it was announced', () => {
  const short = found({ ...open, n: 2 }, 'Success', '1.00')
  const entry = checkout({ attempts: [attempt({ n: 1, state: 'succeeded' }), short] })
  const after = applyUpdateToEntry(entry, 2, success('2.00'), moment, policy)
  expect(after.attempts[1]).toMatchObject({ reported: '2.00', underpaid: true, review: short.review })
})

test.each<[reported: string | null, balance: string, isPaid: boolean, keeps: boolean]>([
  ['900.00', '0', false, true],
  ['900.00', '-0.01', false, false],
  ['900.00', '-0.01', true, true],
  ['900.00', '400.00', false, true],
  ['1250.00', '-1.00', false, true],
  ['1250.00', '-1.01', false, false],
  ['2150.00', '-900.00', false, true],
  [null, '-1.00', false, true],
  [null, '-1.01', false, false],
])('what is paid with %s, besides %s (paid: %s), is kept: %s', (reported, balance, isPaid, keeps) => {
  expect(keepsPayment({ ...open, reported, tolerance: '1.00' }, { balance, isPaid })).toBe(keeps)
})

test('an underpaid order keeps the review that is open, and has one again once that is resolved by itself', () => {
  const short = found(open, 'Success', '1.00')
  const review = { reason: 'contradiction', at: 1, resolved: null } as const
  expect(found({ ...short, review }, 'Success', '2.00')).toMatchObject({ underpaid: true, review })
  const resolved = { at: 2, by: 'automatic', note: 'n' } as const
  expect(
    found({ ...short, review: { ...review, reason: 'unconfirmed', resolved } }, 'Success', '2.00'),
  ).toMatchObject({ underpaid: true, review: { reason: 'underpaid', resolved: null } })
})
