import type { ReviewReason } from '../../../contract/review.ts'
import { logActivity } from '../activity.ts'
import type { Attempt, Entry } from '../model.ts'
import type { Policy } from '../policy.ts'
import { isCalledAbsent, isUndecided } from './transitions.ts'

/** The reasons that no update resolves. */
const operatorReasons: readonly ReviewReason[] = ['contradiction', 'currency', 'details', 'overpaid']

const needsOperator = (review: Attempt['review']): boolean =>
  isOpen(review) && (review.operatorOnly === true || operatorReasons.includes(review.reason))

/**
 * Opens a review. The same reason again opens a second one only after an update has resolved the first; an open review
 * of another reason already covers `unresolved`. No update resolves an `unconfirmed` one that replaces what an operator
 * has not decided.
 */
export function flagForReview(attempt: Attempt, reason: ReviewReason, at: number): Attempt {
  const { review } = attempt
  const isKnown = review?.reason === reason && review.resolved?.by !== 'automatic'
  const isCovered = reason === 'unresolved' && isOpen(review)
  const isOperatorOnly = reason === 'unconfirmed' && needsOperator(review)
  return isKnown || isCovered
    ? attempt
    : {
        ...logActivity(attempt, at, { type: 'review_opened', reason }),
        review: { reason, at, resolved: null, ...(isOperatorOnly ? { operatorOnly: true } : {}) },
      }
}

/** The reasons that are gone once an update decides the outcome. */
export const undecidedReasons: readonly ReviewReason[] = ['unresolved', 'foreign']

/** A review whose reason is gone needs no operator. */
export const autoResolveReview = (
  attempt: Attempt,
  reasons: readonly ReviewReason[],
  at: number,
  note: string,
): Attempt =>
  isOpen(attempt.review) && reasons.includes(attempt.review.reason) && attempt.review.operatorOnly !== true
    ? { ...attempt, review: { ...attempt.review, resolved: { at, by: 'automatic', note } } }
    : attempt

/** A lookup contradicts the callback that was accepted without one: a later lookup does not resolve its review. */
export const leaveToOperator = (attempt: Attempt): Attempt =>
  isOpen(attempt.review) && attempt.review.reason === 'unconfirmed'
    ? { ...attempt, review: { ...attempt.review, operatorOnly: true } }
    : attempt

/** The next time at which an attempt needs a review, unless an update comes first; null: never. */
export function reviewDeadline(attempt: Attempt, { reviewAfterMs }: Policy): number | null {
  const callback = attempt.unconfirmedCallback
  if (callback !== null) return callback.at + reviewAfterMs
  const since = undecidedSince(attempt)
  return since === null ? null : since + reviewAfterMs
}

/** Since when it is open what has become of its order, and no lookup has answered that; null: it is known. */
function undecidedSince(attempt: Attempt): number | null {
  if (isUndecided(attempt)) return isCalledAbsent(attempt) ? attempt.doubtedAt : attempt.firstSentAt
  return attempt.state === 'placed' ? attempt.unansweredSince : null
}

export const isOpen = (review: Attempt['review']): review is NonNullable<Attempt['review']> =>
  review !== null && review.resolved === null

/** Something of the entry waits for an operator's decision. */
export const needsReview = (entry: Entry): boolean => entry.attempts.some(({ review }) => isOpen(review))

/** A review is of what is in doubt now: it is open, or an operator has decided it since the doubt. */
export const coversDoubt = ({ review, doubtedAt }: Attempt): boolean =>
  review !== null && (review.resolved === null || review.resolved.at > (doubtedAt ?? 0))
