import { describe, expect, test } from 'vitest'
import { erase, eraseCustomerFrom, redactErased } from '../../../src/server/rules/erase.ts'
import type { Attempt, Checkout, Payout } from '../../../src/server/rules/model.ts'
import { attempt, checkout, payout } from '../store/fixtures.ts'

const at = 9000
const note = 'Olena wrote'
const decision = { by: 'operator', action: 'acknowledge', at: 5, note } as const
const personal = {
  customer: 'anna',
  body: 'sealed body',
  paymentDetails: 'sealed details',
  payTo: { destination: '••••6666', recipient: 'Olena', bank: 'Mono' },
  card: { number: '••••1111', holder: 'OLENA' },
  refusal: {
    ...{ status: 400, label: 'BAD', code: '1', statusDescription: 'Olena may not', field: 'phone' },
    message: 'Olena may not',
  },
  history: [{ time: '2026-01-01T00:00:00', action: 'Olena paid', code: '1.1.1.00' }],
  claims: [{ number: 'A', at: 1, content: 'sealed claim', receipts: [], resolved: null }],
  review: { reason: 'amount', at: 1, resolved: decision },
  activity: [
    { type: 'operator_decided', at: 5, lastAt: 5, count: 1, action: 'acknowledge', note },
    { type: 'create_sent', at: 6, lastAt: 6, count: 1 },
  ],
} satisfies Partial<Attempt>
const kept = { payTo: { destination: null, recipient: null, bank: null }, customer: null, card: null }
/** What is left of it. */
const erased = {
  ...kept,
  refusal: { ...personal.refusal, statusDescription: null, message: null },
  history: [{ ...personal.history[0], action: null }],
  claims: [{ ...personal.claims[0], content: null }],
  review: { ...personal.review, resolved: { ...decision, note: '[erased]' } },
  activity: [{ ...personal.activity[0], note: '[erased]' }, personal.activity[1]],
}
const refund = {
  ...{ id: 'r-1', amount: { value: '1', currency: 'UAH' }, note, by: 'boris', at: 1, state: 'requested' },
  ...{ issuedTo: [], destination: null, givenAt: null, checkAt: null },
} as const satisfies Checkout['refunds'][number]
const of = (overrides: Partial<Checkout>, ...attempts: Partial<Attempt>[]): Checkout =>
  checkout({
    expired: false,
    ...overrides,
    attempts: attempts.map((one, index) => attempt({ n: index + 1, ...one })),
  })

describe('of an erased checkout', () => {
  test('what payer and operator have written goes from a claim', () => {
    const receipt = { id: 'r', type: 'image/png', size: 5 } as const
    const declined = {
      state: 'declined',
      at: 8,
      operator: 'anna',
      reason: 'not_received',
      text: 'No',
    } as const
    const accepted = { state: 'accepted', at: 8 } as const
    const written = { number: 'A', at: 1, content: 'sealed', receipts: [receipt] }
    const claims = [
      { ...written, resolved: declined },
      { ...written, resolved: accepted },
    ]
    expect(erase(of({}, { claims }), at).attempts[0]?.claims).toEqual([
      { number: 'A', at: 1, content: null, receipts: [], resolved: { ...declined, text: '[erased]' } },
      { number: 'A', at: 1, content: null, receipts: [], resolved: accepted },
    ])
  })

  test('personal data goes, and ids, amounts, states and codes stay', () => {
    const before = of({ customer: 'anna', refunds: [refund] }, personal)
    const after = erase(before, at)
    expect(after).toEqual({
      ...before,
      erasedAt: at,
      customer: null,
      refunds: [{ ...refund, note: '[erased]' }],
      attempts: [{ ...before.attempts[0], ...erased }],
    })
  })

  test.each<[what: string, overrides: Partial<Checkout>, attempt: Partial<Attempt>, isKept: boolean]>([
    ['open', {}, {}, true],
    ['expired', { expired: true }, {}, false],
    ['paid', {}, { state: 'succeeded' }, false],
  ])('that is %s, what the payer needs in order to pay stays: %#', (_, overrides, state, isKept) => {
    const after = erase(of(overrides, { ...personal, ...state }), at)
    const [one] = after.attempts
    expect(one?.paymentDetails).toBe(isKept ? 'sealed details' : null)
    expect(one?.body).toBe(isKept ? 'sealed body' : null)
  })

  test.each([
    ['4.1-2', '4.1-2'],
    ['4.1-2 Olena', null],
    ['Olena 4.1-2', null],
    [null, null],
  ])('of the description %j of a refusal only a code stays', (statusDescription, stays) => {
    const [one] = erase(of({}, { refusal: { ...personal.refusal, statusDescription } }), at).attempts
    expect(one?.refusal).toMatchObject({ statusDescription: stays, message: null })
  })

  test('what was never there is not added', () => {
    const before = of({}, { payTo: null, review: { ...personal.review, resolved: null } })
    expect(erase(before, at).attempts).toEqual([{ ...before.attempts[0], card: null }])
  })

  test('a note of an update is not an operator’s', () => {
    const review = { ...personal.review, resolved: { by: 'automatic', at: 5, note: 'enough' } } as const
    expect(erase(of({}, { review }), at).attempts[0]?.review).toEqual(review)
  })
})

