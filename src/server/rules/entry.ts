import { isLessThan } from '../../service/amount.ts'
import { renewDoubt } from './attempt/absence.ts'
import { type AttemptUpdate, applyUpdate } from './attempt/attempt.ts'
import { withoutTakenOrder } from './attempt/foreign-order.ts'
import { nextLookupTime, resendAt } from './attempt/lookup-schedule.ts'
import { flagForReview } from './attempt/review.ts'
import { checkAmount, isPaid, type OtherPayments } from './attempt/underpaid.ts'
import { isLive, paidAttempt } from './checkout/checkout.ts'
import { type Attempt, changeAttempt, type Entry } from './model.ts'
import { pendingApproval } from './payout/approval.ts'
import type { Moment, Policy } from './policy.ts'
import { balanceWithout, unreserved } from './received.ts'

/** The entry after an update of one attempt, with the time of its next lookup. */
export function applyUpdateToEntry(
  entry: Entry,
  n: number,
  update: AttemptUpdate,
  moment: Moment,
  policy: Policy,
): Entry {
  const updated = changeAttempt(entry, n, (attempt) => {
    const changed = applyUpdate(attempt, update, moment.at, policy, otherPayments(entry, n))
    const isDoubtedAgain = update.type === 'callback_hinted' && awaitsDiscard(entry)
    const applied = hideIfExpired(isDoubtedAgain ? renewDoubt(changed, moment.at) : changed, entry)
    const isPlacedNow = update.type === 'create_placed' && attempt.state === 'sending'
    const after =
      isPlacedNow && lacksDetailsAgain(applied, entry)
        ? flagForReview(applied, 'details', moment.at)
        : applied
    return after === attempt
      ? attempt
      : { ...after, nextLookupAt: nextLookupTime(after, update.type, entry, moment, policy) }
  })
  return withoutTermsOncePaid(updated)
}

/** Each callback, not only the first, has to be looked at before such a discard is approved. */
const awaitsDiscard = (entry: Entry): boolean =>
  entry.kind === 'payout' && pendingApproval(entry)?.action === 'discard'

/** What the attempts other than `n` have brought. A payout has only one, and no refund. */
export const otherPayments = (entry: Entry, n: number): OtherPayments => ({
  isPaid: entry.attempts.some((other) => other.n !== n && isPaid(other)),
  balance: entry.kind === 'checkout' ? balanceWithout(entry, n) : '0',
})

/**
 * An underpaid attempt pays the order once enough money stays: less is refunded, or another attempt has brought some. At most
 * one attempt pays it, so the shop receives one success.
 */
export function settleUnderpaid(before: Entry, after: Entry, at: number): Entry {
  const keepsMore =
    before.kind === 'checkout' &&
    after.kind === 'checkout' &&
    isLessThan(unreserved(before).value, unreserved(after).value)
  const checked = (attempt: Attempt): Attempt =>
    checkAmount(attempt, attempt, otherPayments(after, attempt.n), at)
  const mayPay = keepsMore && !after.attempts.some(isPaid)
  const kept = mayPay ? after.attempts.find((attempt) => isPaid(checked(attempt))) : undefined
  return kept === undefined ? after : withoutTermsOncePaid(changeAttempt(after, kept.n, checked))
}

/** The entry where an update would have given it the order of another attempt: see `withoutTakenOrder`. */
export const withoutTakenOrders = (before: Entry, after: Entry, moment: Moment, policy: Policy): Entry => ({
  ...before,
  attempts: before.attempts.map((attempt) => {
    const updated = after.attempts.find(({ n }) => n === attempt.n) ?? attempt
    const flagged = withoutTakenOrder(attempt, updated, moment.at)
    return flagged === attempt
      ? attempt
      : { ...flagged, nextLookupAt: nextLookupTime(flagged, 'lookup_found', before, moment, policy) }
  }),
})

/** Once it is paid no further attempt starts. */
export const withoutTermsOncePaid = (entry: Entry): Entry =>
  entry.kind === 'checkout' && paidAttempt(entry) !== undefined ? { ...entry, terms: null } : entry

/**
 * A response without payment details after an attempt that lost its own: another one would end the same way. An order that
 * only a lookup found says nothing about the next response.
 */
const lacksDetailsAgain = (after: Attempt, { attempts }: Entry): boolean =>
  after.detailsLost && attempts.find(({ n }) => n === after.n - 1)?.detailsLost === true

/** After expiry no payment details are stored or shown. */
const hideIfExpired = (attempt: Attempt, entry: Entry): Attempt =>
  entry.kind === 'checkout' && entry.expired && attempt.paymentDetails !== null
    ? { ...attempt, paymentDetails: null }
    : attempt

/** What follows two lookups that did not find an unknown create. Null: keep looking it up. */
export function resendOrDiscard(
  entry: Entry,
  attempt: Attempt,
  at: number,
  policy: Policy,
): 'resend' | 'discard' | null {
  if (attempt.state !== 'unknown' || attempt.notFoundCount < 2) return null
  const live = entry.kind === 'payout' || isLive(entry, at)
  if (!live) return 'discard'
  const mayResend = attempt.body !== null && attempt.review === null && at >= resendAt(attempt, policy)
  return mayResend ? 'resend' : null
}

export const dueAttempts = (entry: Entry, at: number): Attempt[] =>
  entry.attempts.filter((attempt) => attempt.nextLookupAt !== null && attempt.nextLookupAt <= at)
