import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyUpdate } from '../../../../src/server/rules/attempt/attempt.ts'
import { fallsShort, readAmount, sameAmount } from '../../../../src/service/amount.ts'
import { policy } from '../policy.ts'
import { called, found, open, requested, unanswered } from './service-words.ts'

test('in any sequence of lookups and callbacks, what is paid is what a success says', () => {
  const status = fc.constantFrom('Success', 'Success', 'Success', 'Failed', 'Processing', 'Init', 'Reversed')
  const amount = fc.constantFrom(
    requested,
    requested,
    '900.00',
    '1300.00',
    '1250',
    '0',
    'NaN',
    '-1250.00',
    '9'.repeat(1010),
  )
  const currency = fc.constantFrom('UAH', 'UAH', 'UAH', 'UAH', null, '', 'uah', 'USD')
  const update = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(status, fc.option(amount), currency).map((word) => found(...word)) },
    { weight: 3, arbitrary: fc.tuple(status, amount).map((word) => called(...word)) },
    { weight: 1, arbitrary: fc.constant(unanswered) },
  )
  const step = fc.record({ update, afterMs: fc.constantFrom(1, 1000, policy.reviewAfterMs) })
  const profile = fc.constantFrom('p2p', 'form', 'token', 'payout')

  fc.assert(
    fc.property(profile, fc.boolean(), fc.array(step, { maxLength: 12 }), (kind, confirmFinal, steps) => {
      const rules = { ...policy, confirmFinal }
      let current = open({ profile: kind })
      let at = 5000
      let wasOtherCurrency = false
      /** The amounts that successes have named. */
      const named = new Set<string>()
      let wasUnreadable = false
      for (const { update, afterMs } of steps) {
        at += afterMs
        const before = current
        current = applyUpdate(before, update, at, rules)
        const word =
          update.type === 'lookup_found' ? update.order : update.type === 'callback_received' ? update : null
        if (word?.status === 'Success' && word.amount !== null) {
          const amount = readAmount(word.amount)
          if (amount === null) wasUnreadable = true
          else named.add(amount)
        }
        const isOther =
          update.type === 'lookup_found' && (update.order.currency ?? '').toUpperCase() === 'USD'
        wasOtherCurrency ||= isOther && before.state !== 'succeeded'

        if (wasOtherCurrency) expect(current.state).not.toBe('succeeded')
        if (before.state === 'succeeded') {
          expect(current.state).toBe('succeeded')
          if (!before.underpaid) expect(current.underpaid).toBe(false)
          // A signed change waits for a lookup, and stands at its deadline.
          if (word?.status !== 'Success' && before.unconfirmedCallback === null) {
            const { reported, underpaid } = before
            expect(current).toMatchObject({ reported, underpaid })
          }
        }
        if (current.state !== 'succeeded') continue
        const { reported } = current
        const isNamed = [...named, requested].some((one) => reported === null || sameAmount(one, reported))
        expect(isNamed).toBe(true)
        const isPaidNow = !current.underpaid && (before.state !== 'succeeded' || before.underpaid)
        if (!isPaidNow) continue
        // Paid without an amount is what no success has named an unreadable one for.
        if (reported === null) expect(wasUnreadable).toBe(false)
        else if (kind !== 'payout') expect(fallsShort(reported, { requested, tolerance: '0' })).toBe(false)
      }
      if (current.underpaid) expect(current.review?.resolved).toBeNull()
    }),
    { numRuns: 3000 },
  )
})
