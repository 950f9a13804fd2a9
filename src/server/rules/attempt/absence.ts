import { logActivity } from '../activity.ts'
import type { Attempt } from '../model.ts'
import { autoResolveReview, undecidedReasons } from './review.ts'
import { isAbsent, moveState } from './transitions.ts'

/** A lookup was answered. */
export const answered = { failedLookups: 0, unansweredSince: null } as const

/** Not needed once it is decided whether the order exists. */
export const clearedFields = { body: null, notFoundCount: 0, ...answered } as const

/**
 * A payout's 422 and 423 prove that no order exists; any other refusal is looked up first. After a resend, or a callback of
 * it, nothing is proven: the order may exist already, and have taken the balance.
 */
export const provesNoOrder = ({ profile, sendCount, doubtedAt }: Attempt, status: number): boolean =>
  profile === 'payout' && sendCount === 1 && doubtedAt === null && (status === 422 || status === 423)

/**
 * Lookups that must find nothing after a refusal: two for a payout, which may be paid out again, where an earlier send
 * may have created the order, and where a callback contradicts them.
 */
export const requiredNotFoundCount = ({ profile, sendCount, doubtedAt }: Attempt): number =>
  profile !== 'payout' && sendCount === 1 && doubtedAt === null ? 1 : 2

/** A lookup that was requested before the doubt says nothing of what has raised it. */
export const precedesDoubt = ({ doubtedAt }: Attempt, requestedAt: number): boolean =>
  doubtedAt !== null && requestedAt < doubtedAt

/**
 * Something contradicts that no order exists. Until lookups have answered nothing may follow, and their deadline starts
 * again; what an operator has decided before does not count for it.
 */
export function doubtAbsence(attempt: Attempt, at: number): Attempt {
  const { review, doubtedAt } = attempt
  if (doubtedAt !== null) return { ...attempt }
  const isAnswered = isAbsent(attempt) && review?.reason === 'unresolved' && review.resolved !== null
  return { ...attempt, doubtedAt: at, notFoundCount: 0, ...answered, review: isAnswered ? null : review }
}

/** Lookups before this doubt prove nothing. */
export const renewDoubt = (attempt: Attempt, at: number): Attempt =>
  attempt.doubtedAt === null ? attempt : { ...attempt, doubtedAt: at }

/** No order was created under this id, and none will be. A refused attempt keeps its state and its reason. */
export function discard(attempt: Attempt, at: number): Attempt {
  const discarded = moveState(attempt, 'discarded', at)
  if (discarded === attempt && attempt.state !== 'refused' && attempt.state !== 'not_created') return attempt
  const logged = discarded === attempt ? attempt : logActivity(discarded, at, { type: 'not_created' })
  return {
    ...autoResolveReview(logged, undecidedReasons, at, 'no order was created'),
    ...clearedFields,
    confirmedAbsent: true,
    doubtedAt: null,
    finalAt: attempt.finalAt ?? at,
  }
}
