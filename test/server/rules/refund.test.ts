import { describe, expect, test } from 'vitest'
import { applyUpdate } from '../../../src/server/rules/attempt/attempt.ts'
import { refundViews } from '../../../src/server/rules/checkout/view.ts'
import type { Attempt, Checkout, Payout, Refund } from '../../../src/server/rules/model.ts'
import { isOverdrawn } from '../../../src/server/rules/received.ts'
import {
  dueRefunds,
  followPayout,
  giveDestination,
  issueAddress,
  markRefundDue,
  mayHaveDirected,
  postponeRefund,
  refundOutcome,
  requestRefund,
  sameRequest,
  startRefund,
  withdrawRefund,
} from '../../../src/server/rules/refund.ts'
import { attempt, checkout, payout, refund } from '../store/fixtures.ts'
import { policy } from './policy.ts'

const at = 5000
const uah = (value: string) => ({ value, currency: 'UAH' })
const paid: Partial<Attempt> = { state: 'succeeded', finalAt: 2000 }
const of = (refunds: Partial<Refund>[] = [], attempts: Partial<Attempt>[] = [paid]): Checkout =>
  checkout({ attempts: attempts.map((one) => attempt(one)), refunds: refunds.map(refund) })

test('every operator who has received an address of a refund may have directed it', () => {
  const issue = (one: Checkout, operator: string): Checkout => {
    const [issued] = one.refunds
    return issued === undefined ? one : issueAddress(one, issued, operator)
  }
  const issued = ['boris', 'clara', 'boris', 'dora'].reduce(
    issue,
    of([{ by: 'anna' }, { id: 'r-2', by: 'eva' }]),
  )
  expect(issued.refunds.map(({ issuedTo }) => issuedTo)).toEqual([['boris', 'clara', 'dora'], []])
  for (const operator of ['anna', 'boris', 'clara', 'dora', 'Anna', ' BORIS '])
    expect(mayHaveDirected(issued, 'r-1', operator)).toBe(true)
  expect(mayHaveDirected(issued, 'r-1', 'eva')).toBe(false)
})

describe('a request', () => {
  const request = (amount: string, one = of([{}])) =>
    requestRefund(one, { id: 'r-2', amount, note: 'n', by: 'boris', at })?.refunds.at(-1) ?? null

  test('reserves its amount', () => {
    expect(request('1150.00')).toEqual({
      id: 'r-2',
      amount: uah('1150.00'),
      note: 'n',
      by: 'boris',
      issuedTo: [],
      at,
      state: 'requested',
      destination: null,
      givenAt: null,
      checkAt: null,
    })
    expect(requestRefund(of([{}]), { id: 'r-2', amount: '1', note: '', by: '', at })?.refunds).toHaveLength(2)
  })

  test('above what is left is refused', () => {
    expect(request('1150.01')).toBeNull()
    expect(request('0.01', of([], [{}]))).toBeNull()
  })

  test('is the same again until the payer has given a destination', () => {
    const again = (amount: string, note: string, state: Refund['state'] = 'requested') =>
      sameRequest(of([{ state }]), amount, note)?.id
    expect(again('100', 'broken')).toBe('r-1')
    expect(again('100.01', 'broken')).toBeUndefined()
    expect(again('100', 'late')).toBeUndefined()
    expect(sameRequest(of([{ note: '[erased]' }]), '100', 'broken')?.id).toBe('r-1')
    expect(again('100', 'broken', 'pending')).toBeUndefined()
  })
})

describe('the destination', () => {
  test('is given once, and its payout is due', () => {
    const given = giveDestination(of([{}, { id: 'r-2' }]), 'r-2', 'sealed', at)
    expect(given?.refunds).toEqual([
      refund(),
      refund({ id: 'r-2', state: 'pending', destination: 'sealed', givenAt: at, checkAt: at }),
    ])
    for (const state of ['pending', 'succeeded', 'failed', 'withdrawn'] as const)
      expect(giveDestination(of([{ state }]), 'r-1', 'sealed', at)).toBeNull()
    expect(giveDestination(of([{}]), 'r-9', 'sealed', at)).toBeNull()
  })

  test('is not taken while more is reserved than was received', () => {
    const full = of([{ amount: uah('1250.00') }])
    const over = of([{ amount: uah('1250.01') }])
    expect([isOverdrawn(full), isOverdrawn(over)]).toEqual([false, true])
    expect(giveDestination(full, 'r-1', 'sealed', at)).not.toBeNull()
    expect(giveDestination(over, 'r-1', 'sealed', at)).toBeNull()
  })
})

