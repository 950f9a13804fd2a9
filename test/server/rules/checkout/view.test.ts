import { describe, expect, test } from 'vitest'
import type { Action } from '../../../../src/contract/view.ts'
import {
  outcomeOf,
  paidOf,
  shownAttempt,
  type ViewContext,
  viewOf,
} from '../../../../src/server/rules/checkout/view.ts'
import type { Attempt, Checkout, Refund } from '../../../../src/server/rules/model.ts'
import { payoutViewOf } from '../../../../src/server/rules/payout/view.ts'
import { attempt, checkout, payout } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'

const inTime = 2000
const late = 100_000
const action: Action = { type: 'redirect', url: 'https://form.example/x' }
const uah = (value: string) => ({ value, currency: 'UAH' })

const view = (of: Checkout, context: Partial<ViewContext> = {}) =>
  viewOf(of, {
    at: inTime,
    policy,
    available: new Set(['transfer', 'form']),
    savedCards: null,
    merchant: null,
    claimText: null,
    action,
    ...context,
  })
const viewWith = (overrides: Partial<Attempt>, at = inTime) =>
  view(checkout({ attempts: [attempt(overrides)] }), { at })

describe('what the payer sees', () => {
  test('before a choice: methods and expiry, no action', () => {
    expect(view(checkout({ expired: false, order: '1042', methods: ['form', 'transfer'] }))).toEqual({
      id: expect.stringMatching(/^co_/),
      order: '1042',
      status: 'choosing',
      final: false,
      amount: uah('1250.00'),
      paid: null,
      method: null,
      methods: ['form', 'transfer'],
      attempts: 0,
      action: null,
      reason: null,
      retry: false,
      canReplace: false,
      canClaim: false,
      canExtend: true,
      claim: null,
      reportedSentAt: null,
      expiresAt: '1970-01-01T00:01:40.000Z',
      now: '1970-01-01T00:00:02.000Z',
      pollAfter: 15,
    })
  })

  test.each([
    // state of the newest attempt, at, status, whether it has an action, whether it has expiresAt, pollAfter
    ['sending', inTime, 'preparing', false, true, 1],
    ['unknown', inTime, 'preparing', false, true, 1],
    ['unknown', late, 'expired', false, true, 30],
    ['placed', inTime, 'pending', true, true, 3],
    ['placed', late, 'expired', false, true, 30],
    ['failed', inTime, 'failed', false, false, 30],
    ['failed', late, 'failed', false, false, 30],
    ['refused', inTime, 'failed', false, false, 30],
    // Not looked up: its order may exist.
    ['refused', late, 'expired', false, true, 30],
    ['not_created', inTime, 'failed', false, false, 30],
    // It can be renewed.
    ['not_created', late, 'failed', false, false, 30],
    ['succeeded', inTime, 'succeeded', false, false, null],
    ['succeeded', late, 'succeeded', false, false, null],
  ] as const)('%s at %i: %s', (state, at, status, acts, expires, pollAfter) => {
    const shown = viewWith({ state, confirmedAbsent: state === 'not_created', finalAt: 1500 }, at)
    expect(shown).toMatchObject({
      status,
      action: acts ? action : null,
      final: pollAfter === null,
      pollAfter,
      attempts: 1,
      method: 'transfer',
    })
    expect(shown.expiresAt !== null).toBe(expires)
  })

  test('an attempt without an order, after one that failed, is over with its time: it cannot be renewed', () => {
    const attempts = [attempt({ n: 1, state: 'failed' }), attempt({ n: 2, state: 'not_created' })]
    expect(view(checkout({ attempts }), { at: late })).toMatchObject({ status: 'expired', retry: false })
  })

  test('a success has the amount that was paid, and no reason', () => {
    expect(viewWith({ state: 'succeeded', reported: '1300.00' })).toMatchObject({
      paid: uah('1300.00'),
      reason: null,
    })
  })

  test('refunds, but for one that was withdrawn', () => {
    const refund: Refund = {
      ...{ id: 'r-1', amount: uah('50.00'), note: 'n', by: 'olga', at: 1, state: 'pending' },
      ...{ issuedTo: [], destination: null, givenAt: null, checkAt: null },
    }
    const refunds: Refund[] = [refund, { ...refund, id: 'r-2', state: 'withdrawn' }]
    expect(view(checkout({ refunds })).refunds).toEqual([{ amount: uah('50.00'), state: 'pending' }])
    expect(view(checkout())).not.toHaveProperty('refunds')
  })

  test('a claim is offered for a failed transfer; when the payer reported the money as sent is shown', () => {
    expect(viewWith({ state: 'failed', finalAt: 1500 }).canClaim).toBe(true)
    expect(viewWith({ reportedSentAt: 1500 }).reportedSentAt).toBe('1970-01-01T00:00:01.500Z')
  })

  test.each<[what: string, overrides: Partial<Attempt>, at: number, maxAttempts: number, offered: boolean]>([
    ['can be paid', {}, inTime, 2, true],
    ['can be paid, at the limit of attempts', {}, inTime, 1, false],
    ['is watched after its time', {}, late, 2, true],
    ['has failed, while a retry is offered', { state: 'failed', finalAt: 1500 }, inTime, 2, false],
    ['is a form that failed, after its time', { state: 'failed', profile: 'form' }, late, 2, false],
  ])('whether an attempt can be replaced that %s', (_, overrides, at, maxAttempts, offered) => {
    const one = checkout({ attempts: [attempt(overrides)] })
    expect(view(one, { at, policy: { ...policy, maxAttempts } }).canReplace).toBe(offered)
  })

  test('a retry is offered after a failure, before expiry and with a method', () => {
    const failed = checkout({ attempts: [attempt({ state: 'failed', finalAt: 1500 })] })
    expect(view(failed).retry).toBe(true)
    expect(view(failed, { at: late }).retry).toBe(false)
    expect(view(failed, { available: new Set() }).retry).toBe(false)
    const undecided = checkout({ attempts: [attempt({ state: 'refused' })] })
    expect(view(undecided).retry).toBe(false)
  })

  test('a failed transfer is final after its watch; any other failure at expiry', () => {
    const failed = (overrides: Partial<Attempt>) =>
      ({ state: 'failed', finalAt: 1500, ...overrides }) as const
    expect(viewWith(failed({}), 1500 + policy.watchMs - 1).final).toBe(false)
    expect(viewWith(failed({}), 1500 + policy.watchMs).final).toBe(true)
    expect(viewWith(failed({ profile: 'form' }), late - 1).final).toBe(false)
    expect(viewWith(failed({ profile: 'form' }), late).final).toBe(true)
  })

  test('a retry is not offered at the limit of attempts, which is the reason', () => {
    const failed = checkout({ attempts: [attempt({ state: 'failed', finalAt: 1500 })] })
    expect(view(failed, { policy: { ...policy, maxAttempts: 1 } })).toMatchObject({
      retry: false,
      reason: { code: null, group: 'business', key: 'attempts-limit' },
    })
  })

  test('fields are shown while the payer can choose the method that needs them', () => {
    const fields: ViewContext['fields'] = { transfer: [{ key: 'iban', kind: 'iban', required: true }] }
    const shown = (overrides: Partial<Attempt>, allowReplace = true) =>
      view(checkout({ attempts: [attempt(overrides)] }), { fields, policy: { ...policy, allowReplace } })
        .fields
    expect(view(checkout(), { fields }).fields).toEqual(fields)
    expect(shown({ state: 'failed', finalAt: 1500 })).toEqual(fields)
    expect(shown({ state: 'placed' })).toEqual(fields)
    expect(shown({ state: 'placed' }, false)).toBeUndefined()
    expect(shown({ state: 'sending' })).toBeUndefined()
  })

  test('the shop, and what it offers after success', () => {
    const merchant = { name: 'Shop', support: { email: 'help@shop.example' } }
    const next = { text: 'Thank you', url: 'https://shop.example/' }
    expect(view(checkout({ next }), { merchant })).toMatchObject({ merchant, next })
  })

  test.each([
    { what: 'can be replaced', overrides: { state: 'placed' } },
    { what: 'has failed', overrides: { state: 'failed', finalAt: 1500 } },
  ] as const)('who may read only the outcome can change nothing: an attempt that $what', ({ overrides }) => {
    const full = viewWith(overrides)
    expect(full.retry || full.canReplace).toBe(true)
    const { status, amount, reason } = full
    expect(outcomeOf(full)).toMatchObject({
      ...{ status, amount, reason },
      action: null,
      methods: [],
      retry: false,
      canReplace: false,
      canExtend: false,
    })
  })

  test('saved cards are shown only to an identified customer', () => {
    expect(view(checkout())).not.toHaveProperty('savedCards')
    const savedCards = [{ id: 'card_1', label: '•••• 4242' }]
    expect(view(checkout(), { savedCards }).savedCards).toEqual(savedCards)
  })

  test('payment details are those of the newest attempt, while it can be paid', () => {
    const earlier = attempt({ n: 1, state: 'failed', paymentDetails: 'old' })
    const now = attempt({ n: 2, paymentDetails: 'new' })
    const both = checkout({ attempts: [earlier, now] })
    expect(shownAttempt(both, inTime)?.n).toBe(2)
    expect(shownAttempt(checkout({ attempts: [{ ...now, n: 1 }] }), inTime)?.paymentDetails).toBe('new')
    expect(shownAttempt(both, late)).toBeUndefined()
    expect(shownAttempt(checkout({ attempts: [earlier] }), inTime)).toBeUndefined()
  })

  test('the amount asked for is that of the newest attempt', () => {
    expect(viewWith({ amount: uah('900.00') }).amount).toEqual(uah('900.00'))
  })

  test('the method is that of the attempt that was paid, not of one that replaced it', () => {
    const replaced = attempt({ n: 1, state: 'succeeded', replacedAt: 1200, finalAt: 1500 })
    const open = attempt({ n: 2, method: 'form', profile: 'form' })
    expect(view(checkout({ attempts: [replaced, open] }))).toMatchObject({
      status: 'succeeded',
      method: 'transfer',
    })
  })
})

