import type * as server from '../../src/server/rules/model.ts'
import type { Attempt, Checkout, Review } from './state.ts'

/** The numbers of the model are thousandths. */
export const numberOf = (amount: string): number => Math.round(Number(amount) * 1000)

const reasons: readonly string[] = ['unresolved', 'unconfirmed', 'contradiction', 'underpaid', 'overpaid']
const isReason = (reason: string): reason is Review['reason'] => reasons.includes(reason)

/** What the model does not have. */
export function outOfScope(attempt: server.Attempt): string | null {
  if (attempt.foreignId !== null) return "an order that may be another's"
  if (attempt.otherCurrency !== null) return 'another currency'
  if (attempt.erasedAt !== null) return 'erased data'
  if (attempt.review !== null && !isReason(attempt.review.reason))
    return `a review of the reason ${attempt.review.reason}`
  const other = attempt.activity.find(({ type }) =>
    ['lookup_found_other', 'lookup_found_foreign', 'id_taken', 'details_missing', 'body_unreadable'].includes(
      type,
    ),
  )
  if (other !== undefined) return other.type
  const isForgotten = attempt.unconfirmedCallback?.amount === ''
  return isForgotten ? 'a create that is answered with Failed' : null
}

function reviewOf({ review }: server.Attempt): Attempt['review'] {
  if (review === null || !isReason(review.reason)) return null
  const { reason, resolved, operatorOnly = false } = review
  return { reason, resolved: resolved?.by ?? 'no', operatorOnly }
}

/** A refused attempt keeps its state once no order was found. */
function stateOf({ state, confirmedAbsent }: server.Attempt): Attempt['state'] {
  if (state === 'not_created') return 'absent'
  return state === 'refused' && confirmedAbsent ? 'absent' : state
}

const kinds = { p2p: 'transfer', form: 'form', token: 'card', payout: 'payout' } as const

const attemptOf = (attempt: server.Attempt): Attempt => ({
  kind: kinds[attempt.profile],
  state: stateOf(attempt),
  sends: attempt.sendCount,
  known: attempt.knownToExist,
  notFound: Math.min(2, attempt.notFoundCount),
  doubted: attempt.doubtedAt !== null,
  details: attempt.paymentDetails !== null,
  setAside: attempt.detailsLost || attempt.replacedAt !== null,
  callback:
    attempt.unconfirmedCallback === null
      ? null
      : attempt.unconfirmedCallback.status === 'Failed'
        ? 'failed'
        : numberOf(attempt.unconfirmedCallback.amount),
  paid: attempt.state === 'succeeded' ? numberOf(attempt.reported ?? attempt.amount.value) : null,
  short: attempt.underpaid,
  review: reviewOf(attempt),
  flagged: attempt.activity.some((item) => item.type === 'review_opened' && item.reason === 'overpaid'),
})

const refundStates = {
  requested: 'reserved',
  pending: 'reserved',
  succeeded: 'paid',
  failed: 'released',
  withdrawn: 'released',
} as const

/** What the model has of what is stored. */
export const storedOf = (entry: server.Entry): Checkout => ({
  attempts: entry.attempts.map(attemptOf),
  expired: entry.kind === 'checkout' && entry.expired,
  refunds: (entry.kind === 'checkout' ? entry.refunds : []).map(({ amount, state }) => ({
    amount: numberOf(amount.value),
    state: refundStates[state],
  })),
})

/** The server may have an amount from before the payment, which counts as much as none: all that was asked for. */
export const withAmounts = (stored: Checkout, asked: number): Checkout =>
  stored.attempts.some(isUnnamed)
    ? { ...stored, attempts: stored.attempts.map((one) => (isUnnamed(one) ? { ...one, paid: asked } : one)) }
    : stored

const isUnnamed = ({ state, paid }: Attempt): boolean => state === 'succeeded' && paid === null
