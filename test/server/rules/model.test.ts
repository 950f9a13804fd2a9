import { describe, expect, test } from 'vitest'
import {
  type Approval,
  type Attempt,
  type Checkout,
  type Claim,
  Entry,
  isOfKind,
  type Payout,
  type Refund,
} from '../../../src/server/rules/model.ts'
import { attempt, checkout, payout } from '../store/fixtures.ts'

/** Every optional part has a value. */
type Filled<T> = { [K in keyof T]-?: NonNullable<T[K]> }

const written = (entry: unknown): unknown => JSON.parse(JSON.stringify(entry))
const at = 2000
const money = { value: '1250.00', currency: 'UAH' }

const claim: Claim = {
  ...{ number: 'ABCD-1234', at, content: 'sealed', resolved: null },
  receipts: [{ id: 'receipt', type: 'image/png', size: 1 }],
}
const reason = 'not_received'
const claims: Claim[] = [
  claim,
  { ...claim, resolved: { state: 'accepted', at } },
  { ...claim, resolved: { state: 'declined', at, operator: 'boris', reason, text: 'Please look again.' } },
]
const review = { reason: 'unresolved', at } as const
const attemptWithAll: Filled<Attempt> = {
  ...{ n: 1, externalTransactionId: 't', method: 'transfer', profile: 'p2p', pipeline: 'main' },
  ...{ customer: 'anna', amount: money, tolerance: '0.5', state: 'succeeded', body: 'sealed' },
  ...{ sendCount: 2, sentAt: at, firstSentAt: at, externalId: 'e', foreignId: 'f', status: 'Success' },
  ...{ reported: '1249.50', underpaid: true, otherCurrency: 'KZT', paymentDetails: 'sealed' },
  payTo: { destination: '••••6666', recipient: 'Taras', bank: 'Mono' },
  ...{ detailsLost: true, codeMismatch: 'amount', knownToExist: true, confirmedAbsent: true },
  refusal: {
    ...{ status: 400, label: 'BAD_REQUEST', code: '1', statusDescription: 'no phone' },
    ...{ field: 'phone', message: 'required' },
  },
  ...{ notFoundCount: 1, failedLookups: 2, unansweredSince: at, doubtedAt: at },
  ...{ card: { number: '••••1111', holder: 'TARAS' }, cardReported: true },
  unconfirmedCallback: { status: 'Success', amount: '1249.50', at },
  history: [{ time: '2026-01-01T00:00:00', action: 'Paid', code: '1.1.1.00' }],
  ...{
    historyComplete: true,
    finalAt: at,
    corrected: true,
    surplus: true,
    foundAt: at,
    reportedSentAt: at,
    claims,
  },
  ...{ replacedAt: at, erasedAt: at, nextLookupAt: at },
  review: { ...review, resolved: { at, by: 'operator', operator: 'boris', note: 'booked' } },
  activity: [
    { type: 'create_placed', at, lastAt: at, count: 1, status: 'Pending' },
    { type: 'review_opened', at, lastAt: at + 1, count: 2, reason: 'unresolved' },
  ],
}
const attempts = [
  attemptWithAll,
  ...[
    { profile: 'form', method: 'form', unconfirmedCallback: { status: 'Failed', amount: '', at } } as const,
    { profile: 'token', method: 'saved-card', review: { ...review, resolved: null } } as const,
    { profile: 'payout', review: { ...review, resolved: { at, by: 'automatic', note: '' } } } as const,
  ].map((overrides, index) => attempt({ n: index + 2, ...overrides })),
]

const refund: Filled<Refund> = {
  ...{ id: 'r', amount: money, note: 'broken', by: 'anna', at, state: 'requested', destination: 'sealed' },
  ...{ issuedTo: ['boris'], givenAt: at, checkAt: at, contradicted: true, paid: '12.00' },
}
const refunds: Refund[] = [
  refund,
  ...(['pending', 'succeeded', 'failed', 'withdrawn'] as const).map((state) => ({
    ...{
      id: state,
      amount: money,
      note: '',
      by: 'anna',
      issuedTo: [],
      at,
      state,
      destination: null,
      givenAt: null,
      checkAt: null,
    },
  })),
]
const signed: Filled<NonNullable<Checkout['signed']>> = {
  ...{ reference: 'order', issuedAt: 1, purpose: 'pay', amount: '1250.00', currency: 'UAH' },
  methods: ['transfer', 'form'],
}
const base = {
  id: 'id',
  version: 3,
  createdAt: at,
  updatedAt: at,
  amount: money,
  lastEventSeq: 2,
  erasedAt: at,
}
const checkoutWithAll: Filled<Checkout> = {
  ...{
    ...base,
    kind: 'checkout',
    order: 'order',
    customer: 'anna',
    attempts,
    reopenedAfter: 1,
    extensions: 1,
  },
  ...{ methods: ['transfer', 'form', 'saved-card'], next: { text: 'Thank you', url: '/orders' } },
  ...{ signed, terms: 'sealed', expiresAt: at, expired: true, seenAt: at, refunds },
}

