import type { Money } from '../../../contract/money.ts'
import { addAmounts, fallsShort, isLessThan } from '../../../service/amount.ts'
import type { Attempt } from '../model.ts'
import { autoResolveReview, flagForReview } from './review.ts'

/** What the other attempts of an order have brought. */
export interface OtherPayments {
  /** One of them has paid the order. */
  isPaid: boolean
  /** What they have brought, less the refunds of the order. */
  balance: string
}

/**
 * Rule 9: success of less than asked, minus the order's tolerance, is not a payment yet. It needs a review, until the
 * service reports enough or an operator accepts the amount. What counted as paid once stays paid. What arrives once another
 * attempt has paid the order is surplus, whatever its amount.
 */
export function checkAmount(before: Attempt, after: Attempt, others: OtherPayments, at: number): Attempt {
  if (after.state !== 'succeeded' || after.reported === null) return after
  const isUndecided = before.state !== 'succeeded' || before.underpaid
  if (!isUndecided) return after
  const wasShort = isKnownShort(before)
  const isEnough = !isShort(after) && (!wasShort || keepsPayment(after, others))
  if (isEnough || (others.isPaid && !wasShort)) {
    const resolved = autoResolveReview(
      after,
      ['underpaid'],
      at,
      'enough was reported, or another attempt has paid',
    )
    return after.underpaid ? { ...resolved, underpaid: false } : resolved
  }
  // The review of a callback that was accepted may have replaced it, and a lookup has resolved that one.
  const isReviewed = wasShort && after.review?.resolved?.by !== 'automatic'
  return isReviewed ? after : flagForReview({ ...after, underpaid: true }, 'underpaid', at)
}

/** A payout is not owed to us: another amount is only reported. */
export const isShort = (attempt: Attempt): boolean =>
  attempt.profile !== 'payout' && attempt.reported !== null && isTooLittle(attempt.reported, attempt)

const isTooLittle = (paid: string, { amount, tolerance }: Attempt): boolean =>
  fallsShort(paid, { requested: amount.value, tolerance })

/** Rule 21: money that goes back does not pay the order, unless it keeps enough. */
export function keepsPayment(attempt: Attempt, { isPaid, balance }: OtherPayments): boolean {
  const kept = addAmounts(attempt.reported ?? attempt.amount.value, balance)
  return isPaid || !isLessThan(balance, '0') || !isTooLittle(kept, attempt)
}

/** The order is paid by this attempt. */
export const isPaid = ({ state, underpaid }: Attempt): boolean => state === 'succeeded' && !underpaid

/** Success of less than asked: how much is known. */
export const isKnownShort = ({ state, underpaid, reported }: Attempt): boolean =>
  state === 'succeeded' && underpaid && reported !== null

/** What the service reports, or what counts as paid where it named no amount; null: nothing, or it cannot be read. */
export function reportedOrPaid(attempt: Attempt): Money | null {
  const value = attempt.reported ?? (isPaid(attempt) ? attempt.amount.value : null)
  return value === null ? null : { value, currency: attempt.amount.currency }
}

/** An operator counts less than asked, or what cannot be read, as paid. */
export const acceptAmount = (attempt: Attempt): Attempt => ({ ...attempt, underpaid: false })