describe('the amount that was paid', () => {
  test.each([
    // state, reported amount, shown amount
    ['placed', null, null],
    ['placed', '1250', null],
    ['placed', '1200.00', '1200.00'],
    ['failed', '1200.00', '1200.00'],
    ['succeeded', null, '1250.00'],
    ['succeeded', '1250', '1250'],
    ['succeeded', '1300.00', '1300.00'],
  ] as const)('%s, %s reported: %s', (state, reported, paid) => {
    expect(paidOf(checkout({ attempts: [attempt({ state, reported })] }))).toEqual(
      paid === null ? null : uah(paid),
    )
  })

  test('of two attempts that succeeded, the first one’s', () => {
    const second = attempt({ n: 2, state: 'succeeded', reported: '2.00', finalAt: 3000 })
    const first = attempt({ n: 1, state: 'succeeded', reported: '1.00', finalAt: 4000 })
    expect(paidOf(checkout({ attempts: [first, second] }))).toEqual(uah('2.00'))
    expect(paidOf(checkout({ attempts: [{ ...first, finalAt: 2000 }, second] }))).toEqual(uah('1.00'))
    expect(paidOf(checkout())).toBeNull()
  })

  test('of an underpaid attempt, until another one has paid', () => {
    const short = attempt({ n: 1, state: 'succeeded', underpaid: true, reported: '100.00', finalAt: 1500 })
    expect(paidOf(checkout({ attempts: [short, attempt({ n: 2 })] }))).toEqual(uah('100.00'))
    // Whose amount is known.
    const unknown = attempt({ n: 1, state: 'succeeded', underpaid: true, reported: null, finalAt: 2500 })
    expect(paidOf(checkout({ attempts: [unknown, { ...short, n: 2 }] }))).toEqual(uah('100.00'))
    expect(paidOf(checkout({ attempts: [unknown, attempt({ n: 2, reported: '7.00' })] }))).toBeNull()

    const paid = attempt({ n: 2, state: 'succeeded', reported: '1250.00', finalAt: 2000 })
    expect(paidOf(checkout({ attempts: [short, paid] }))).toEqual(uah('1250.00'))
  })

  test('of a succeeded payout: the reported amount, else the requested one', () => {
    const paidOut = (overrides: Partial<Attempt>) =>
      payoutViewOf(payout({ attempts: [attempt({ profile: 'payout', amount: uah('10.00'), ...overrides })] }))
        .paid
    expect(paidOut({ state: 'succeeded' })).toEqual(uah('10.00'))
    expect(paidOut({ state: 'succeeded', reported: '9.99' })).toEqual(uah('9.99'))
    expect(paidOut({ state: 'placed', reported: '9.99' })).toBeNull()
  })
})

describe('why it failed', () => {
  test('its payment details were lost', () => {
    const withoutDetails = viewWith({ detailsLost: true })
    expect(withoutDetails).toMatchObject({ status: 'failed', retry: true })
    expect(withoutDetails.reason).toEqual({ code: null, group: 'technical', key: 'details-lost' })
  })

  test('the payer replaced it', () => {
    expect(viewWith({ replacedAt: 1500 })).toMatchObject({
      status: 'failed',
      reason: { code: null, group: 'none', key: 'replaced' },
    })
  })
})
