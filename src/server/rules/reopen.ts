import { logActivity } from './activity.ts'
import { needsReview } from './checkout.ts'
import type { Attempt, Checkout } from './model.ts'
import type { Policy } from './policy.ts'
import { isUndecided } from './transitions.ts'

/**
 * The checkout with its full time to pay and attempt limit again; null if an attempt is undecided, needs review, waits
 * for a confirmation or is paid.
 */
export function reopen(checkout: Checkout, at: number, { ttlMs }: Policy): Checkout | null {
  if (needsReview(checkout) || checkout.attempts.some(preventsReopening)) return null
  return {
    ...checkout,
    expired: false,
    expiresAt: at + ttlMs,
    reopenedAfter: checkout.attempts.length,
    attempts: checkout.attempts.map((attempt) => setAside(attempt, at)),
  }
}

const preventsReopening = (attempt: Attempt): boolean =>
  attempt.state === 'succeeded' || isUndecided(attempt) || attempt.unconfirmedCallback !== null

/** Replaces an open attempt: its instructions are deleted, and it is looked up at once. */
const setAside = (attempt: Attempt, at: number): Attempt =>
  attempt.state === 'placed' && attempt.setAsideAt === null
    ? {
        ...logActivity(attempt, at, { type: 'set_aside' }),
        setAsideAt: at,
        instructions: null,
        nextLookupAt: at,
      }
    : attempt
