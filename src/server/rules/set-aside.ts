import { logActivity } from './activity.ts'
import { isFinal, needsReview } from './checkout.ts'
import type { Attempt, Checkout } from './model.ts'
import type { Policy } from './policy.ts'
import { isUndecided, mayCompleteByItself } from './transitions.ts'

/** How often a payer may replace an attempt of a checkout, from its start or from its last reopening. */
const maxSetAside = 3

/**
 * Rule 16: the payer, who states that no money was sent, may replace the last attempt: an open transfer or form, or any
 * attempt whose time is over. Never while a saved card is being charged, by whichever attempt, and never where money has
 * arrived, even if too little, or may be on its way.
 */
export function canSetAside(checkout: Checkout, { allowSetAside }: Policy): boolean {
  return (
    allowSetAside &&
    checkout.attempts.length > 0 &&
    !needsReview(checkout) &&
    !checkout.attempts.some((attempt) => attempt.state === 'succeeded' || mayBeOnItsWay(attempt)) &&
    checkout.attempts.filter(({ setAsideAt, n }) => setAsideAt !== null && n > checkout.reopenedAfter)
      .length < maxSetAside
  )
}

const mayBeOnItsWay = (attempt: Attempt): boolean =>
  isUndecided(attempt) || mayCompleteByItself(attempt) || attempt.reportedSentAt !== null

/** As `canSetAside`, for a checkout that is not final, and where no callback waits for its confirmation. */
export const maySetAsideOnceOpen = (checkout: Checkout, at: number, policy: Policy): boolean =>
  !isFinal(checkout, at, policy) &&
  !checkout.attempts.some(({ unconfirmedCallback }) => unconfirmedCallback !== null) &&
  canSetAside(checkout, policy)

/**
 * As `maySetAsideOnceOpen`, where a lookup since `since` has reported an open attempt as not final. The view leaves this and
 * the callback out: they last for moments only.
 */
export function maySetAside(checkout: Checkout, since: number, at: number, policy: Policy): boolean {
  const last = checkout.attempts.at(-1)
  const isConfirmedOpen = last?.state !== 'placed' || (last.foundAt !== null && last.foundAt >= since)
  return isConfirmedOpen && maySetAsideOnceOpen(checkout, at, policy)
}

/** The checkout with its last attempt set aside. */
export const setAsideLast = (checkout: Checkout, at: number): Checkout => ({
  ...checkout,
  attempts: checkout.attempts.map((attempt, index, all) =>
    index === all.length - 1 && attempt.setAsideAt === null ? setAside(attempt, at) : attempt,
  ),
})

/** A replaced attempt: its instructions are deleted. If it is placed, it stays watched and is looked up at once. */
export const setAside = (attempt: Attempt, at: number): Attempt => ({
  ...logActivity(attempt, at, { type: 'set_aside' }),
  setAsideAt: at,
  instructions: null,
  nextLookupAt: attempt.state === 'placed' ? at : attempt.nextLookupAt,
})
