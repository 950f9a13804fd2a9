import type { PayoutStatus, PayoutView } from '../../../contract/payout.ts'
import { reasonOf } from '../attempt/reason.ts'
import { needsReview } from '../attempt/review.ts'
import { isAbsent } from '../attempt/transitions.ts'
import { reportedOrPaid } from '../attempt/underpaid.ts'
import { statusOf } from '../checkout/view.ts'
import type { Attempt, Entry, Payout } from '../model.ts'
import { isoTime } from '../time.ts'

/** The status of a payout. Without an attempt nothing was sent. */
export function payoutStatusOf({ attempts, approvals }: Payout): PayoutStatus {
  const [attempt] = attempts
  if (attempt !== undefined) return attemptStatus(attempt)
  return approvals.at(-1)?.decided?.approved === false ? 'rejected' : 'awaiting_approval'
}

/** An unknown outcome is `preparing`, never `failed`. */
function attemptStatus(attempt: Attempt): PayoutStatus {
  switch (attempt.state) {
    case 'placed':
      return 'pending'
    case 'succeeded':
      // Paid out is an amount that could not be read: an operator decides.
      return attempt.underpaid ? 'pending' : 'succeeded'
    case 'failed':
      return 'failed'
    case 'not_created':
    case 'refused':
      return isAbsent(attempt) ? 'failed' : 'preparing'
    default:
      return 'preparing'
  }
}

export function payoutViewOf(payout: Payout): PayoutView {
  const attempt = payout.attempts[0] ?? null
  const status = payoutStatusOf(payout)
  return {
    reference: payout.reference,
    status,
    needsReview: needsReview(payout),
    amount: payout.amount,
    paid: status === 'succeeded' && attempt !== null ? reportedOrPaid(attempt) : null,
    externalId: attempt?.externalId ?? null,
    externalTransactionId: payout.request.externalTransactionId,
    reason: status === 'failed' && attempt !== null ? reasonOf(attempt) : null,
    createdAt: isoTime(payout.createdAt),
    updatedAt: isoTime(payout.updatedAt),
  }
}

/** It is over: nothing of it can be paid any more, or it was paid. */
export const isPayoutOver = (payout: Payout): boolean =>
  ['rejected', 'succeeded', 'failed'].includes(payoutStatusOf(payout))

/** The request of a payout that is over is not needed any more. */
export const withoutFinishedRequest = (entry: Entry): Entry =>
  entry.kind === 'payout' && entry.request.body !== null && isPayoutOver(entry)
    ? { ...entry, request: { ...entry.request, body: null } }
    : entry

/** The status of either kind of entry at its last write: what a list is filtered by. */
export const statusAtWrite = (entry: Entry): string =>
  entry.kind === 'checkout' ? statusOf(entry, entry.updatedAt) : payoutStatusOf(entry)
