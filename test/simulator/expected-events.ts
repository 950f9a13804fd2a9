import type { EntryEvent } from '../../src/server/index.ts'
import type { Attempt, Entry, Refund } from '../../src/server/rules/model.ts'
import { sameAmount } from '../../src/service/amount.ts'
import { expectedReason } from './expected-view.ts'
import { isPaid, payingAttempt } from './paid.ts'

/** What is compared of an event. */
export type ComparedEvent = Pick<
  EntryEvent,
  'attempt' | 'externalTransactionId' | 'externalId' | 'requested' | 'paid' | 'reason' | 'review'
> & { type: string; refusal: number | null; claim: string | null; refund: string | null }

export const comparedEvent = (event: EntryEvent): ComparedEvent => ({
  type: event.type,
  attempt: event.attempt,
  externalTransactionId: event.externalTransactionId,
  externalId: event.externalId,
  requested: event.requested,
  paid: event.paid,
  reason: event.reason,
  review: event.review,
  refusal: event.refusal?.status ?? null,
  claim:
    event.claim === undefined ? null : `${event.claim.number} ${event.claim.state} ${event.claim.reason}`,
  refund: event.refund?.id ?? null,
})

/** Less than asked, and it is known how much. */
const isShort = ({ state, underpaid, reported }: Attempt): boolean =>
  state === 'succeeded' && underpaid && reported !== null
const openReview = ({ review }: Attempt): string | null =>
  review !== null && review.resolved === null ? review.reason : null
const isConfirmedRefusal = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'refused' && confirmedAbsent

/** The names of what has happened to an attempt, as `docs/events.md` lists them, in their order. */
function happened(
  before: Attempt | undefined,
  after: Attempt,
  entry: Entry,
  isPaidAlready: boolean,
): string[] {
  const now = (holds: (attempt: Attempt) => boolean): boolean =>
    holds(after) && !(before !== undefined && holds(before))
  const becomes = (state: Attempt['state']): boolean => now((attempt) => attempt.state === state)
  const known = before?.reported ?? after.amount.value
  const payment = now(isShort)
    ? 'underpaid'
    : now(isPaid)
      ? isPaidAlready
        ? 'overpaid'
        : 'succeeded'
      : after.reported !== null && !sameAmount(after.reported, known)
        ? 'amount_changed'
        : null
  const isReviewed = openReview(after) !== null && openReview(after) !== (before ? openReview(before) : null)
  const isDeposit = entry.kind === 'checkout'
  return [
    becomes('succeeded') && before?.state === 'failed' && isDeposit ? 'corrected' : null,
    payment === 'underpaid' && !isDeposit ? null : payment,
    now(({ codeMismatch }) => codeMismatch != null) && isDeposit ? 'code_mismatch' : null,
    becomes('failed') || now(isConfirmedRefusal) || (becomes('not_created') && !isDeposit) ? 'failed' : null,
    isReviewed ? 'needs_review' : null,
  ].filter((name) => name !== null)
}

const refundEvents: Partial<Record<Refund['state'], EntryEvent['type']>> = {
  succeeded: 'checkout.refunded',
  failed: 'checkout.refund_failed',
  withdrawn: 'checkout.refund_failed',
}

/** Rule 9: the events of one write, in their order. */
export function expectedEvents(before: Entry | undefined, after: Entry): ComparedEvent[] {
  const paidBefore = before?.attempts.some(isPaid) === true
  const attemptOf = (attempt: Attempt, type: string): ComparedEvent => {
    const { state, amount, reported, review, refusal } = attempt
    const value = reported ?? (isPaid(attempt) ? amount.value : null)
    const isSaid =
      value !== null &&
      (state === 'succeeded' || type === `${after.kind}.amount_changed` || !sameAmount(value, amount.value))
    return {
      type,
      attempt: attempt.n,
      externalTransactionId: attempt.externalTransactionId,
      externalId: attempt.externalId,
      requested: amount,
      paid: isSaid ? { value, currency: amount.currency } : null,
      reason: state === 'failed' || state === 'refused' ? expectedReason(attempt) : null,
      review: review?.reason ?? null,
      refusal: state === 'refused' ? (refusal?.status ?? null) : null,
      claim: null,
      refund: null,
    }
  }
  const earlierOf = ({ n }: Attempt): Attempt | undefined => before?.attempts.find((one) => one.n === n)
  const ofAttempts = after.attempts.flatMap((attempt) =>
    happened(earlierOf(attempt), attempt, after, paidBefore).map((name) =>
      attemptOf(attempt, `${after.kind}.${name}`),
    ),
  )
  const withoutAttempt = (type: string, requested: EntryEvent['requested']): ComparedEvent => ({
    ...{ type, attempt: 0, externalTransactionId: null, externalId: null, requested, paid: null },
    ...{ reason: null, review: null, refusal: null, claim: null, refund: null },
  })
  if (after.kind === 'payout') {
    const isRejected = (entry: Entry | undefined): boolean =>
      entry?.kind === 'payout' &&
      entry.attempts.length === 0 &&
      entry.approvals.at(-1)?.decided?.approved === false
    const rejects = isRejected(after) && !isRejected(before)
    return [...ofAttempts, ...(rejects ? [withoutAttempt('payout.rejected', after.amount)] : [])]
  }
  const ofClaims = after.attempts.flatMap((attempt) =>
    attempt.claims.flatMap(({ number, resolved }): ComparedEvent[] => {
      const earlier = earlierOf(attempt)?.claims.find((one) => one.number === number)
      if (earlier !== undefined && (earlier.resolved !== null || resolved === null)) return []
      const type = earlier === undefined ? 'checkout.claimed' : 'checkout.claim_resolved'
      const reason = resolved?.state === 'declined' ? resolved.reason : null
      return [{ ...attemptOf(attempt, type), claim: `${number} ${resolved?.state ?? 'open'} ${reason}` }]
    }),
  )
  const last = after.attempts.at(-1)
  const expires =
    after.expired &&
    !(before?.kind === 'checkout' && before.expired) &&
    last?.state !== 'failed' &&
    !(last !== undefined && isConfirmedRefusal(last)) &&
    !after.attempts.some(({ state }) => state === 'succeeded')
  const ofExpiry: ComparedEvent = {
    ...withoutAttempt('checkout.expired', last?.amount ?? after.amount),
    attempt: after.attempts.length,
    externalTransactionId: last?.externalTransactionId ?? null,
    externalId: last?.externalId ?? null,
  }
  const paying = payingAttempt(after.attempts)
  const ofRefunds = after.refunds.flatMap(({ id, amount, state, paid: other }): ComparedEvent[] => {
    const earlier = before?.kind === 'checkout' ? before.refunds.find((one) => one.id === id) : undefined
    const type = earlier === undefined ? 'checkout.refund_requested' : refundEvents[state]
    if (type === undefined || earlier?.state === state) return []
    const paid = state === 'succeeded' ? { ...amount, value: other ?? amount.value } : null
    return [{ ...withoutAttempt(type, amount), attempt: paying?.n ?? 0, paid, refund: id }]
  })
  return [...ofAttempts, ...ofClaims, ...(expires ? [ofExpiry] : []), ...ofRefunds]
}
