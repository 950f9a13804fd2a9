import { addAmounts, isLessThan } from '../../service/amount.ts'
import type { Attempt } from './model.ts'
import { autoResolveReview, flagForReview } from './review.ts'

/**
 * Rule 9: success of less than asked, minus the order's tolerance, is not a payment yet. It needs a review, until the
 * service reports enough or an operator accepts the amount. What counted as paid once stays paid.
 */
export function checkAmount(before: Attempt, after: Attempt, at: number): Attempt {
  if (after.state !== 'succeeded' || after.profile === 'payout') return after
  if (before.state !== 'succeeded' && isShort(after))
    return flagForReview({ ...after, underpaid: true }, 'underpaid', at)
  if (before.underpaid && !isShort(after))
    return { ...autoResolveReview(after, ['underpaid'], at, 'enough was reported'), underpaid: false }
  return after
}

const isShort = ({ reported, tolerance, amount }: Attempt): boolean =>
  reported !== null && isLessThan(addAmounts(reported, tolerance), amount.value)

/** The order is paid by this attempt. */
export const isPaid = ({ state, underpaid }: Attempt): boolean => state === 'succeeded' && !underpaid

/** An operator counts less than asked as paid. */
export const acceptAmount = (attempt: Attempt): Attempt => ({ ...attempt, underpaid: false })
