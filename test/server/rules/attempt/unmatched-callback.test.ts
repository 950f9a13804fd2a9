import { expect, test } from 'vitest'
import {
  kindOfOrderType,
  needsCallbackReview,
} from '../../../../src/server/rules/attempt/unmatched-callback.ts'

test.each([
  ['Deposit', 'checkout'],
  ['DEPOSIT', 'checkout'],
  ['withdrawal', 'payout'],
  ['Withdrawal', 'payout'],
  ['Refund', null],
  ['', null],
])('an order of type %j is of a %s', (orderType, kind) => {
  expect(kindOfOrderType(orderType)).toBe(kind)
})

test.each([
  ['Success', 'Deposit', false, true],
  ['Failed', 'Withdrawal', false, true],
  ['Processing', 'Deposit', false, false],
  ['a future status', 'Withdrawal', false, false],
  ['Processing', 'Refund', false, true],
  ['Processing', 'Deposit', true, true],
])(
  'an unmatched callback of %j, %s (ignored: %s) needs a review: %s',
  (status, orderType, ignored, needed) => {
    expect(needsCallbackReview({ status, orderType }, ignored)).toBe(needed)
  },
)
