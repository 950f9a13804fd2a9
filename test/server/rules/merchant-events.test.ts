import { expect, test } from 'vitest'
import { MerchantEvent, merchantEvents } from '../../../src/server/rules/merchant-events.ts'
import type { Attempt, Checkout, Entry, Refund } from '../../../src/server/rules/model.ts'
import { attempt, checkout, payout, serviceRefusal } from '../store/fixtures.ts'

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
  ['still no order', [{ state: 'not_created' }, { notFoundCount: 1 }], '', ''],
  [
    'paid, once confirmed absent',
    [{ state: 'placed', confirmedAbsent: true }, { state: 'succeeded' }],
    'succeeded',
    'succeeded',
  ],
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
  const refusal = serviceRefusal({ status: 401 })
  expect(emitted([{ state: 'refused', refusal }, { confirmedAbsent: true }])).toMatchObject({
    reason: { key: 'unauthorized' },
    refusal,
  })
  // It was refused before its order was found.
  expect(emitted([{ state: 'placed', refusal }, { state: 'failed' }])).toMatchObject({ refusal: null })
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

test('what was asked for is the amount of the attempt; of a refund, its own', () => {
  const asked = { ...first, amount: uah('900.00') }
  const open = checkout({ expired: false, attempts: [asked] })
  const amounts = (before: Entry, after: Entry) =>
    merchantEvents(before, after).map(({ type, requested, paid }) => [type, requested.value, paid?.value])
  const after = (overrides: Partial<Attempt>): Checkout => ({
    ...open,
    attempts: [{ ...asked, ...overrides }],
  })
  expect(amounts(open, { ...open, expired: true })).toEqual([['checkout.expired', '900.00', undefined]])
  expect(amounts(open, after({ state: 'succeeded', reported: '950.00' }))).toEqual([
    ['checkout.succeeded', '900.00', '950.00'],
  ])
  expect(amounts(open, after({ state: 'succeeded', reported: '1.00', underpaid: true }))).toEqual([
    ['checkout.underpaid', '900.00', '1.00'],
  ])
  const paid = after({ state: 'succeeded' })
  const refund = {
    id: 'r',
    amount: uah('5.00'),
    note: '',
    by: 'o',
    issuedTo: [],
    at: 1,
    destination: null,
    givenAt: null,
    checkAt: null,
  }
  const refunded = (state: Checkout['refunds'][number]['state']): Checkout => ({
    ...paid,
    refunds: [{ ...refund, state }],
  })
  expect(amounts(paid, refunded('requested'))).toEqual([['checkout.refund_requested', '5.00', undefined]])
  expect(amounts(refunded('requested'), refunded('pending'))).toEqual([])
  expect(amounts(refunded('pending'), refunded('succeeded'))).toEqual([['checkout.refunded', '5.00', '5.00']])
  for (const [before, state] of [
    ['pending', 'failed'],
    ['requested', 'withdrawn'],
  ] as const)
    expect(amounts(refunded(before), refunded(state))).toEqual([
      ['checkout.refund_failed', '5.00', undefined],
    ])
  expect(merchantEvents(paid, refunded('requested'))).toMatchObject([{ attempt: 1, refund: { id: 'r' } }])
})

test('a refund is an event of the attempt that has paid, each of several by itself and once', () => {
  const of = (attempts: Attempt[], ...refunds: [id: string, state: Refund['state']][]): Checkout =>
    checkout({
      attempts,
      refunds: refunds.map(([id, state]) => ({ ...refund, id, state })),
    })
  const events = (before: Checkout, after: Checkout) =>
    merchantEvents(before, after).map(({ type, attempt: n, refund: made }) => [type, n, made?.id])
  const paid: Attempt[] = [first, { ...second, state: 'succeeded' }]
  const one = of(paid, ['r-1', 'succeeded'])
  const two = of(paid, ['r-1', 'succeeded'], ['r-2', 'requested'])
  expect(events(one, one)).toEqual([])
  expect(events(one, two)).toEqual([['checkout.refund_requested', 2, 'r-2']])
  const failed = of(paid, ['r-1', 'succeeded'], ['r-2', 'failed'])
  expect(events(two, failed)).toEqual([['checkout.refund_failed', 2, 'r-2']])
  expect(merchantEvents(of(paid, ['r-1', 'pending']), one)).toMatchObject([
    { type: 'checkout.refunded', paid: refund.amount },
  ])
  expect(merchantEvents(of(paid), of(paid, ['r-1', 'requested']))).toMatchObject([{ paid: null }])
  const short: Attempt[] = [{ ...first, ...shortOf('9') }]
  expect(events(of(short), of(short, ['r-1', 'requested']))).toEqual([
    ['checkout.refund_requested', 0, 'r-1'],
  ])
})

