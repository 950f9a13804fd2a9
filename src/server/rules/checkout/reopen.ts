import { isUndecided, mayCompleteByItself } from '../attempt/transitions.ts'
import type { Attempt, Checkout } from '../model.ts'
import type { Policy } from '../policy.ts'
import { needsReview } from './checkout.ts'
import { replace } from './replace.ts'

/**
 * The checkout with its full time to pay and attempt limit again; null if an attempt is undecided, needs review, waits
 * for a confirmation, is paid or charges a saved card.
 */
export function reopen(checkout: Checkout, at: number, { ttlMs }: Policy): Checkout | null {
  if (needsReview(checkout) || checkout.attempts.some(preventsReopening)) return null
  return {
    ...checkout,
    expired: false,
    expiresAt: at + ttlMs,
    extensions: 0,
    reopenedAfter: checkout.attempts.length,
    attempts: checkout.attempts.map((attempt) =>
      attempt.state === 'placed' && attempt.replacedAt === null ? replace(attempt, at) : attempt,
    ),
  }
}

const preventsReopening = (attempt: Attempt): boolean =>
  attempt.state === 'succeeded' ||
  isUndecided(attempt) ||
  mayCompleteByItself(attempt) ||
  attempt.unconfirmedCallback !== null
