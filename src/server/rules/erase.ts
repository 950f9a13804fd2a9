import { paidAttempt } from './checkout/checkout.ts'
import { attemptsOf, isOnlyCustomer } from './customers.ts'
import type { ActivityItem, Attempt, Checkout, Claim, Entry, Payout } from './model.ts'
import { decided, pendingApproval } from './payout/approval.ts'

/** Replaces a text that was erased. */
export const erasedText = '[erased]'

/** Rule 19: the entry without personal data, marked so that every later write keeps it so. */
export const erase = (entry: Entry, at: number): Entry =>
  redactErased({ ...rejectAwaiting(entry, at), erasedAt: at })

/** A payout that still awaits its approval after so long is not sent any more. */
function rejectAwaiting(entry: Entry, at: number): Entry {
  if (entry.kind !== 'payout') return entry
  const awaiting = pendingApproval(entry)
  if (awaiting?.action !== 'create') return entry
  return decided(entry, awaiting, { approved: false, by: 'retention', at, note: null })
}

/** The checkout without the data of one customer. What belongs to its other customers stays. */
export function eraseCustomerFrom(checkout: Checkout, customer: string, at: number): Entry {
  if (isOnlyCustomer(checkout, customer)) return erase(checkout, at)
  const erased = new Set(attemptsOf(checkout, customer))
  return redactErased({
    ...checkout,
    customer: checkout.customer === customer ? null : checkout.customer,
    attempts: checkout.attempts.map((attempt) =>
      erased.has(attempt) ? { ...attempt, erasedAt: at } : attempt,
    ),
  })
}

/**
 * Removes the personal data from an erased entry, or from the erased attempts of one. Ids, amounts, states, times and
 * action codes stay: later updates still find the entry, and accounting stays complete. What a payer needs in order to
 * pay stays until success or expiry.
 */
export function redactErased(entry: Entry): Entry {
  const isErased = entry.erasedAt !== null
  const isOver = entry.kind === 'checkout' && (entry.expired || paidAttempt(entry) !== undefined)
  const attempts = entry.attempts.map((attempt) =>
    isErased || attempt.erasedAt !== null ? redactAttempt(attempt, isOver) : attempt,
  )
  if (entry.kind === 'payout') return isErased ? redactPayout({ ...entry, attempts }) : { ...entry, attempts }
  // Money goes back to who has paid.
  const isPayerErased = attempts.some(({ state, erasedAt }) => state === 'succeeded' && erasedAt !== null)
  const refunds =
    isErased || isPayerErased
      ? entry.refunds.map((refund) => ({ ...refund, note: erasedText }))
      : entry.refunds
  if (!isErased) return { ...entry, attempts, refunds }
  return { ...entry, attempts, refunds, customer: null, terms: isOver ? null : entry.terms }
}

const redactPayout = (payout: Payout): Payout => ({
  ...payout,
  destination: null,
  request: { ...payout.request, body: null },
  approvals: payout.approvals.map((approval) => ({
    ...approval,
    note: redactNote(approval.note),
    decided: approval.decided && { ...approval.decided, note: redactNote(approval.decided.note) },
  })),
})

const redactNote = (note: string | null): string | null => (note === null ? null : erasedText)

const redactAttempt = (attempt: Attempt, isOver: boolean): Attempt => ({
  ...attempt,
  ...(isOver ? { body: null, paymentDetails: null } : {}),
  customer: null,
  card: null,
  payTo: attempt.payTo && { destination: null, recipient: null, bank: null },
  refusal: attempt.refusal && {
    ...attempt.refusal,
    statusDescription: codeOrNull(attempt.refusal.statusDescription),
    message: null,
  },
  history: attempt.history.map((item) => ({ ...item, action: null })),
  claims: attempt.claims.map(redactClaim),
  review: redactReview(attempt.review),
  activity: attempt.activity.map(redactActivity),
})

/** The service's description of a refusal is a code, or free text. */
const codeOrNull = (description: string | null): string | null =>
  description?.match(/^[\d.-]+$/) ? description : null

/** A claim without what the payer and an operator have written. */
const redactClaim = (claim: Claim): Claim => ({
  ...claim,
  content: null,
  receipts: [],
  resolved: claim.resolved?.state === 'declined' ? { ...claim.resolved, text: erasedText } : claim.resolved,
})

const redactReview = (review: Attempt['review']): Attempt['review'] =>
  review?.resolved?.by === 'operator'
    ? { ...review, resolved: { ...review.resolved, note: erasedText } }
    : review

const redactActivity = (item: ActivityItem): ActivityItem =>
  item.type === 'operator_decided' ? { ...item, note: erasedText } : item
