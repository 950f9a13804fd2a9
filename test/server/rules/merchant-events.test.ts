import { expect, test } from 'vitest'
import { type MerchantEvent, merchantEvents } from '../../../src/server/rules/merchant-events.ts'
import type { Attempt, Checkout, Entry } from '../../../src/server/rules/model.ts'
import { attempt, checkout, payout } from '../store/fixtures.ts'

const uah = (value: string) => ({ value, currency: 'UAH' })
const typesOf = (events: MerchantEvent[]) => events.map(({ type }) => type)

const first = attempt({ n: 1, externalTransactionId: 't-1', externalId: 'e-1' })
const second = attempt({ n: 2, externalTransactionId: 't-2', externalId: 'e-2' })
const review = { reason: 'unresolved', at: 1, resolved: null } as const

/** An attempt before and after a change. */
type Change = [before: Partial<Attempt>, after: Partial<Attempt>]
const entries = (kind: Entry['kind'], [before, after]: Change): [Entry, Entry] => {
  const entry = (attempts: Attempt[]): Entry =>
    kind === 'checkout' ? checkout({ id: 'co', expired: false, attempts }) : payout({ id: 'po', attempts })
  return [entry([{ ...first, ...before }]), entry([{ ...first, ...before, ...after }])]
}

test.each<[what: string, change: Change, ofCheckout: string, ofPayout: string]>([
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
    'refused and confirmed absent at once',
    [{ state: 'sending' }, { state: 'refused', confirmedAbsent: true }],
    'failed',
    'failed',
  ],
  [
    'refused and confirmed absent still',
    [{ state: 'refused', confirmedAbsent: true }, { notFoundCount: 1 }],
    '',
    '',
  ],
  ['no order was created', [{ state: 'unknown' }, { state: 'not_created' }], '', 'failed'],
  ['another amount', [{ state: 'placed' }, { reported: '9.00' }], 'amount_changed', 'amount_changed'],
  ['the same amount, in another notation', [{ state: 'placed' }, { reported: '1250' }], '', ''],
  [
    'back to the requested amount',
    [{ reported: '9.00' }, { reported: '1250.00' }],
    'amount_changed',
    'amount_changed',
  ],
  ['the same other amount again', [{ reported: '9.00' }, { reported: '9.0' }], '', ''],
  [
    'another amount after success',
    [{ state: 'succeeded' }, { reported: '9.00' }],
    'amount_changed',
    'amount_changed',
  ],
  [
    'a code that is not shown',
    [{ state: 'sending' }, { state: 'placed', codeMismatch: 'amount' }],
    'code_mismatch',
    '',
  ],
  ['a code that is still not shown', [{ codeMismatch: 'amount' }, { reported: null }], '', ''],
  ['a review is opened', [{ state: 'unknown' }, { review }], 'needs_review', 'needs_review'],
  ['a review for the same reason', [{ review }, { review: { ...review, at: 2 } }], '', ''],
  [
    'a review for another reason',
    [{ review }, { review: { ...review, reason: 'currency' } }],
    'needs_review',
    'needs_review',
  ],
  [
    'a review is opened again after an update had resolved it',
    [{ review: { ...review, resolved: { at: 2, by: 'automatic', note: '' } } }, { review }],
    'needs_review',
    'needs_review',
  ],
  ['nothing changed', [{ state: 'placed' }, {}], '', ''],
])('%s', (_, change, ofCheckout, ofPayout) => {
  const of = (kind: Entry['kind']) => typesOf(merchantEvents(...entries(kind, change)))
  const expected = (kind: string, fields: string) =>
    fields
      .split(' ')
      .filter(Boolean)
      .map((name) => `${kind}.${name}`)
  expect(of('checkout')).toEqual(expected('checkout', ofCheckout))
  expect(of('payout')).toEqual(expected('payout', ofPayout))
})

test('an event has the amounts, ids and reason of its own attempt', () => {
  const emitted = (change: Change) => merchantEvents(...entries('checkout', change))[0]
  expect(emitted([{ state: 'placed' }, { state: 'succeeded', reported: '9.00' }])).toEqual({
    type: 'checkout.succeeded',
    attempt: 1,
    externalTransactionId: 't-1',
    externalId: 'e-1',
    requested: uah('1250.00'),
    paid: uah('9.00'),
    reason: null,
    refusal: null,
    review: null,
  })
  expect(emitted([{ state: 'placed' }, { state: 'succeeded' }])?.paid).toEqual(uah('1250.00'))
  expect(emitted([{ state: 'placed' }, { state: 'failed' }])).toMatchObject({
    paid: null,
    reason: { group: 'none' },
  })
  expect(emitted([{ state: 'placed', reported: '1250.00' }, { state: 'failed' }])?.paid).toBeNull()
  expect(emitted([{ state: 'placed', reported: '9.00' }, { reported: '1250' }])).toMatchObject({
    type: 'checkout.amount_changed',
    paid: uah('1250'),
  })
  const refusal = { status: 401, label: null, code: null, statusDescription: null }
  expect(emitted([{ state: 'refused', refusal }, { confirmedAbsent: true }])).toMatchObject({
    reason: { key: 'unauthorized' },
    refusal: { ...refusal, field: null, message: null },
  })
  expect(emitted([{ state: 'unknown' }, { review }])?.review).toBe('unresolved')
})

test('a second success is overpaid', () => {
  const paid = { ...first, state: 'succeeded' as const }
  const before = checkout({ expired: false, attempts: [paid, second] })
  const after = { ...before, attempts: [paid, { ...second, state: 'succeeded' as const }] }
  expect(merchantEvents(before, after)).toMatchObject([
    { type: 'checkout.overpaid', attempt: 2, externalId: 'e-2' },
  ])
})

test.each<[what: string, attempts: Attempt[], emits: boolean]>([
  ['nothing was started', [], true],
  ['the payer did not pay', [first], true],
  ['the outcome is unknown', [{ ...first, state: 'unknown' }], true],
  ['no order was created', [{ ...first, state: 'not_created' }], true],
  ['it failed before', [{ ...first, state: 'failed' }], false],
  ['it was refused, and perhaps placed', [{ ...first, state: 'refused' }], true],
  ['it was refused before', [{ ...first, state: 'refused', confirmedAbsent: true }], false],
  ['it is paid', [{ ...first, state: 'succeeded' }], false],
  ['an earlier attempt is paid', [{ ...first, state: 'succeeded' }, second], false],
])('expiry where %s', (_, attempts, emits) => {
  const before: Checkout = checkout({ expired: false, attempts })
  const after: Checkout = { ...before, expired: true }
  const last = attempts.at(-1)
  expect(merchantEvents(before, after)).toEqual(
    emits
      ? [
          {
            type: 'checkout.expired',
            attempt: attempts.length,
            externalTransactionId: last?.externalTransactionId ?? null,
            externalId: last?.externalId ?? null,
            requested: uah('1250.00'),
            paid: null,
            reason: null,
            refusal: null,
            review: null,
          },
        ]
      : [],
  )
  expect(merchantEvents(after, { ...after })).toEqual([])
})
