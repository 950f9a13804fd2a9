import { flagForReview, isOpen } from '../attempt/review.ts'
import { isPaid } from '../attempt/underpaid.ts'
import type { Attempt, Entry } from '../model.ts'
import { byPayment } from './checkout.ts'

/** Two attempts have paid the order. A payout has only one attempt. */
export const isPaidTwice = (entry: Entry): boolean => entry.attempts.filter(isPaid).length > 1

/** What pays an order that is paid already is surplus. */
export function markSurplus(before: Entry, after: Entry): Entry {
  const paid = before.attempts.filter(isPaid)
  const isSurplus = (attempt: Attempt): boolean =>
    paid.length > 0 && isPaid(attempt) && paid.every(({ n }) => n !== attempt.n)
  if (!after.attempts.some(isSurplus)) return after
  const mark = (attempt: Attempt): Attempt => (isSurplus(attempt) ? { ...attempt, surplus: true } : attempt)
  return { ...after, attempts: after.attempts.map(mark) }
}

/**
 * Each payment after the first needs a review, once: somebody has to give it back. While all of them have another open
 * review, it waits until one of those is resolved.
 */
export function flagPaidTwice(entry: Entry, at: number): Entry {
  const paid = entry.attempts.filter(isPaid)
  const missing = paid.length - 1 - paid.filter(wasFlagged).length
  if (missing <= 0) return entry
  const flagged = paid
    .filter((attempt) => !isOpen(attempt.review) && !wasFlagged(attempt))
    .sort(byPayment)
    .slice(-missing)
  const flag = (attempt: Attempt): Attempt =>
    flagged.includes(attempt) ? flagForReview(attempt, 'overpaid', at) : attempt
  return { ...entry, attempts: entry.attempts.map(flag) }
}

const wasFlagged = ({ activity }: Attempt): boolean =>
  activity.some((item) => item.type === 'review_opened' && item.reason === 'overpaid')
