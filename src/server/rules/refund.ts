import type { Money } from '../../contract/money.ts'
import type { PayoutStatus } from '../../contract/payout.ts'
import type { RefundView } from '../../contract/view.ts'
import { addAmounts, isLessThan, sameAmount, subtractAmounts } from '../../service/amount.ts'
import { reportedOrPaid } from './attempt/underpaid.ts'
import type { Checkout, Refund } from './model.ts'

// Rule 21: refunds never exceed what was received for the checkout, in the write that reserves them.

const sum = (amounts: readonly string[]): string => amounts.reduce(addAmounts, '0')

/** What the service reports as paid, of every attempt that succeeded. An amount that cannot be read is none. */
export const received = ({ attempts, amount }: Checkout): Money => ({
  value: sum(
    attempts.flatMap((attempt) =>
      attempt.state === 'succeeded' && attempt.amount.currency === amount.currency
        ? [reportedOrPaid(attempt)?.value ?? '0']
        : [],
    ),
  ),
  currency: amount.currency,
})

/** It counts towards what was received: it is paid, or may be. */
const isReserved = ({ state }: Refund): boolean =>
  state === 'requested' || state === 'pending' || state === 'succeeded'

/** What may still be refunded; below 0 if the service has corrected an amount after its refund. */
export const refundable = (checkout: Checkout): Money => ({
  value: subtractAmounts(
    received(checkout).value,
    sum(checkout.refunds.filter(isReserved).map(({ amount }) => amount.value)),
  ),
  currency: checkout.amount.currency,
})

/** The same refund again, as long as its payer has not given a destination. */
export const sameRequest = (checkout: Checkout, amount: string, note: string): Refund | undefined =>
  checkout.refunds.find(
    (refund) =>
      refund.state === 'requested' && sameAmount(refund.amount.value, amount) && refund.note === note,
  )

/** What an operator requests. */
export type NewRefund = Pick<Refund, 'id' | 'note' | 'by' | 'at'> & { amount: string }

/** The checkout with one more refund; null if that is more than what was received. */
export function requestRefund(checkout: Checkout, { amount, ...refund }: NewRefund): Checkout | null {
  const { value, currency } = refundable(checkout)
  if (isLessThan(value, amount)) return null
  const requested: Refund = {
    ...refund,
    amount: { value: amount, currency },
    state: 'requested',
    destination: null,
    checkAt: null,
  }
  return { ...checkout, refunds: [...checkout.refunds, requested] }
}

/** The payer gives the destination, and its payout is due. Null if an operator has withdrawn the refund, or it was given already. */
export const giveDestination = (
  checkout: Checkout,
  id: string,
  destination: string,
  at: number,
): Checkout | null =>
  withRefund(checkout, id, (refund) =>
    refund.state === 'requested' ? { ...refund, state: 'pending', destination, checkAt: at } : null,
  )

/** Null if the payer has given a destination already. */
export const withdrawRefund = (checkout: Checkout, id: string): Checkout | null =>
  withRefund(checkout, id, (refund) =>
    refund.state === 'requested' ? { ...refund, state: 'withdrawn' } : null,
  )

/** A refund follows its payout. Null: nothing changes. */
export const followPayout = (
  checkout: Checkout,
  id: string,
  { status, checkAt }: { status: PayoutStatus; checkAt: number },
): Checkout | null =>
  withRefund(checkout, id, (refund) => {
    const { state } = refund
    if (state !== 'pending' && state !== 'failed') return null
    if (status === 'succeeded') return { ...refund, state: 'succeeded', destination: null, checkAt: null }
    if (state === 'failed') return null
    const isOver = status === 'failed' || status === 'rejected'
    return isOver
      ? { ...refund, state: 'failed', destination: null, checkAt: null }
      : { ...refund, destination: null, checkAt }
  })

/** The payout cannot be created now: tried again at `checkAt`; or never: its destination is refused. */
export const postponeRefund = (checkout: Checkout, id: string, checkAt: number | null): Checkout | null =>
  withRefund(checkout, id, (refund) => {
    if (refund.state !== 'pending') return null
    return checkAt === null
      ? { ...refund, state: 'failed', destination: null, checkAt }
      : { ...refund, checkAt }
  })

/** The refunds whose payout is due, to be created or read. */
export const dueRefunds = ({ refunds }: Checkout, at: number): Refund[] =>
  refunds.filter(({ checkAt }) => checkAt !== null && checkAt <= at)

/** What the payer sees: not what was withdrawn. */
export const refundViews = ({ refunds }: Checkout): RefundView[] =>
  refunds.flatMap(({ amount, state }) => (state === 'withdrawn' ? [] : [{ amount, state }]))

const withRefund = (
  checkout: Checkout,
  id: string,
  change: (refund: Refund) => Refund | null,
): Checkout | null => {
  const before = checkout.refunds.find((refund) => refund.id === id)
  const after = before === undefined ? null : change(before)
  return after === null
    ? null
    : { ...checkout, refunds: checkout.refunds.map((refund) => (refund === before ? after : refund)) }
}
