import { describe, expect, test } from 'vitest'
import { type AttemptUpdate, applyUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { paidOf, statusOf } from '../../../../src/server/rules/checkout/view.ts'
import { merchantEvents } from '../../../../src/server/rules/merchant-events.ts'
import type { Attempt, Entry } from '../../../../src/server/rules/model.ts'
import { applyOperatorDecision } from '../../../../src/server/rules/operator-decision.ts'
import { payoutViewOf } from '../../../../src/server/rules/payout/view.ts'
import type { Policy } from '../../../../src/server/rules/policy.ts'
import { checkout, payout } from '../../store/fixtures.ts'
import { policy } from '../policy.ts'
import { called, found, open, requested, unanswered } from './service-words.ts'

const overdue = policy.reviewAfterMs + 10_000

const payoutOpen = (): Attempt => open({ profile: 'payout', method: null, pipeline: 'payout' })
const applyAll = (
  start: Attempt,
  updates: readonly AttemptUpdate[],
  { at = 5000, rules = policy }: { at?: number; rules?: Policy } = {},
): Attempt =>
  updates.reduce((current, update, index) => applyUpdate(current, update, at + index, rules), start)
const entryOf = (one: Attempt): Entry =>
  one.profile === 'payout' ? payout({ attempts: [one] }) : checkout({ attempts: [one] })
const eventsOf = (before: Attempt, after: Attempt): [type: string, paid: string | null][] =>
  merchantEvents(entryOf(before), entryOf(after)).map(({ type, paid }) => [type, paid?.value ?? null])
/** A status that is not documented opens a review. */
const isOfMoney = ([type]: [type: string, paid: string | null]): boolean => !type.endsWith('.needs_review')
const withoutConfirmation = { ...policy, confirmFinal: false }

/** Other words than Success about an order, each with the amount asked for. */
const staleWords: [string, AttemptUpdate][] = [
  'Processing',
  'Init',
  'Created',
  'Reversed',
  '',
  'success',
].flatMap((status): [string, AttemptUpdate][] => [
  [`a lookup of ${status}`, found(status, requested)],
  [`a callback of ${status}`, called(status, requested)],
])

describe('once a success is verified, a status that is not final changes nothing of what was paid', () => {
  test.each(staleWords)('%s', (_, stale) => {
    const short = applyAll(open(), [found('Success', '900.00')])
    expect(short).toMatchObject({ state: 'succeeded', underpaid: true, reported: '900.00' })
    const after = applyAll(short, [stale, stale])
    expect(after).toMatchObject({ state: 'succeeded', underpaid: true, reported: '900.00' })
    expect(eventsOf(short, after).filter(isOfMoney)).toEqual([])
  })

  test.each(staleWords)('without confirmation: %s', (_, stale) => {
    const options = { rules: withoutConfirmation }
    const short = applyAll(open(), [called('Success', '900.00')], options)
    expect(applyAll(short, [stale, stale], options)).toMatchObject({ underpaid: true, reported: '900.00' })
  })

  test.each(staleWords)('after a callback stood at its deadline: %s', (_, stale) => {
    const waiting = applyAll(open(), [called('Success', '900.00')])
    const accepted = applyAll(waiting, [unanswered], { at: overdue })
    expect(accepted).toMatchObject({ state: 'succeeded', underpaid: true })
    expect(applyAll(accepted, [stale], { at: overdue })).toMatchObject({
      underpaid: true,
      reported: '900.00',
    })
  })

  test.each(staleWords)('of a payout: %s', (_, stale) => {
    const paid = applyAll(payoutOpen(), [found('Success', '900.00')])
    const after = applyAll(paid, [stale])
    expect(after).toMatchObject({ state: 'succeeded', reported: '900.00' })
    expect(eventsOf(paid, after).filter(isOfMoney)).toEqual([])
  })

  test('another success does', () => {
    const short = applyAll(open(), [found('Success', '900.00')])
    expect(applyAll(short, [found('Success', requested)])).toMatchObject({
      underpaid: false,
      reported: requested,
    })
    const waiting = applyAll(short, [called('Success', '1300.00')])
    expect(waiting).toMatchObject({ underpaid: true, reported: '900.00' })
    expect(applyAll(waiting, [found('Success', '1300.00')])).toMatchObject({ underpaid: false })
    expect(applyAll(waiting, [found('Success', null)])).toMatchObject({ underpaid: false })
    // What was called was late news.
    expect(applyAll(waiting, [found('Success', '900.00')], { at: overdue })).toMatchObject({
      underpaid: true,
      unconfirmedCallback: null,
      review: { reason: 'underpaid', resolved: null },
    })
    const options = { rules: withoutConfirmation }
    expect(applyAll(short, [called('Success', '1300.00')], options)).toMatchObject({ underpaid: false })
  })

  test('a lookup that confirms the amount of an accepted callback resolves no review of too little', () => {
    const short = applyAll(open(), [called('Success', '900.00'), found('Success', '800.00')])
    const accepted = applyAll(short, [unanswered], { at: overdue })
    expect(accepted).toMatchObject({ reported: '900.00', underpaid: true, review: { resolved: null } })
    expect(applyAll(accepted, [found('Success', '900.00')], { at: overdue + 1000 })).toMatchObject({
      underpaid: true,
      review: { reason: 'underpaid', resolved: null },
    })
  })
})

const unreadable = ['900,00', '900.', '', 'NaN', '-1250.00', '-0', '[900]', '1e999', '9'.repeat(1010)]

describe('success with an amount that cannot be read', () => {
  const held = {
    state: 'succeeded',
    underpaid: true,
    reported: null,
    review: { reason: 'amount', resolved: null },
  }

  test.each(unreadable)('is not paid until an operator accepts it: %s', (text) => {
    const ways: Attempt[] = [
      applyAll(open(), [found('Success', text)]),
      applyAll(open(), [called('Success', text || '?')], { rules: withoutConfirmation }),
      applyAll(applyAll(open(), [called('Success', text || '?')]), [unanswered], { at: overdue }),
      // An amount that was named before the success is not what was paid.
      applyAll(open(), [found('Processing', requested), found('Success', text)]),
      applyAll(open(), [called('Success', text || '?'), found('Success', null)]),
    ]
    for (const after of ways) {
      expect(after).toMatchObject(held)
      expect(eventsOf(open(), after)).toEqual([['checkout.needs_review', null]])
      const stored = checkout({ attempts: [after] })
      expect([statusOf(stored, 1), paidOf(stored)]).toEqual(['pending', null])
      const accepted = applyOperatorDecision(stored, { attempt: 1, action: 'accept', note: 'seen' }, overdue)
      expect(accepted?.attempts[0]).toMatchObject({ underpaid: false })
      expect(merchantEvents(stored, accepted ?? stored)).toMatchObject([
        { type: 'checkout.succeeded', paid: { value: requested } },
      ])
    }
  })

  test.each(unreadable)('of a payout waits for an operator, too: %s', (text) => {
    const after = applyAll(payoutOpen(), [found('Success', text)])
    expect(after).toMatchObject(held)
    expect(eventsOf(payoutOpen(), after)).toEqual([['payout.needs_review', null]])
    const stored = payout({ attempts: [after] })
    expect(payoutViewOf(stored)).toMatchObject({ status: 'pending', needsReview: true, paid: null })
    const accepted = applyOperatorDecision(stored, { attempt: 1, action: 'accept', note: 'seen' }, 9000)
    expect(merchantEvents(stored, accepted ?? stored)).toMatchObject([{ type: 'payout.succeeded' }])
  })

  test('is decided by the next amount that can be read', () => {
    const unread = applyAll(open(), [found('Success', 'NaN')])
    const paid = applyAll(unread, [found('Success', requested)])
    expect(paid).toMatchObject({ underpaid: false, review: { resolved: { by: 'automatic' } } })
    expect(eventsOf(unread, paid)).toEqual([['checkout.succeeded', requested]])
    const short = applyAll(unread, [called('Success', '900')])
    expect(short).toMatchObject({ underpaid: true, review: { reason: 'underpaid', resolved: null } })
    expect(eventsOf(unread, short).map(([type]) => type)).toContain('checkout.underpaid')
  })

  test('is paid by a later callback only once a lookup has not found less', () => {
    const unread = applyAll(open(), [found('Success', 'NaN')])
    const waiting = applyAll(unread, [called('Success', '1300.00')])
    expect(eventsOf(unread, waiting)).toEqual([])
    expect(applyAll(waiting, [found('Success', '900.00')], { at: overdue })).toMatchObject({
      underpaid: true,
      reported: '900.00',
    })
    // In either order: it is paid, and an operator sees what could not be read.
    const paid = applyAll(waiting, [found('Success', 'NaN')])
    expect(paid).toMatchObject({
      underpaid: false,
      reported: '1300.00',
      review: { reason: 'amount', resolved: null },
    })
    expect(applyAll(waiting, [found('Success', '1300.00')])).toMatchObject({
      underpaid: false,
      review: { resolved: { by: 'automatic' } },
    })
  })

  test('is paid where a verified callback names an amount that can be read, and an operator sees it', () => {
    const paid = applyAll(open(), [called('Success', requested), found('Success', '900,00')])
    expect(paid).toMatchObject({
      underpaid: false,
      reported: requested,
      review: { reason: 'amount', resolved: null },
    })
  })

  test('is paid so after less than requested, too: the review of that is not one of the amount', () => {
    const short = applyAll(open(), [found('Success', '900.00')])
    const paid = applyAll(short, [called('Success', '1300.00'), found('Success', 'NaN')])
    expect(paid).toMatchObject({
      underpaid: false,
      reported: '1300.00',
      review: { reason: 'amount', resolved: null },
    })
    expect(eventsOf(short, paid).map(([type]) => type)).toEqual([
      'checkout.succeeded',
      'checkout.needs_review',
    ])
  })

  test('keeps the review of less than requested where the callback names less, too', () => {
    const short = applyAll(open(), [called('Success', '1000.00'), found('Success', '900.00')])
    expect(applyAll(short, [found('Success', 'NaN'), found('Success', '1000.00')])).toMatchObject({
      underpaid: true,
      reported: '1000.00',
      review: { reason: 'underpaid', resolved: null },
    })
  })

  test('does not take back what counts as paid', () => {
    const paid = applyAll(open(), [found('Success', requested), found('Success', '900,00')])
    expect(paid).toMatchObject({ underpaid: false, reported: requested, review: { reason: 'amount' } })
  })

  test('so does one that names none after another amount than the one requested for', () => {
    for (const changed of [found('Processing', '900.00'), called('Processing', '1300.00')]) {
      const unknown = applyAll(open(), [changed, found('Success', null)])
      expect(unknown).toMatchObject(held)
      expect(applyAll(unknown, [found('Success', requested)])).toMatchObject({
        underpaid: false,
        reported: requested,
      })
    }
  })

  test('less than requested keeps its review, whatever is reported that cannot be read', () => {
    const short = applyAll(open(), [
      found('Success', '900.00'),
      found('Success', 'NaN'),
      called('Success', requested),
    ])
    expect(short).toMatchObject({ underpaid: true, review: { reason: 'underpaid', resolved: null } })
  })

  test('is not success of an amount that is absent: that counts as the one requested for', () => {
    expect(applyAll(open(), [found('Success', null)])).toMatchObject({ underpaid: false, review: null })
  })
})

describe('an order in another currency never succeeds without an operator', () => {
  const orders: [string, AttemptUpdate[]][] = [
    ['a success of it', [found('Success', requested, 'USD')]],
    ['pending, then success', [found('Processing', requested, 'USD'), found('Success', requested)]],
    ['pending while a callback waits', [called('Success', requested), found('Processing', requested, 'USD')]],
    ['pending, then a callback', [found('Processing', requested, 'USD'), called('Success', requested)]],
    ['failed while a callback waits', [called('Success', requested), found('Failed', requested, 'USD')]],
  ]
  const rulesOf = [policy, withoutConfirmation]

  test.each(orders)('%s', (_, updates) => {
    for (const rules of rulesOf) {
      const isPending = updates[0]?.type === 'callback_received' && !rules.confirmFinal
      // Without confirmation the callback was final before anything was known of the currency.
      if (isPending) continue
      const after = applyAll(applyAll(open({ paymentDetails: 'sealed' }), updates, { rules }), [unanswered], {
        at: overdue,
        rules,
      })
      expect(after).toMatchObject({
        state: 'placed',
        paymentDetails: null,
        review: { reason: 'currency', resolved: null },
      })
      const accepted = applyOperatorDecision(
        checkout({ attempts: [after] }),
        { attempt: 1, action: 'accept', note: 'seen' },
        overdue,
      )
      expect(accepted?.attempts[0]).toMatchObject({ state: 'succeeded' })
    }
  })

  test('its amounts are not ours, also once it is accepted', () => {
    const placed = applyAll(open(), [found('Success', '100.00', 'USD')])
    const accepted = applyOperatorDecision(
      checkout({ attempts: [placed] }),
      { attempt: 1, action: 'accept', note: 'enough' },
      6000,
    )?.attempts[0]
    if (accepted === undefined) throw new Error('It was not accepted.')
    const after = applyAll(accepted, [called('Success', '100.00'), found('Success', '100.00', 'USD')])
    expect(eventsOf(accepted, after)).toEqual([])
    expect(paidOf(checkout({ attempts: [after] }))).toEqual({ value: requested, currency: 'UAH' })
  })
})