describe('one customer', () => {
  test('alone takes the whole checkout', () => {
    const before = of({ customer: 'anna' }, { customer: 'anna' })
    expect(eraseCustomerFrom(before, 'anna', at)).toEqual(erase(before, at))
  })

  test('beside another takes the own attempts only', () => {
    const before = of({ customer: 'boris' }, personal, { ...personal, customer: 'boris' })
    const after = eraseCustomerFrom(before, 'anna', at)
    expect(after).toMatchObject({ customer: 'boris', erasedAt: null })
    expect(after.attempts[0]).toEqual({ ...before.attempts[0], ...erased, erasedAt: at })
    expect(after.attempts[1]).toEqual(before.attempts[1])
  })

  test('who owns the checkout beside another leaves it to nobody', () => {
    const before = of({ customer: 'anna' }, { customer: 'boris' }, {})
    const after = eraseCustomerFrom(before, 'anna', at)
    expect(after).toMatchObject({ customer: null, erasedAt: null })
    expect(after.attempts.map(({ erasedAt }) => erasedAt)).toEqual([null, at])
  })
})

test('what a later write adds to an erased entry is erased, too, and nothing of another', () => {
  const [after] = redactErased(of({ erasedAt: 1 }, personal)).attempts
  expect(after).toMatchObject(erased)
  const open = of({}, personal)
  expect(redactErased(open)).toEqual(open)
})

describe('of an erased payout', () => {
  const approval = {
    ...{ action: 'create', attempt: null, by: 'boris', at: 1, note },
    decided: { approved: true, by: 'carla', at: 2, note },
  } as const satisfies Payout['approvals'][number]
  const request = { externalTransactionId: 'T-1', pipeline: 'payout', body: 'sealed' }
  const destination = { fields: [{ key: 'card', value: '••••6666' }], fingerprints: ['f'] }

  test('destination, request and notes go', () => {
    const plain = { ...approval, note: null, decided: { ...approval.decided, note: null } }
    const discard = { ...approval, action: 'discard', decided: null } as const
    const before = payout({ request, destination, approvals: [approval, plain, discard] })
    expect(erase(before, at)).toEqual({
      ...before,
      erasedAt: at,
      destination: null,
      request: { ...request, body: null },
      approvals: [
        { ...approval, note: '[erased]', decided: { ...approval.decided, note: '[erased]' } },
        plain,
        { ...discard, note: '[erased]' },
      ],
    })
  })

  test('which still awaits its approval is rejected', () => {
    const before = payout({ request, approvals: [{ ...approval, decided: null }] })
    expect(erase(before, at)).toMatchObject({
      approvals: [{ decided: { approved: false, by: 'retention', at, note: null } }],
    })
  })
})
