import { logActivity } from '../activity.ts'
import { needsReview } from '../attempt/review.ts'
import { isUndecided, mayCompleteByItself } from '../attempt/transitions.ts'
import type { Attempt, Checkout } from '../model.ts'
import type { Policy } from '../policy.ts'
import { isFinal, withFullTime } from './checkout.ts'

/** How often a payer may replace an attempt of a checkout, from its start or from its last reopening. */
const maxReplaced = 3

/**
 * Rule 16: the payer, who states that no money was sent, may replace the last attempt: an open transfer or form, or any
 * attempt whose time is over. Never while a saved card is being charged, by whichever attempt, and never where money has
 * arrived, even if too little, or may be on its way.
 */
export function canReplaceLast(checkout: Checkout, { allowReplace }: Policy): boolean {
  return (
    allowReplace &&
    checkout.attempts.length > 0 &&
    !needsReview(checkout) &&
    !checkout.attempts.some((attempt) => attempt.state === 'succeeded' || mayBeOnItsWay(attempt)) &&
    checkout.attempts.filter(({ replacedAt, n }) => replacedAt !== null && n > checkout.reopenedAfter)
      .length < maxReplaced
  )
}

const mayBeOnItsWay = (attempt: Attempt): boolean =>
  isUndecided(attempt) || mayCompleteByItself(attempt) || attempt.reportedSentAt !== null

/** As `canReplaceLast`, for a checkout that is not final, and where no callback waits for its confirmation. */
export const mayReplaceOnceOpen = (checkout: Checkout, at: number, policy: Policy): boolean =>
  !isFinal(checkout, at, policy) &&
  !checkout.attempts.some(({ unconfirmedCallback }) => unconfirmedCallback !== null) &&
  canReplaceLast(checkout, policy)

/**
 * As `mayReplaceOnceOpen`, where a lookup since `since` has reported an open attempt as not final. The view leaves this and
 * the callback out: they last for moments only.
 */
export function mayReplace(checkout: Checkout, since: number, at: number, policy: Policy): boolean {
  const last = checkout.attempts.at(-1)
  // One of a process whose clock is ahead may have been made before `since`.
  const isConfirmedOpen =
    last?.state !== 'placed' || (last.foundAt !== null && last.foundAt >= since && last.foundAt <= at)
  return isConfirmedOpen && mayReplaceOnceOpen(checkout, at, policy)
}

export const replaceLast = (checkout: Checkout, at: number): Checkout => ({
  ...checkout,
  attempts: checkout.attempts.map((attempt, index, all) =>
    index === all.length - 1 && attempt.replacedAt === null ? replace(attempt, at) : attempt,
  ),
})

/** A replaced attempt: its payment details are deleted. If it is placed, it stays watched and is looked up at once. */
const replace = (attempt: Attempt, at: number): Attempt => ({
  ...logActivity(attempt, at, { type: 'replaced' }),
  replacedAt: at,
  paymentDetails: null,
  nextLookupAt: attempt.state === 'placed' ? at : attempt.nextLookupAt,
})

/**
 * The checkout with its full time to pay and attempt limit again; null if an attempt is undecided, needs review, waits
 * for a confirmation, is paid or charges a saved card.
 */
export function reopen(checkout: Checkout, at: number, policy: Policy): Checkout | null {
  if (needsReview(checkout) || checkout.attempts.some(preventsReopening)) return null
  const { attempts, ...timed } = withFullTime(checkout, at, policy)
  return {
    ...timed,
    reopenedAfter: attempts.length,
    attempts: attempts.map((attempt) =>
      attempt.state === 'placed' && attempt.replacedAt === null ? replace(attempt, at) : attempt,
    ),
  }
}

const preventsReopening = (attempt: Attempt): boolean =>
  attempt.state === 'succeeded' ||
  isUndecided(attempt) ||
  mayCompleteByItself(attempt) ||
  attempt.unconfirmedCallback !== null
