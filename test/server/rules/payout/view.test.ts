import { describe, expect, test } from 'vitest'
import type { PayoutStatus } from '../../../../src/contract/payout.ts'
import type { Attempt, Payout } from '../../../../src/server/rules/model.ts'
import {
  isPayoutOver,
  payoutStatusOf,
  payoutViewOf,
  statusAtWrite,
  withoutFinishedRequest,
} from '../../../../src/server/rules/payout/view.ts'
import { attempt, checkout, payout } from '../../store/fixtures.ts'

const of = (overrides: Partial<Attempt>): Payout =>
  payout({ attempts: [attempt({ profile: 'payout', ...overrides })] })

describe('the status of a payout', () => {
  test.each<[what: string, attempt: Partial<Attempt>, status: PayoutStatus, isOver: boolean]>([
    ['sent', { state: 'unknown' }, 'preparing', false],
    ['placed', { state: 'placed' }, 'pending', false],
    ['paid', { state: 'succeeded' }, 'succeeded', true],
    ['paid with an unknown amount', { state: 'succeeded', underpaid: true }, 'pending', false],
    ['failed', { state: 'failed' }, 'failed', true],
    ['absent', { state: 'not_created' }, 'failed', true],
    ['absent, but in doubt', { state: 'not_created', doubtedAt: 1 }, 'preparing', false],
    ['refused, and confirmed to be absent', { state: 'refused', confirmedAbsent: true }, 'failed', true],
    [
      'refused and absent, but in doubt',
      { state: 'refused', confirmedAbsent: true, doubtedAt: 1 },
      'preparing',
      false,
    ],
    ['refused by one response alone', { state: 'refused' }, 'preparing', false],
  ])('that is %s', (_, overrides, status, isOver) => {
    const one = of(overrides)
    expect(payoutStatusOf(one)).toBe(status)
    expect(statusAtWrite(one)).toBe(status)
    expect(isPayoutOver(one)).toBe(isOver)
  })

  test('without an attempt is what the last decision says', () => {
    const asked = { action: 'create', attempt: null, by: 'anna', at: 1, note: null } as const
    const decided = (approved: boolean) => ({
      ...asked,
      decided: { approved, by: 'boris', at: 2, note: null },
    })
    expect(payoutStatusOf(payout())).toBe('awaiting_approval')
    expect(payoutStatusOf(payout({ approvals: [{ ...asked, decided: null }] }))).toBe('awaiting_approval')
    expect(payoutStatusOf(payout({ approvals: [decided(true)] }))).toBe('awaiting_approval')
    const rejected = payout({ approvals: [decided(false)] })
    expect([payoutStatusOf(rejected), isPayoutOver(rejected)]).toEqual(['rejected', true])
    expect(payoutStatusOf(payout({ approvals: [decided(false), decided(true)] }))).toBe('awaiting_approval')
  })

  test('of a checkout is that of its last write', () => {
    expect(statusAtWrite(checkout({ attempts: [attempt({ state: 'succeeded' })] }))).toBe('succeeded')
    const open = checkout({ expired: false, updatedAt: 1000, expiresAt: 2000 })
    expect(statusAtWrite(open)).toBe('choosing')
    expect(statusAtWrite({ ...open, updatedAt: 2000 })).toBe('expired')
  })
})

describe('the view of a payout', () => {
  test('has what was paid once it is paid, and a reason once it has failed', () => {
    const paid = of({ state: 'succeeded', externalId: 'E-1', reported: '9.00' })
    expect(payoutViewOf(paid)).toMatchObject({
      reference: paid.reference,
      paid: { value: '9.00' },
      reason: null,
      externalId: 'E-1',
      createdAt: '1970-01-01T00:00:01.000Z',
    })
    expect(payoutViewOf(of({ state: 'failed', reported: '9.00' }))).toMatchObject({
      paid: null,
      reason: { key: 'unspecified' },
    })
    expect(payoutViewOf(of({ state: 'placed', reported: '9.00' }))).toMatchObject({
      paid: null,
      reason: null,
    })
  })

  test('has the id of its request, also before anything is sent', () => {
    const request = { externalTransactionId: 'T-1', pipeline: 'payout', body: 'sealed' }
    expect(payoutViewOf(payout({ request }))).toMatchObject({
      externalTransactionId: 'T-1',
      externalId: null,
      needsReview: false,
    })
  })
})

test('the request of a payout is deleted once it is over, and not before', () => {
  const request = { externalTransactionId: 'T-1', pipeline: 'payout', body: 'sealed' }
  const over = { ...of({ state: 'succeeded' }), request }
  expect(withoutFinishedRequest(over)).toEqual({ ...over, request: { ...request, body: null } })
  const open = { ...of({ state: 'placed' }), request }
  expect(withoutFinishedRequest(open)).toBe(open)
  const deleted = { ...over, request: { ...request, body: null } }
  expect(withoutFinishedRequest(deleted)).toBe(deleted)
  const other = checkout()
  expect(withoutFinishedRequest(other)).toBe(other)
})