test('a refund is withdrawn only before the payer has given a destination', () => {
  expect(withdrawRefund(of([{}]), 'r-1')?.refunds).toEqual([refund({ state: 'withdrawn' })])
  for (const state of ['pending', 'succeeded', 'failed', 'withdrawn'] as const)
    expect(withdrawRefund(of([{ state }]), 'r-1')).toBeNull()
})

const payoutOf = (one: Partial<Attempt> | null, overrides: Partial<Payout> = {}): Payout =>
  payout({
    refundOf: 'co',
    attempts: one === null ? [] : [attempt({ profile: 'payout', ...one })],
    ...overrides,
  })
const contradiction: Partial<Attempt> = {
  state: 'failed',
  review: { reason: 'contradiction', at: 1, resolved: null },
}
/** As a lookup finds it. */
function paidInAnotherCurrency(): Payout {
  const externalId = 'e-1'
  const failed = attempt({ profile: 'payout', state: 'failed', externalId, status: 'Failed', finalAt: 2000 })
  const order = { externalId, status: 'Success', amount: '100.00', currency: 'USD', history: [] }
  const update = { type: 'lookup_found', order: { ...order, externalParams: null } } as const
  return payoutOf(applyUpdate(failed, update, at, policy))
}
const rejected = payoutOf(null, {
  approvals: [
    {
      action: 'create',
      attempt: null,
      by: 'anna',
      at: 1,
      note: null,
      decided: { approved: false, by: 'boris', at: 2, note: null },
    },
  ],
})

test.each<[what: string, payout: Payout, outcome: ReturnType<typeof refundOutcome>]>([
  ['awaits its approval', payoutOf(null), 'pending'],
  ['is under way', payoutOf({ state: 'placed' }), 'pending'],
  ['is unknown', payoutOf({ state: 'unknown' }), 'pending'],
  ['is paid', payoutOf(paid), 'succeeded'],
  ['has failed', payoutOf({ state: 'failed' }), 'failed'],
  ['was rejected', rejected, 'failed'],
  [
    'has failed for another review',
    payoutOf({ state: 'failed', review: { reason: 'unconfirmed', at: 1, resolved: null } }),
    'failed',
  ],
  ['had failed, and may be paid', payoutOf(contradiction), 'contradicted'],
  [
    'had failed and may be paid, whatever an operator has decided',
    payoutOf({
      ...contradiction,
      review: { reason: 'contradiction', at: 1, resolved: { at: 2, by: 'operator', note: 'seen' } },
    }),
    'contradicted',
  ],
  ['had failed, and was found to be paid in another currency', paidInAnotherCurrency(), 'contradicted'],
])('a refund whose payout %s', (_, current, outcome) => {
  expect(refundOutcome(current)).toBe(outcome)
})

