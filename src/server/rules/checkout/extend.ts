import { logActivity } from '../activity.ts'
import type { Checkout } from '../model.ts'
import type { Policy } from '../policy.ts'
import { isLive } from './checkout.ts'

/** What one extension adds at most. */
const maxExtensionMs = 10 * 60_000

/** The payer still chooses, or can pay the last attempt, and has not had every extension that the merchant allows. */
export function canExtend(checkout: Checkout, at: number, { maxExtensions }: Policy): boolean {
  const last = checkout.attempts.at(-1)
  const isPayable = last?.state === 'placed' && !last.detailsLost && last.replacedAt === null
  // A process whose clock is ahead may have processed the expiry, which deletes the payment details.
  const isOpen = isLive(checkout, at) && !checkout.expired
  return isOpen && (last === undefined || isPayable) && checkout.extensions < maxExtensions
}

/** The checkout with more time to pay; null if it has all that it may have. */
export function extend(checkout: Checkout, at: number, policy: Policy): Checkout | null {
  if (!canExtend(checkout, at, policy)) return null
  const last = checkout.attempts.at(-1)
  return {
    ...checkout,
    expiresAt: checkout.expiresAt + Math.min(maxExtensionMs, policy.ttlMs),
    extensions: checkout.extensions + 1,
    attempts: checkout.attempts.map((attempt) =>
      attempt === last ? logActivity(attempt, at, { type: 'extended' }) : attempt,
    ),
  }
}
