import { flagForReview, isOpen } from '../attempt/review.ts'
import { isPaid } from '../attempt/underpaid.ts'
import type { Attempt, Entry } from '../model.ts'

/** Two attempts have paid the order. */
export const isPaidTwice = (entry: Entry): boolean =>
  entry.kind === 'checkout' && entry.attempts.filter(isPaid).length > 1

/** A second payment needs a review, once: somebody has to give it back. */
export function flagPaidTwice(before: Entry, after: Entry, at: number): Entry {
  const paid = after.attempts.filter(isPaid)
  if (after.kind !== 'checkout' || paid.length < 2) return after
  if (before.attempts.filter(isPaid).length >= paid.length) return after
  const latestFirst = paid
    .filter(({ review }) => !isOpen(review))
    .sort((a, b) => (b.finalAt ?? 0) - (a.finalAt ?? 0))
  const flag = (attempt: Attempt): Attempt =>
    attempt === latestFirst[0] ? flagForReview(attempt, 'overpaid', at) : attempt
  return { ...after, attempts: after.attempts.map(flag) }
}
