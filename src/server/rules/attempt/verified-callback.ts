import { sameAmount } from '../../../service/amount.ts'
import { logActivity } from '../activity.ts'
import type { Attempt } from '../model.ts'
import type { Policy } from '../policy.ts'
import { doubtAbsence } from './absence.ts'
import { flagCurrency, hasOtherSuccess } from './foreign-order.ts'
import { amountOf, flagAmount, latestAmount, withOpenAmount, withPaidAmount } from './reported-amount.ts'
import { flagForReview, reviewDeadline } from './review.ts'
import { isPlaced, moveState, type NormalizedStatus, nextState, normalizeStatus } from './transitions.ts'
import { isPaid, isShort } from './underpaid.ts'

/** A callback with a valid signature. Only these fields are proven by it. */
export interface CallbackUpdate {
  type: 'callback_received'
  externalId: string
  status: string
  amount: string
}

export function applyCallback(
  attempt: Attempt,
  callback: CallbackUpdate,
  at: number,
  policy: Policy,
): Attempt {
  if (attempt.externalId !== callback.externalId) return attempt
  const { status, amount } = callback
  const logged = logActivity(attempt, at, { type: 'callback_received', status, amount })
  const normalized = normalizeStatus(status)
  const next = nextState(attempt, `callback_${normalized}`)
  if (next === 'contradiction' || (normalized === 'failed' && hasOtherSuccess(attempt))) return logged
  if (!isPlaced(attempt.state)) return doubtAbsence(logged, at)
  if (next === attempt.state) {
    // A pending status after a final one is late news, and so is its amount.
    if (normalized === 'pending' && attempt.state !== 'placed') return logged
    return policy.confirmFinal && needsConfirmation(attempt, amount)
      ? { ...logged, unconfirmedCallback: { status: 'Success', amount, at } }
      : withLatestAmount(logged, normalized, amount, at)
  }
  if (normalized === 'success' && attempt.otherCurrency !== null) return flagCurrency(logged, at)
  const claimed = normalized === 'success' ? 'Success' : 'Failed'
  if (!policy.confirmFinal) return acceptStatus(logged, { status: claimed, amount }, at)

  const earlier = attempt.unconfirmedCallback
  // Success outweighs a failure that also waits: a failed transfer can become success, never the reverse.
  if (earlier?.status === 'Success' && claimed === 'Failed') return logged
  const unconfirmedCallback: Attempt['unconfirmedCallback'] =
    earlier?.status === claimed
      ? { ...earlier, amount: latestAmount(attempt, amountOf(earlier.amount), amount) ?? amount }
      : { status: claimed, amount, at }
  const waiting = { ...logged, unconfirmedCallback }
  return claimed === 'Success' && amountOf(amount) === null ? flagAmount(waiting, at) : waiting
}

/**
 * Another amount than has paid the order, or the first that pays it: that is final, so a lookup confirms it. The requested
 * amount after another one is late news, and waits for nothing: at its deadline it would replace the newer one.
 */
function needsConfirmation(attempt: Attempt, signed: string): boolean {
  const { otherCurrency, reported, amount } = attempt
  const latest = latestAmount(attempt, reported, signed)
  if (latest === null || otherCurrency !== null) return false
  return isPaid(attempt)
    ? !sameAmount(latest, reported ?? amount.value)
    : attempt.underpaid && !isShort({ ...attempt, reported: latest })
}

/**
 * The callback after a lookup that found success: null once it is confirmed. It waits while the lookup names another amount,
 * as that lookup may lag behind, or have been under way before the callback; at its deadline the lookup's amount counts.
 */
export function stillUnconfirmed(
  { state, unconfirmedCallback: callback, amount }: Attempt,
  reported: string | null,
  at: number,
  { reviewAfterMs }: Policy,
): Attempt['unconfirmedCallback'] {
  const found = amountOf(reported)
  if (callback?.status !== 'Success' || found === null) return null
  const signed = amountOf(callback.amount)
  // In the first success, one with the requested amount may be older than the lookup.
  const changes = state === 'succeeded' || (signed !== null && !sameAmount(signed, amount.value))
  const isOver = sameAmount(found, callback.amount) || at >= callback.at + reviewAfterMs
  return changes && !isOver ? callback : null
}

/** What a callback that waits says was paid. */
export const signedAmount = ({ unconfirmedCallback }: Attempt): string | null =>
  unconfirmedCallback?.status === 'Success' ? unconfirmedCallback.amount : null

/** The attempt with the amount of a callback that has its status. */
function withLatestAmount(attempt: Attempt, status: NormalizedStatus, signed: string, at: number): Attempt {
  const latest = latestAmount(attempt, attempt.reported, signed)
  if (status !== 'success') return withOpenAmount(attempt, latest)
  return withPaidAmount(attempt, [amountOf(signed) === null ? signed : latest], at)
}

/**
 * At the deadline an unconfirmed callback is accepted, and an undecided outcome needs a review. Success in another
 * currency is never accepted without an operator.
 */
export function escalateIfOverdue(attempt: Attempt, at: number, policy: Policy): Attempt {
  const deadline = reviewDeadline(attempt, policy)
  if (deadline === null || at < deadline) return attempt
  const callback = attempt.unconfirmedCallback
  if (callback === null) return flagForReview(moveState(attempt, 'undecided', at), 'unresolved', at)
  if (attempt.otherCurrency !== null && callback.status === 'Success') return flagCurrency(attempt, at)
  return acceptStatus(flagForReview(attempt, 'unconfirmed', at), callback, at)
}

/** The attempt with a verified final status. */
function acceptStatus(
  attempt: Attempt,
  { status, amount }: { status: 'Success' | 'Failed'; amount: string },
  at: number,
): Attempt {
  const accepted: Attempt = { ...attempt, status, unconfirmedCallback: null }
  return status === 'Success'
    ? moveState(withPaidAmount(accepted, [amount], at), 'callback_success', at)
    : moveState(withOpenAmount(accepted, amount), 'callback_failed', at)
}
