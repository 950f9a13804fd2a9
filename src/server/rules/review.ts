import { logActivity } from './activity.ts'
import type { Attempt, ReviewReason } from './model.ts'

/** Opens a review. The same reason again opens no second one. */
export const flagForReview = (attempt: Attempt, reason: ReviewReason, at: number): Attempt =>
  attempt.review?.reason === reason
    ? attempt
    : {
        ...logActivity(attempt, at, { type: 'review_opened', reason }),
        review: { reason, at, resolved: null },
      }

/** A review whose reason is gone needs no operator. */
export const autoResolveReview = (
  attempt: Attempt,
  reason: ReviewReason,
  at: number,
  note: string,
): Attempt =>
  attempt.review?.reason === reason && attempt.review.resolved === null
    ? { ...attempt, review: { ...attempt.review, resolved: { at, by: 'automatic', note } } }
    : attempt
