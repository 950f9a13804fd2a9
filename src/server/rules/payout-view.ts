import type { PayoutStatus, PayoutView } from '../../contract/payout.ts'
import { needsReview } from './checkout.ts'
import type { Attempt, Entry, Payout } from './model.ts'
import { reasonOf, statusOf } from './view.ts'

/** The status of a payout, from its one attempt. An unknown outcome is `preparing`, never `failed`. */
export function payoutStatusOf({ state, confirmedAbsent }: Attempt): PayoutStatus {
  switch (state) {
    case 'placed':
      return 'pending'
    case 'succeeded':
      return 'succeeded'
    case 'failed':
    case 'not_created':
      return 'failed'
    case 'refused':
      return confirmedAbsent ? 'failed' : 'preparing'
    default:
      return 'preparing'
  }
}

export function payoutViewOf(payout: Payout): PayoutView {
  const [attempt] = payout.attempts
  if (attempt === undefined) throw new TypeError('A payout always has its attempt.')
  const status = payoutStatusOf(attempt)
  const paid = attempt.reported ?? (status === 'succeeded' ? attempt.amount.value : null)
  return {
    reference: payout.reference,
    status,
    needsReview: needsReview(payout),
    amount: payout.amount,
    paid: status === 'succeeded' && paid !== null ? { value: paid, currency: payout.amount.currency } : null,
    externalId: attempt.externalId,
    externalTransactionId: attempt.externalTransactionId,
    reason: status === 'failed' ? reasonOf(attempt) : null,
    createdAt: new Date(payout.createdAt).toISOString(),
    updatedAt: new Date(payout.updatedAt).toISOString(),
  }
}

/** The status of either kind of entry at its last write: what a list is filtered by. */
export function statusAtWrite(entry: Entry): string {
  if (entry.kind === 'checkout') return statusOf(entry, entry.updatedAt)
  const [attempt] = entry.attempts
  return attempt === undefined ? 'preparing' : payoutStatusOf(attempt)
}
