import { isSamePerson } from '../../contract/operator.ts'
import type { ReviewReason } from '../../contract/review.ts'
import { isLessThan, sameAmount } from '../../service/amount.ts'
import { erasedText } from './erase.ts'
import type { Checkout, Entry, Payout, Refund } from './model.ts'
import { payoutStatusOf } from './payout/view.ts'
import { isOverdrawn, refundable } from './received.ts'

// Rule 21: refunds never exceed what was received for the checkout, in the write that reserves them.

/** The same refund again, as long as its payer has not given a destination. An erased note says no difference. */
export const sameRequest = (checkout: Checkout, amount: string, note: string): Refund | undefined =>
  checkout.refunds.find(
    (refund) =>
      refund.state === 'requested' &&
      sameAmount(refund.amount.value, amount) &&
      (refund.note === note || refund.note === erasedText),
  )

const addressees = ({ by, issuedTo }: Refund): string[] => [by, ...issuedTo]
/** Whether an operator has received an address of the refund's page, by which the destination is given. */
const hasAddress = (refund: Refund, operator: string): boolean =>
  addressees(refund).some((name) => isSamePerson(name, operator))

/** The checkout where an operator receives one more address of a refund. */
export const issueAddress = (checkout: Checkout, issued: Refund, operator: string): Checkout => ({
  ...checkout,
  refunds: checkout.refunds.map((refund) =>
    refund === issued && !hasAddress(refund, operator)
      ? { ...refund, issuedTo: [...refund.issuedTo, operator] }
      : refund,
  ),
})

/** Rule 18: whether the operator may have directed the money of a refund, and so does not approve its payout. */
export const mayHaveDirected = ({ refunds }: Checkout, id: string, operator: string): boolean =>
  refunds.some((refund) => refund.id === id && hasAddress(refund, operator))

/** The operators who may have directed it. */
export const addresseesOf = ({ refunds }: Checkout, id: string): string[] =>
  refunds.filter((refund) => refund.id === id).flatMap(addressees)

/** What an operator requests. */
type NewRefund = Pick<Refund, 'id' | 'note' | 'by' | 'at'> & { amount: string }

/** The checkout with one more refund; null if that is more than what was received. */
export function requestRefund(checkout: Checkout, { amount, ...refund }: NewRefund): Checkout | null {
  const { value, currency } = refundable(checkout)
  if (isLessThan(value, amount)) return null
  const requested: Refund = {
    ...refund,
    amount: { value: amount, currency },
    issuedTo: [],
    state: 'requested',
    destination: null,
    givenAt: null,
    checkAt: null,
  }
  return { ...checkout, refunds: [...checkout.refunds, requested] }
}

/**
 * The payer gives the destination, and its payout is due. Null if an operator has withdrawn the refund, it was given
 * already, or more is reserved than was received.
 */
export const giveDestination = (
  checkout: Checkout,
  id: string,
  destination: string,
  at: number,
): Checkout | null =>
  withRefund(checkout, id, (refund) =>
    refund.state === 'requested' && !isOverdrawn(checkout)
      ? { ...refund, state: 'pending', destination, givenAt: at, checkAt: at }
      : null,
  )

/** Null if the payer has given a destination already. */
export const withdrawRefund = (checkout: Checkout, id: string): Checkout | null =>
  withRefund(checkout, id, (refund) =>
    refund.state === 'requested' ? { ...refund, state: 'withdrawn' } : null,
  )

/** The reviews of a failed payout that may be paid after all. */
const paidAfterAll: readonly ReviewReason[] = ['contradiction', 'currency']

/** What has become of a refund by its payout. `contradicted`: it had failed, and may be paid by what a lookup says later. */
type RefundOutcome = 'pending' | 'succeeded' | 'failed' | 'contradicted'

export function refundOutcome(payout: Payout): RefundOutcome {
  const status = payoutStatusOf(payout)
  if (status === 'succeeded') return status
  if (status !== 'failed' && status !== 'rejected') return 'pending'
  const isContradicted = payout.attempts.some(({ review }) => review && paidAfterAll.includes(review.reason))
  return isContradicted ? 'contradicted' : 'failed'
}

/** What a payout has paid, where that is another amount than its own; null: it is not. */
function otherPaid({ attempts, amount }: Payout): string | null {
  const paid = attempts.find(({ state }) => state === 'succeeded')?.reported ?? null
  return paid === null || sameAmount(paid, amount.value) ? null : paid
}

/** Both payouts mean the same for their refund. */
export const isSameForRefund = (a: Payout, b: Payout): boolean =>
  refundOutcome(a) === refundOutcome(b) && otherPaid(a) === otherPaid(b)

/** A refund is what its payout is, also where that had failed and may be paid after all. Null: nothing changes. */
export const followPayout = (checkout: Checkout, payout: Payout): Checkout | null =>
  withRefund(checkout, payout.reference, (refund) => {
    const outcome = refund.state === 'succeeded' ? 'succeeded' : refundOutcome(payout)
    const isContradicted = outcome === 'contradicted'
    const { contradicted: _, paid: __, ...rest } = refund
    const other = otherPaid(payout)
    const followed: Refund = {
      ...rest,
      state: isContradicted ? 'failed' : outcome,
      ...(isContradicted ? { contradicted: true } : {}),
      ...(other === null ? {} : { paid: other }),
    }
    const isSame =
      followed.state === refund.state &&
      followed.contradicted === refund.contradicted &&
      followed.paid === refund.paid
    return isSame ? null : followed
  })

/** The payout of a refund that has to follow what has become of it. */
export const markRefundDue = (before: Entry, after: Entry, at: number): Entry =>
  before.kind === 'payout' &&
  after.kind === 'payout' &&
  after.refundOf !== null &&
  !isSameForRefund(before, after)
    ? { ...after, refundDueAt: at }
    : after

/**
 * Its payout, to the destination that was `given`, is stored in the same write. Null: it is not due any more, or has another
 * destination since a failover, so that this payout must not be created.
 */
export const startRefund = (checkout: Checkout, given: Refund, at: number): Checkout | null =>
  withRefund(checkout, given.id, (refund) =>
    isDue(refund, at) && refund.destination === given.destination
      ? { ...refund, destination: null, checkAt: null }
      : null,
  )

/** The payout cannot be created now: tried again at `checkAt`; or never: its destination is refused. */
export const postponeRefund = (checkout: Checkout, given: Refund, checkAt: number | null): Checkout | null =>
  withRefund(checkout, given.id, (refund) => {
    // Another process may have created it meanwhile, or a failover may have brought another destination.
    if (refund.checkAt === null || refund.destination !== given.destination) return null
    return checkAt === null
      ? { ...refund, state: 'failed', destination: null, checkAt }
      : { ...refund, checkAt }
  })

/** The refunds whose payout is due to be created. */
export const dueRefunds = ({ refunds }: Checkout, at: number): Refund[] =>
  refunds.filter((refund) => isDue(refund, at))

const isDue = ({ checkAt }: Refund, at: number): boolean => checkAt !== null && checkAt <= at

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
