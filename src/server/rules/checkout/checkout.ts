import { logActivity } from '../activity.ts'
import { nextLookupTime, watchEnd } from '../attempt/lookup-schedule.ts'
import { isOpen, needsReview } from '../attempt/review.ts'
import { isAbsent, isUndecided, mayCompleteByItself } from '../attempt/transitions.ts'
import { isPaid } from '../attempt/underpaid.ts'
import { type Attempt, type Checkout, changeAttempt, hasOpenClaim } from '../model.ts'
import type { Moment, Policy } from '../policy.ts'

/** No attempt has succeeded, and the time is not over. */
export const isLive = (checkout: Checkout, at: number): boolean =>
  at < checkout.expiresAt && !checkout.attempts.some((attempt) => attempt.state === 'succeeded')

/**
 * The service says that it is paid, in a callback or in the response to its create, but no lookup has confirmed it yet, or an
 * operator has to decide what it means.
 */
export const mayHaveBeenPaid = ({
  state,
  status,
  otherCurrency,
  review,
  unconfirmedCallback,
}: Attempt): boolean =>
  unconfirmedCallback?.status === 'Success' ||
  (state === 'placed' && status === 'Success' && otherCurrency === null) ||
  (isOpen(review) &&
    ((state === 'failed' && review.reason === 'contradiction') ||
      (status === 'Success' && otherCurrency !== null)))

/** The attempt is decided and the payer has no payment details that can still be paid. */
const allowsNextAttempt = (attempt: Attempt): boolean =>
  (attempt.state !== 'placed' || attempt.detailsLost || attempt.replacedAt !== null) &&
  !isUndecided(attempt) &&
  !mayCompleteByItself(attempt) &&
  !mayHaveBeenPaid(attempt)

/**
 * A new attempt may start: the checkout is live, and no earlier attempt is undecided, can still be paid or may have been
 * paid. So a payer never sees two that can be paid, and never pays twice.
 */
export const mayStart = (checkout: Checkout, at: number): boolean =>
  isLive(checkout, at) && checkout.attempts.every(allowsNextAttempt)

/** Refused, and no lookup has confirmed yet that it has no order (rule 4). */
export const isUnconfirmedRefusal = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'refused' && !confirmedAbsent

/** Below the limit of attempts, counted from the start or the last reopening. */
export const hasAttemptsLeft = ({ attempts, reopenedAfter }: Checkout, { maxAttempts }: Policy): boolean =>
  attempts.length - reopenedAfter < maxAttempts

/** The checkout with its full time to pay again. What is placed is watched for longer, also where its watch was over. */
export const withFullTime = (checkout: Checkout, at: number, { ttlMs }: Policy): Checkout => ({
  ...checkout,
  expired: false,
  expiresAt: at + ttlMs,
  extensions: 0,
  attempts: checkout.attempts.map((attempt) =>
    attempt.state === 'placed' ? { ...attempt, nextLookupAt: attempt.nextLookupAt ?? at } : attempt,
  ),
})

/** The checkout with one more attempt, stored before its create request. */
export const withAttempt = (checkout: Checkout, attempt: Attempt, policy: Policy): Checkout => {
  const { attempts, ...timed } = withFullTime(checkout, attempt.sentAt, policy)
  return { ...timed, seenAt: attempt.sentAt, attempts: [...attempts, attempt] }
}

/** A payer has just polled: lookups become more frequent. */
export function markSeen(checkout: Checkout, moment: Moment, policy: Policy): Checkout {
  const updated = { ...checkout, seenAt: moment.at }
  return {
    ...updated,
    attempts: updated.attempts.map((attempt) => {
      if (attempt.state !== 'placed' || attempt.nextLookupAt === null) return attempt
      const lookupAt = nextLookupTime(attempt, 'payer_seen', updated, moment, policy) ?? attempt.nextLookupAt
      return { ...attempt, nextLookupAt: Math.min(attempt.nextLookupAt, lookupAt) }
    }),
  }
}

/** The checkout once its time is over: payment details are wiped, placed orders are still looked up. */
export const expire = (checkout: Checkout): Checkout => ({
  ...checkout,
  expired: true,
  terms: null,
  attempts: checkout.attempts.map((attempt) => ({ ...attempt, paymentDetails: null })),
})

/** Its time is over, and nothing was ever placed: a payer's next request gives it new time. Its attempts stay. */
export const isRenewable = (checkout: Checkout, at: number): boolean =>
  at >= checkout.expiresAt && checkout.attempts.every(isAbsent) && !needsReview(checkout)

/** New terms for a checkout without an order at the service: none was attempted, or every attempt is absent. */
export const replaceTerms = (
  checkout: Checkout,
  terms: Pick<Checkout, 'amount' | 'methods' | 'customer' | 'next' | 'signed' | 'terms' | 'expiresAt'>,
): Checkout => ({
  ...checkout,
  ...terms,
  expired: false,
  extensions: terms.expiresAt === checkout.expiresAt ? checkout.extensions : 0,
})

/** Neither the service nor the payer can change anything any more. */
export const isFinal = (checkout: Checkout, at: number, policy: Policy): boolean =>
  checkout.attempts.some(isPaid) ||
  (!isLive(checkout, at) &&
    !isUnderpaid(checkout) &&
    !hasOpenClaim(checkout) &&
    !(isRenewable(checkout, at) && hasAttemptsLeft(checkout, policy)) &&
    checkout.attempts.every((attempt) => at >= watchEnd(attempt, checkout, policy)))

/** Less than asked was paid, and it is not accepted. */
export const isUnderpaid = (checkout: Checkout): boolean =>
  checkout.attempts.some(({ underpaid }) => underpaid)

/** The attempt that paid the order first, if any. */
export const paidAttempt = (checkout: Checkout): Attempt | undefined =>
  checkout.attempts.filter(isPaid).sort(byPayment)[0]

/** The first payment first. The clocks of two processes differ, and an operator may accept what has arrived before. */
export const byPayment = (a: Attempt, b: Attempt): number =>
  Number(a.surplus === true) - Number(b.surplus === true) || (a.finalAt ?? 0) - (b.finalAt ?? 0)

/**
 * The payer says that the money of attempt `n` was sent, or takes that back. Never changes the outcome: the order is
 * looked up at once. A final attempt stays as it is. Null if there is no attempt `n`.
 */
export function reportSent(checkout: Checkout, n: number, sent: boolean, at: number): Checkout | null {
  const attempt = checkout.attempts.find((candidate) => candidate.n === n)
  if (attempt === undefined) return null
  if (attempt.state !== 'placed' || (attempt.reportedSentAt !== null) === sent) return checkout
  return changeAttempt(checkout, n, () => ({
    ...logActivity(attempt, at, { type: 'sent_reported', sent }),
    reportedSentAt: sent ? at : null,
    nextLookupAt: attempt.nextLookupAt === null ? null : at,
  }))
}

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
  const extended = {
    ...checkout,
    expiresAt: checkout.expiresAt + Math.min(maxExtensionMs, policy.ttlMs),
    extensions: checkout.extensions + 1,
  }
  return changeAttempt(extended, checkout.attempts.length, (attempt) =>
    logActivity(attempt, at, { type: 'extended' }),
  )
}
