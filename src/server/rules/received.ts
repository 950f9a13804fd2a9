import type { Money } from '../../contract/money.ts'
import { addAmounts, isLessThan, subtractAmounts } from '../../service/amount.ts'
import { reportedOrPaid } from './attempt/underpaid.ts'
import type { Checkout, Refund } from './model.ts'

const sum = (amounts: readonly string[]): string => amounts.reduce(addAmounts, '0')

/**
 * What the service reports as paid, of every attempt that succeeded. An amount that cannot be read, or in another currency,
 * is none.
 */
export const received = ({ attempts, amount }: Checkout): Money => ({
  value: sum(
    attempts.flatMap((attempt) =>
      attempt.state === 'succeeded' &&
      attempt.otherCurrency === null &&
      attempt.amount.currency === amount.currency
        ? [reportedOrPaid(attempt)?.value ?? '0']
        : [],
    ),
  ),
  currency: amount.currency,
})

/** It counts towards what was received: it is paid, or may be. */
const isReserved = ({ state, contradicted }: Refund): boolean =>
  state === 'requested' || state === 'pending' || state === 'succeeded' || contradicted === true

/** Also what its payout has paid beyond its amount. */
const goesBack = ({ amount: { value }, paid = value }: Refund): string =>
  isLessThan(paid, value) ? value : paid

/** What goes back, or may. */
const reserved = ({ refunds }: Checkout): string => sum(refunds.filter(isReserved).map(goesBack))

/**
 * What was received and is not reserved, so that the order keeps it; below 0 if the service has corrected an amount, or a
 * failed payout, after a refund.
 */
export const unreserved = (checkout: Checkout): Money => ({
  value: subtractAmounts(received(checkout).value, reserved(checkout)),
  currency: checkout.amount.currency,
})

/** No refund is sent while more is reserved than was received. */
export const isOverdrawn = (checkout: Checkout): boolean => isLessThan(unreserved(checkout).value, '0')

/** What may still be refunded. */
export const refundable = (checkout: Checkout): Money =>
  isOverdrawn(checkout) ? { ...unreserved(checkout), value: '0' } : unreserved(checkout)

/** What the order has without attempt `n`: below 0 if money of this attempt goes back. */
export const balanceWithout = (checkout: Checkout, n: number): string =>
  unreserved({ ...checkout, attempts: checkout.attempts.filter((attempt) => attempt.n !== n) }).value