describe('a refund follows its payout', () => {
  const started: Partial<Refund> = { destination: null, givenAt: 3000, checkAt: null }
  const follow = (before: Partial<Refund>, current: Partial<Attempt>) =>
    followPayout(of([before]), payoutOf(current, { reference: 'r-1' }))?.refunds ?? null

  test.each<[what: string, before: Partial<Refund>, payout: Partial<Attempt>, after: Partial<Refund> | null]>(
    [
      ['that is still under way', { state: 'pending' }, { state: 'placed' }, null],
      ['that is paid', { state: 'pending' }, paid, { state: 'succeeded' }],
      ['that failed', { state: 'pending' }, { state: 'failed' }, { state: 'failed' }],
      [
        'that failed and may be paid',
        { state: 'failed' },
        contradiction,
        { state: 'failed', contradicted: true },
      ],
      ['that may still be paid', { state: 'failed', contradicted: true }, contradiction, null],
      [
        'that is failed again',
        { state: 'failed', contradicted: true },
        { state: 'failed' },
        { state: 'failed' },
      ],
      ['that is paid after all', { state: 'failed', contradicted: true }, paid, { state: 'succeeded' }],
      ['not once it is paid', { state: 'succeeded' }, { state: 'failed' }, null],
      [
        'that has paid more',
        { state: 'pending' },
        { ...paid, reported: '10.01' },
        { state: 'succeeded', paid: '10.01' },
      ],
      [
        'that has paid less',
        { state: 'pending' },
        { ...paid, reported: '9.99' },
        { state: 'succeeded', paid: '9.99' },
      ],
      [
        'of which more is reported later',
        { state: 'succeeded' },
        { ...paid, reported: '10.01' },
        { state: 'succeeded', paid: '10.01' },
      ],
      [
        'of which the amount is reported later',
        { state: 'succeeded', paid: '10.01' },
        { ...paid, reported: '10.00' },
        { state: 'succeeded' },
      ],
    ],
  )('%s', (_, before, current, after) => {
    expect(follow({ ...started, ...before }, current)).toEqual(
      after === null ? null : [refund({ ...started, ...after })],
    )
  })

  test('not that of another refund', () => {
    const other = payoutOf(paid, { reference: 'r-2' })
    expect(followPayout(of([{ ...started, state: 'pending' }]), other)).toBeNull()
  })
})

describe('the payout of a refund is created', () => {
  const given: Partial<Refund> = { state: 'pending', destination: 'sealed', givenAt: 3000, checkAt: 4000 }

  test('in the write that deletes its destination', () => {
    expect(startRefund(of([given]), refund(given), 4000)?.refunds).toEqual([
      refund({ ...given, destination: null, checkAt: null }),
    ])
  })

  test.each<[what: string, refund: Partial<Refund>]>([
    ['before it is tried again', { ...given, checkAt: 4001 }],
    ['once it was created', { ...given, destination: null, checkAt: null }],
    ['before it has a destination', {}],
    ['to another destination than it has', { ...given, destination: 'sealed again' }],
  ])('not %s', (_, before) => {
    expect(startRefund(of([before]), refund(given), 4000)).toBeNull()
  })
})

test('a refund is due to follow its payout when that has another outcome', () => {
  const before = payoutOf({ state: 'placed' })
  const after = payoutOf(paid)
  expect(markRefundDue(before, after, at)).toEqual({ ...after, refundDueAt: at })
  expect(markRefundDue(before, before, at)).toBe(before)
  const failed = payoutOf({ state: 'failed' })
  const contradicted = payoutOf({ state: 'failed', review: { reason: 'contradiction', at, resolved: null } })
  expect(markRefundDue(failed, contradicted, at)).toEqual({ ...contradicted, refundDueAt: at })
  const own = payoutOf(paid, { refundOf: null })
  expect(markRefundDue(before, own, at)).toBe(own)
  const order = of([], [paid])
  expect(markRefundDue(of([], [{ state: 'placed' }]), order, at)).toBe(order)
})

test('a payout that cannot be created is tried again, or its refund has failed', () => {
  const given = refund({ state: 'pending', destination: 'sealed', checkAt: 4000 })
  const postpone = (stored: Partial<Refund>, at: number | null) => postponeRefund(of([stored]), given, at)
  expect(postpone(given, 9000)?.refunds).toEqual([refund({ ...given, checkAt: 9000 })])
  expect(postpone(given, null)?.refunds).toEqual([refund({ state: 'failed' })])
  expect(postpone({}, 9000)).toBeNull()
  for (const next of [9000, null]) {
    // Its payout exists.
    expect(postpone({ state: 'pending', checkAt: null }, next)).toBeNull()
    // It has another destination since a failover.
    expect(postpone({ ...given, destination: 'another' }, next)).toBeNull()
  }
})

test('payouts are due from their time on; the payer sees what was not withdrawn', () => {
  const all = of([{ id: 'a', checkAt: at }, { id: 'b', checkAt: at + 1 }, { id: 'c' }])
  expect(dueRefunds(all, at).map(({ id }) => id)).toEqual(['a'])
  expect(refundViews(of([{ state: 'withdrawn' }, { state: 'failed' }]))).toEqual([
    { amount: uah('100.00'), state: 'failed' },
  ])
})