test('a claim is an event when it is made and when it is decided', () => {
  const made = { number: 'A', at: 1, content: null, receipts: [] }
  const declined = { state: 'declined', at: 2, operator: 'o', reason: 'other', text: 'No.' } as const
  const of = (...claims: Attempt['claims']) => checkout({ attempts: [{ ...first, claims }] })
  const events = (before: Checkout, after: Checkout) =>
    merchantEvents(before, after).map(({ type, attempt: n, claim }) => [type, n, claim])
  const open = { ...made, resolved: null }
  expect(events(of(), of(open))).toEqual([
    ['checkout.claimed', 1, { number: 'A', state: 'open', reason: null }],
  ])
  expect(events(of(open), of({ ...made, resolved: declined }))).toEqual([
    ['checkout.claim_resolved', 1, { number: 'A', state: 'declined', reason: 'other' }],
  ])
  expect(events(of(open), of({ ...made, resolved: { state: 'accepted', at: 2 } }))).toEqual([
    ['checkout.claim_resolved', 1, { number: 'A', state: 'accepted', reason: null }],
  ])
  expect(events(of(open), of(open))).toEqual([])
  const resolved = of({ ...made, resolved: declined })
  expect(events(resolved, resolved)).toEqual([])
  expect(events(resolved, of({ ...made, resolved: declined }, { ...open, number: 'B' }))).toEqual([
    ['checkout.claimed', 1, { number: 'B', state: 'open', reason: null }],
  ])
})

test('a claim is compared with those of its own attempt before', () => {
  const open = { number: 'A', at: 1, content: null, receipts: [], resolved: null }
  const claimed = checkout({ attempts: [first, { ...second, claims: [open] }] })
  expect(merchantEvents(claimed, claimed)).toEqual([])
  const third = attempt({ n: 3, state: 'sending' })
  const started = { ...claimed, attempts: [...claimed.attempts, third] }
  expect(merchantEvents(claimed, started)).toEqual([])
})

test('a payout that a second operator rejects is an event, once', () => {
  const approval = { action: 'create', attempt: null, by: 'anna', at: 1, note: null } as const
  const awaiting = payout({ approvals: [{ ...approval, decided: null }] })
  const decided = { approved: false, by: 'boris', at: 2, note: null }
  const rejected = payout({ approvals: [{ ...approval, decided }] })
  expect(merchantEvents(awaiting, rejected)).toMatchObject([
    { type: 'payout.rejected', attempt: 0, requested: uah('10.00'), paid: null },
  ])
  expect(merchantEvents(rejected, rejected)).toEqual([])
  expect(merchantEvents(bare(awaiting), awaiting)).toEqual([])
})

/** The entry before anything has happened to it. */
function bare(entry: Entry): Entry {
  return entry.kind === 'checkout'
    ? { ...entry, attempts: [], refunds: [], expired: false }
    : { ...entry, attempts: [], approvals: [] }
}

const openReview: Partial<Attempt> = { review }
const claims = [{ number: 'A', at: 1, content: null, receipts: [], resolved: null }]
const refund: Refund = {
  ...{ id: 'r-1', amount: uah('5.00'), note: '', by: 'o', at: 1, state: 'requested' },
  ...{ issuedTo: [], destination: null, givenAt: null, checkAt: null },
}
const rejected = {
  action: 'create',
  ...{ attempt: null, by: null, at: 1, note: null },
  decided: { approved: false, by: 'boris', at: 2, note: null },
} as const

test.each<[what: string, entry: Entry, types: string[]]>([
  ['paid', checkout({ attempts: [attempt({ state: 'succeeded' })] }), ['checkout.succeeded']],
  ['short', checkout({ attempts: [attempt({ ...shortOf('9') })] }), ['checkout.underpaid']],
  ['failed', checkout({ attempts: [attempt({ state: 'failed' })] }), ['checkout.failed']],
  [
    'refused',
    checkout({ attempts: [attempt({ state: 'refused', confirmedAbsent: true })] }),
    ['checkout.failed'],
  ],
  ['not created', payout({ attempts: [attempt({ state: 'not_created' })] }), ['payout.failed']],
  [
    'of another amount',
    checkout({ expired: false, attempts: [attempt({ reported: '9' })] }),
    ['checkout.amount_changed'],
  ],
  [
    'with a code that contradicts it',
    checkout({ expired: false, attempts: [attempt({ codeMismatch: 'amount' })] }),
    ['checkout.code_mismatch'],
  ],
  ['in review', checkout({ expired: false, attempts: [attempt(openReview)] }), ['checkout.needs_review']],
  ['claimed', checkout({ expired: false, attempts: [attempt({ claims })] }), ['checkout.claimed']],
  ['expired', checkout({ expired: true, attempts: [] }), ['checkout.expired']],
  ['open', checkout({ expired: false, attempts: [] }), []],
  ['refunded', checkout({ expired: false, attempts: [], refunds: [refund] }), ['checkout.refund_requested']],
  ['rejected', payout({ approvals: [rejected] }), ['payout.rejected']],
])('an entry that is %s by one write emits that at once', (_, entry, types) => {
  expect(typesOf(merchantEvents(bare(entry), entry))).toEqual(types)
})

test('an event is read as it was stored', () => {
  const after = checkout({ attempts: [attempt({ claims })], refunds: [refund] })
  const events = merchantEvents(bare(after), after)
  expect(typesOf(events)).toEqual(['checkout.claimed', 'checkout.expired', 'checkout.refund_requested'])
  for (const event of events) expect(MerchantEvent.parse(event)).toEqual(event)
})

function shortOf(reported: string): Partial<Attempt> {
  return { state: 'succeeded', underpaid: true, reported }
}
