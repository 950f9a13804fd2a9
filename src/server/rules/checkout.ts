import { type AttemptUpdate, applyUpdate } from './attempt.ts'
import { nextLookupTime, watchEnd } from './lookup-schedule.ts'
import type { Attempt, Checkout, Entry } from './model.ts'
import type { Now, Policy } from './policy.ts'

/** Something can still be started: not paid, and its time is not over. */
export const isLive = (checkout: Checkout, at: number): boolean =>
  at < checkout.expiresAt && !checkout.attempts.some((attempt) => attempt.state === 'succeeded')

/** It may have created an order, or still may: nothing may follow it yet. */
export const isUndecided = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'sending' || state === 'unknown' || (state === 'refused' && !confirmedAbsent)

/** An attempt that leaves no instructions a payer could still pay by, and whose fate is decided. */
const allowsNextAttempt = (attempt: Attempt): boolean =>
  !isUndecided(attempt) &&
  (attempt.state !== 'placed' || attempt.instructionsLost || attempt.setAsideAt !== null) &&
  attempt.state !== 'succeeded'

/**
 * A new attempt may start: the checkout is live, and no earlier attempt is undecided or can be paid by what
 * the payer has seen. So nobody is ever shown two that can be paid.
 */
export const mayStart = (checkout: Checkout, at: number): boolean =>
  isLive(checkout, at) && checkout.attempts.every(allowsNextAttempt)

/** The number of attempts is limited: without a limit, whoever may start one could start any number. */
export const hasAttemptsLeft = ({ attempts, reopenedAfter }: Checkout, { maxAttempts }: Policy): boolean =>
  attempts.length - reopenedAfter < maxAttempts

/** The entry after news of one attempt, with the time of the next question. */
export function applyUpdateToEntry(
  entry: Entry,
  n: number,
  update: AttemptUpdate,
  now: Now,
  policy: Policy,
): Entry {
  const after: Entry = {
    ...entry,
    attempts: entry.attempts.map((attempt) => {
      if (attempt.n !== n) return attempt
      const after = hideIfExpired(applyUpdate(attempt, update, now.at, policy), entry)
      return after === attempt
        ? attempt
        : { ...after, nextLookupAt: nextLookupTime(after, update.type, entry, now, policy) }
    }),
  }
  const paid = after.attempts.some(({ state }) => state === 'succeeded')
  return after.kind === 'checkout' && paid ? { ...after, terms: null } : after
}

/** After expiry nothing is shown, whatever is heard. */
const hideIfExpired = (attempt: Attempt, entry: Entry): Attempt =>
  entry.kind === 'checkout' && entry.expired && attempt.instructions !== null
    ? { ...attempt, instructions: null }
    : attempt

/** The checkout with one more attempt, written ahead of its create call; the payer has the whole time for it. */
export const withAttempt = (checkout: Checkout, attempt: Attempt, policy: Policy): Checkout => ({
  ...checkout,
  expiresAt: attempt.sentAt + policy.ttlMs,
  seenAt: attempt.sentAt,
  attempts: [...checkout.attempts, attempt],
})

/** The payer has just looked: the paces follow. */
export function markSeen(checkout: Checkout, now: Now, policy: Policy): Checkout {
  const updated = { ...checkout, seenAt: now.at }
  return {
    ...updated,
    attempts: updated.attempts.map((attempt) => {
      if (attempt.state !== 'placed' || attempt.nextLookupAt === null) return attempt
      const sooner = nextLookupTime(attempt, 'payer_seen', updated, now, policy)
      return sooner !== null && sooner < attempt.nextLookupAt ? { ...attempt, nextLookupAt: sooner } : attempt
    }),
  }
}

/** The checkout once its time is over: instructions are wiped; what was placed stays watched. */
export const expire = (checkout: Checkout): Checkout => ({
  ...checkout,
  expired: true,
  terms: null,
  attempts: checkout.attempts.map((attempt) => ({ ...attempt, instructions: null })),
})

/** A checkout without an attempt is free to change: another amount, other methods, another end. */
export const replaceTerms = (
  checkout: Checkout,
  terms: Pick<Checkout, 'amount' | 'methods' | 'customer' | 'terms' | 'expiresAt'>,
): Checkout => ({ ...checkout, ...terms, expired: false })

/** Nothing can change any more, by the service or by the payer. */
export const isFinal = (checkout: Checkout, at: number, policy: Policy): boolean =>
  checkout.attempts.some((attempt) => attempt.state === 'succeeded') ||
  (!isLive(checkout, at) && checkout.attempts.every((attempt) => at >= watchEnd(attempt, checkout, policy)))

/** Which look-up answer would let an unknown create go out again, and when it is dropped instead. */
export function resendOrDiscard(entry: Entry, attempt: Attempt, at: number): 'resend' | 'discard' | null {
  if (attempt.state !== 'unknown' || attempt.notFoundCount < 2) return null
  const live = entry.kind === 'payout' || isLive(entry, at)
  if (!live) return 'discard'
  return attempt.body !== null && attempt.review === null ? 'resend' : null
}

/** Attempts about which the service is to be asked now. */
export const dueAttempts = (entry: Entry, at: number): Attempt[] =>
  entry.attempts.filter((attempt) => attempt.nextLookupAt !== null && attempt.nextLookupAt <= at)

/** The attempt that succeeded first, if any. */
export const paidAttempt = (checkout: Checkout): Attempt | undefined =>
  checkout.attempts
    .filter((attempt) => attempt.state === 'succeeded')
    .sort((a, b) => (a.finalAt ?? 0) - (b.finalAt ?? 0))[0]

export const needsReview = (entry: Entry): boolean =>
  entry.attempts.some((attempt) => attempt.review !== null && attempt.review.resolved === null)
