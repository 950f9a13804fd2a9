import { expect, test } from 'vitest'
import { type MerchantEvent, merchantEvents } from '../../../src/server/rules/merchant-events.ts'
import type { Attempt, Checkout, Entry } from '../../../src/server/rules/model.ts'
import { attempt, checkout, payout } from '../store/fixtures.ts'

const uah = (value: string) => ({ value, currency: 'UAH' })
const words = (told: MerchantEvent[]) => told.map(({ type }) => type)

const first = attempt({ n: 1, externalTransactionId: 't-1', externalId: 'e-1' })
const second = attempt({ n: 2, externalTransactionId: 't-2', externalId: 'e-2' })
const review = { reason: 'unresolved', at: 1, resolved: null } as const

/** An attempt as it was, and as it became. */
type Turn = [was: Partial<Attempt>, became: Partial<Attempt>]
const entries = (kind: Entry['kind'], [was, became]: Turn): [Entry, Entry] => {
  const entry = (attempts: Attempt[]): Entry =>
    kind === 'checkout' ? checkout({ id: 'co', expired: false, attempts }) : payout({ id: 'po', attempts })
  return [entry([{ ...first, ...was }]), entry([{ ...first, ...was, ...became }])]
}

test.each<[what: string, turn: Turn, ofCheckout: string, ofPayout: string]>([
  ['paid', [{ state: 'placed' }, { state: 'succeeded' }], 'succeeded', 'succeeded'],
  [
    'paid, another amount',
    [{ state: 'placed' }, { state: 'succeeded', reported: '9.00' }],
    'succeeded',
    'succeeded',
  ],
  ['paid after a failure', [{ state: 'failed' }, { state: 'succeeded' }], 'corrected succeeded', 'succeeded'],
  ['failed', [{ state: 'placed' }, { state: 'failed' }], 'failed', 'failed'],
  ['failed still', [{ state: 'failed' }, { state: 'failed', failedLookups: 1 }], '', ''],
  ['refused, not looked up yet', [{ state: 'sending' }, { state: 'refused' }], '', ''],
  ['refused, looked up', [{ state: 'refused' }, { confirmedAbsent: true }], 'failed', 'failed'],
  [
    'refused and clear at once',
    [{ state: 'sending' }, { state: 'refused', confirmedAbsent: true }],
    'failed',
    'failed',
  ],
  ['refused and clear still', [{ state: 'refused', confirmedAbsent: true }, { notFoundCount: 1 }], '', ''],
  ['no order was made', [{ state: 'unknown' }, { state: 'not_created' }], '', 'failed'],
  ['another amount', [{ state: 'placed' }, { reported: '9.00' }], 'amount_changed', ''],
  ['the same amount, written otherwise', [{ state: 'placed' }, { reported: '1250' }], '', ''],
  ['back to the asked amount', [{ reported: '9.00' }, { reported: '1250.00' }], 'amount_changed', ''],
  ['the same other amount again', [{ reported: '9.00' }, { reported: '9.0' }], '', ''],
  ['another amount after success', [{ state: 'succeeded' }, { reported: '9.00' }], 'amount_changed', ''],
  ['a human has to look', [{ state: 'unknown' }, { review }], 'needs_review', 'needs_review'],
  ['for the same reason still', [{ review }, { review: { ...review, at: 2 } }], '', ''],
  [
    'for another reason',
    [{ review }, { review: { ...review, reason: 'currency' } }],
    'needs_review',
    'needs_review',
  ],
  ['nothing changed', [{ state: 'placed' }, {}], '', ''],
])('%s', (_, turn, ofCheckout, ofPayout) => {
  const of = (kind: Entry['kind']) => words(merchantEvents(...entries(kind, turn)))
  const expected = (kind: string, fields: string) =>
    fields
      .split(' ')
      .filter(Boolean)
      .map((word) => `${kind}.${word}`)
  expect(of('checkout')).toEqual(expected('checkout', ofCheckout))
  expect(of('payout')).toEqual(expected('payout', ofPayout))
})

test('an event has the amounts, ids and reason of its own attempt', () => {
  const told = (turn: Turn) => merchantEvents(...entries('checkout', turn))[0]
  expect(told([{ state: 'placed' }, { state: 'succeeded', reported: '9.00' }])).toEqual({
    type: 'checkout.succeeded',
    attempt: 1,
    externalTransactionId: 't-1',
    externalId: 'e-1',
    asked: uah('1250.00'),
    paid: uah('9.00'),
    reason: null,
    review: null,
  })
  expect(told([{ state: 'placed' }, { state: 'succeeded' }])?.paid).toEqual(uah('1250.00'))
  expect(told([{ state: 'placed' }, { state: 'failed' }])).toMatchObject({
    paid: null,
    reason: { group: 'none' },
  })
  expect(told([{ state: 'placed', reported: '1250.00' }, { state: 'failed' }])?.paid).toBeNull()
  expect(told([{ state: 'placed', reported: '9.00' }, { reported: '1250' }])).toMatchObject({
    type: 'checkout.amount_changed',
    paid: uah('1250'),
  })
  const refusal = { status: 401, label: null, code: null, statusDescription: null }
  expect(told([{ state: 'refused', refusal }, { confirmedAbsent: true }])?.reason?.key).toBe('unauthorized')
  expect(told([{ state: 'unknown' }, { review }])?.review).toBe('unresolved')
})

test('a second success is overpaid', () => {
  const paid = { ...first, state: 'succeeded' as const }
  const before = checkout({ expired: false, attempts: [paid, second] })
  const after = { ...before, attempts: [paid, { ...second, state: 'succeeded' as const }] }
  expect(merchantEvents(before, after)).toMatchObject([
    { type: 'checkout.overpaid', attempt: 2, externalId: 'e-2' },
  ])
})

test.each<[what: string, attempts: Attempt[], told: boolean]>([
  ['nothing was started', [], true],
  ['the payer did not pay', [first], true],
  ['nobody knows yet', [{ ...first, state: 'unknown' }], true],
  ['no order was made', [{ ...first, state: 'not_created' }], true],
  ['it failed before', [{ ...first, state: 'failed' }], false],
  ['it was refused before', [{ ...first, state: 'refused', confirmedAbsent: true }], false],
  ['it is paid', [{ ...first, state: 'succeeded' }], false],
  ['an earlier attempt is paid', [{ ...first, state: 'succeeded' }, second], false],
])('expiry where %s', (_, attempts, isTold) => {
  const before: Checkout = checkout({ expired: false, attempts })
  const after: Checkout = { ...before, expired: true }
  const last = attempts.at(-1)
  expect(merchantEvents(before, after)).toEqual(
    isTold
      ? [
          {
            type: 'checkout.expired',
            attempt: attempts.length,
            externalTransactionId: last?.externalTransactionId ?? null,
            externalId: last?.externalId ?? null,
            asked: uah('1250.00'),
            paid: null,
            reason: null,
            review: null,
          },
        ]
      : [],
  )
  expect(merchantEvents(after, { ...after })).toEqual([])
})