const awaiting = { attempt: null, by: null, at, note: null, decided: null }
const approvals: Approval[] = [
  {
    ...{ action: 'create', attempt: 1, by: 'anna', at, note: 'rent' },
    decided: { approved: true, by: 'boris', at, note: 'seen' },
  },
  { ...awaiting, action: 'discard', decided: { approved: false, by: 'boris', at, note: null } },
  { ...awaiting, action: 'create' },
]
const payoutWithAll: Filled<Payout> = {
  ...{ ...base, kind: 'payout', reference: 'payout', fingerprint: 'f', createdBy: 'anna', attempts },
  ...{ refundOf: 'checkout', refundDueAt: at, approvals },
  request: { externalTransactionId: 't', pipeline: 'payout', body: 'sealed' },
  destination: { fields: [{ key: 'card', value: '••••6666' }], fingerprints: ['f'] },
}

test.each<[what: string, entry: Entry]>([
  ['checkout with all that it may have', checkoutWithAll],
  ['payout with all that it may have', payoutWithAll],
  ['checkout with only what it must have', checkout({ attempts: [attempt()] })],
  ['payout with only what it must have', payout()],
  ['checkout of a page link', checkout({ signed: { reference: 'order', issuedAt: 1, purpose: 'page' } })],
  ['checkout of a return link', checkout({ signed: { reference: 'order', issuedAt: 1, purpose: 'return' } })],
])('a stored %s is read as it was written', (_, entry) => {
  expect(Entry.parse(written(entry))).toEqual(entry)
})

type Wrong = [member: string, value: unknown]
const isRead = (entry: unknown): boolean => Entry.safeParse(written(entry)).success

describe('what nothing writes is not read:', () => {
  test.each<Wrong>([
    ['n', 0],
    ['n', 1.5],
    ['state', 'paid'],
    ['profile', 'card'],
    ['method', 'cash'],
    ['tolerance', '0,5'],
    ['tolerance', '-1'],
    ['tolerance', '1e3'],
    ['reported', '01250'],
    ['corrected', false],
    ['codeMismatch', 'colour'],
    ['unconfirmedCallback', { status: 'Pending', amount: '1', at }],
    ['review', { ...review, reason: 'unknown', resolved: null }],
    ['review', { ...review, resolved: { at, by: 'customer', note: '' } }],
    ['claims', [{ ...claim, resolved: { state: 'open', at } }]],
    ['claims', [{ ...claim, resolved: { state: 'declined', at } }]],
    ['activity', [{ type: 'create_sent', at, lastAt: at, count: 1.5 }]],
  ])('an attempt with the %s %j', (member, value) => {
    expect(isRead(checkout({ attempts: [attempt()] }))).toBe(true)
    expect(isRead({ ...checkout(), attempts: [{ ...attempt(), [member]: value }] })).toBe(false)
  })

  test.each<Wrong>([
    ['kind', 'refund'],
    ['amount', { value: '12,50', currency: 'UAH' }],
    ['amount', { value: '12.50', currency: '' }],
    ['methods', ['cash']],
    ['signed', { ...signed, purpose: 'refund' }],
    ['refunds', [{ ...refund, state: 'placed' }]],
    ['refunds', [{ ...refund, contradicted: false }]],
  ])('a checkout with the %s %j', (member, value) => {
    expect(isRead({ ...checkout(), [member]: value })).toBe(false)
  })

  test.each<Wrong>([
    ['approvals', [{ ...awaiting, action: 'erase' }]],
    ['approvals', [{ ...awaiting, action: 'create', decided: { by: 'boris', at, note: null } }]],
    ['request', { pipeline: 'payout', body: null }],
    ['destination', { fields: ['card'], fingerprints: [] }],
  ])('a payout with the %s %j', (member, value) => {
    expect(isRead({ ...payout(), [member]: value })).toBe(false)
  })
})

test('an entry is of its own kind only', () => {
  expect([isOfKind(checkout(), 'checkout'), isOfKind(checkout(), 'payout')]).toEqual([true, false])
  expect([isOfKind(payout(), 'payout'), isOfKind(payout(), 'checkout')]).toEqual([true, false])
})
