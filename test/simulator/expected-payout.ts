import type { PayoutStatus, PayoutView } from '../../src/contract/payout.ts'
import type { Payout } from '../../src/server/rules/model.ts'
import { expectedReason } from './expected-view.ts'

/** What an operator reads of a stored payout, said the long way. */
export function expectedPayout({ reference, amount, attempts, approvals, request }: Payout) {
  const [attempt] = attempts

  function statusOf(): PayoutStatus {
    if (attempt === undefined)
      return approvals.at(-1)?.decided?.approved === false ? 'rejected' : 'awaiting_approval'
    const { state, underpaid, confirmedAbsent, doubtedAt } = attempt
    if (state === 'placed') return 'pending'
    if (state === 'succeeded') return underpaid ? 'pending' : 'succeeded'
    const isAbsent =
      (state === 'not_created' || (state === 'refused' && confirmedAbsent)) && doubtedAt === null
    return state === 'failed' || isAbsent ? 'failed' : 'preparing'
  }

  const status = statusOf()
  const isPaid = status === 'succeeded' && attempt !== undefined
  return {
    reference,
    status,
    needsReview: attempts.some(({ review }) => review !== null && review.resolved === null),
    amount,
    paid: isPaid ? (attempt.reported ?? attempt.amount.value) : null,
    externalId: attempt?.externalId ?? null,
    externalTransactionId: attempt?.externalTransactionId ?? request?.externalTransactionId ?? '',
    reason: status === 'failed' && attempt !== undefined ? expectedReason(attempt) : null,
  }
}

/** The same members of what an operator was given. */
export const comparedPayout = (view: PayoutView): ReturnType<typeof expectedPayout> => ({
  reference: view.reference,
  status: view.status,
  needsReview: view.needsReview,
  amount: view.amount,
  paid: view.paid?.value ?? null,
  externalId: view.externalId,
  externalTransactionId: view.externalTransactionId,
  reason: view.reason,
})
