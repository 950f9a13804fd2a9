import { logActivity } from '../activity.ts'
import type { Attempt, Checkout } from '../model.ts'

/**
 * The payer says that the money of attempt `n` was sent, or takes that back. Never changes the outcome: the order is
 * looked up at once. A final attempt stays as it is. Null if there is no attempt `n`.
 */
export function reportSent(checkout: Checkout, n: number, sent: boolean, at: number): Checkout | null {
  const attempt = checkout.attempts.find((candidate) => candidate.n === n)
  if (attempt === undefined) return null
  if (attempt.state !== 'placed' || (attempt.reportedSentAt !== null) === sent) return checkout
  const reported: Attempt = {
    ...logActivity(attempt, at, { type: 'sent_reported', sent }),
    reportedSentAt: sent ? at : null,
    nextLookupAt: attempt.nextLookupAt === null ? null : at,
  }
  return {
    ...checkout,
    attempts: checkout.attempts.map((other) => (other === attempt ? reported : other)),
  }
}
