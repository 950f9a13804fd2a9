import { paidAttempt } from './checkout.ts'
import type { ActivityItem, Attempt, Checkout, Entry } from './model.ts'

/** Replaces a text that was erased. */
export const erasedText = '[erased]'

/** Rule 19: the entry without personal data, marked so that every later write keeps it so. */
export const erase = (entry: Entry, at: number): Entry => withoutPersonalData({ ...entry, erasedAt: at })

/**
 * Ids, amounts, states, times and action codes stay: later updates still find the entry, and accounting stays complete.
 * What a payer needs in order to pay stays until success or expiry.
 */
export function withoutPersonalData(entry: Entry): Entry {
  const redacted = { ...entry, attempts: entry.attempts.map(redactAttempt) }
  if (redacted.kind === 'payout') return redacted
  const anonymous: Checkout = { ...redacted, customer: null }
  return isOver(anonymous) ? wipeSealed(anonymous) : anonymous
}

const isOver = (checkout: Checkout): boolean => checkout.expired || paidAttempt(checkout) !== undefined

const wipeSealed = (checkout: Checkout): Checkout => ({
  ...checkout,
  terms: null,
  attempts: checkout.attempts.map((attempt) => ({ ...attempt, body: null, instructions: null })),
})

const redactAttempt = (attempt: Attempt): Attempt => ({
  ...attempt,
  customer: null,
  card: null,
  refusal: attempt.refusal && {
    ...attempt.refusal,
    statusDescription: codeOrNull(attempt.refusal.statusDescription),
    message: null,
  },
  history: attempt.history.map((item) => ({ ...item, action: null })),
  review: redactReview(attempt.review),
  activity: attempt.activity.map(redactActivity),
})

/** The service's description of a refusal is a code, or free text. */
const codeOrNull = (description: string | null): string | null =>
  description !== null && /^[\d.-]+$/.test(description) ? description : null

const redactReview = (review: Attempt['review']): Attempt['review'] =>
  review?.resolved?.by === 'operator'
    ? { ...review, resolved: { ...review.resolved, note: erasedText } }
    : review

function redactActivity(item: ActivityItem): ActivityItem {
  switch (item.type) {
    case 'operator_decided':
      return { ...item, note: erasedText }
    case 'text':
      return { ...item, text: erasedText }
    default:
      return item
  }
}
