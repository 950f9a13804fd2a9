import { sameAmount } from '../../../service/amount.ts'
import { redact } from '../../../service/error-message.ts'
import type { Order } from '../../../service/order.ts'
import { logActivity } from '../activity.ts'
import type { Attempt } from '../model.ts'
import { historyMs, type Policy } from '../policy.ts'
import { clearedFields } from './absence.ts'
import { applyForeign, flagCurrency, hasOtherSuccess, isForeign, otherCurrencyOf } from './foreign-order.ts'
import { needsDetails } from './payment-details.ts'
import { withOpenAmount, withPaidAmount } from './reported-amount.ts'
import { reportedCard } from './reported-card.ts'
import { autoResolveReview, flagForReview, leaveToOperator, undecidedReasons } from './review.ts'
import {
  isDocumented,
  isPlaced,
  moveState,
  type NormalizedStatus,
  nextState,
  normalizeStatus,
  type StateInput,
} from './transitions.ts'
import { escalateIfOverdue, signedAmount, stillUnconfirmed } from './verified-callback.ts'

/** A lookup has found an order under the id of an attempt. */
export interface FoundUpdate {
  type: 'lookup_found'
  order: Order
  /** The attempt's `foundAt` when the lookup was requested. Default: the stored one. */
  since?: number | null
  /** A response describes the order when it was requested, not when it is stored. Default: the time of the update. */
  requestedAt?: number
}

/** What the order means for the attempt. */
type Finding =
  /** Another lookup was applied since this one was requested, such as by a process that was suspended meanwhile. */
  | 'outdated'
  /** The service returns another order than before. */
  | 'other_order'
  /** The order may be another's. */
  | 'foreign'
  /** It is paid, in another currency than asked for. */
  | 'paid_in_other_currency'
  /** Its status contradicts the final state. */
  | 'contradicts_state'
  /** Its status contradicts a verified callback that waits for a confirmation. */
  | 'contradicts_callback'
  /** Its status counts. */
  | 'accepted'

/** The first case that applies. Nothing is taken from an order that is outdated, another one or foreign. */
function findingOf(attempt: Attempt, { order, since = attempt.foundAt }: FoundUpdate): Finding {
  const { externalId, foundAt, state, unconfirmedCallback: callback } = attempt
  // Rule 13.
  if (since !== foundAt) return 'outdated'
  if (externalId !== null && externalId !== order.externalId) return 'other_order'
  if (isForeign(attempt, order)) return 'foreign'
  const status = normalizeStatus(order.status)
  const isSuccess =
    status === 'success' ||
    state === 'succeeded' ||
    callback?.status === 'Success' ||
    hasOtherSuccess(attempt)
  if (isSuccess && otherCurrencyOf(attempt, order) !== null) return 'paid_in_other_currency'
  if (nextState(attempt, inputOf(order)) === 'contradiction') return 'contradicts_state'
  if (callback === null || status === 'success' || status === normalizeStatus(callback.status))
    return 'accepted'
  return 'contradicts_callback'
}

const inputOf = ({ status }: Order): StateInput =>
  isDocumented(status) ? `found_${normalizeStatus(status)}` : 'found_unclear'

export function applyFound(attempt: Attempt, update: FoundUpdate, at: number, policy: Policy): Attempt {
  const { order, requestedAt = at } = update
  const merged = mergeOrder(attempt, order, requestedAt, at)
  switch (findingOf(attempt, update)) {
    case 'outdated':
      return attempt
    case 'other_order':
      return flagForReview(logActivity(attempt, at, { type: 'lookup_found_other' }), 'contradiction', at)
    case 'foreign':
      return applyForeign(attempt, order, at)
    case 'paid_in_other_currency':
      return flagCurrency(moveState(merged, 'found_pending', at), at)
    case 'contradicts_state': {
      const contradicted = isDocumented(order.status) ? { ...merged, unconfirmedCallback: null } : merged
      return escalateIfOverdue(flagForReview(contradicted, 'contradiction', at), at, policy)
    }
    case 'contradicts_callback':
      // Lookups go on until the deadline, which accepts the callback.
      return escalateIfOverdue(moveState(merged, 'found_pending', at), at, policy)
    case 'accepted':
      return escalateIfOverdue(acceptFound(attempt, merged, order, at, policy), at, policy)
  }
}

/** The merged attempt with the status and amount of the order. */
function acceptFound(before: Attempt, merged: Attempt, order: Order, at: number, policy: Policy): Attempt {
  const status = normalizeStatus(order.status)
  const isSuccess = status === 'success'
  const confirmed: Attempt = {
    ...merged,
    status: order.status,
    unconfirmedCallback: isSuccess ? stillUnconfirmed(before, order.amount, at, policy) : null,
  }
  const withAmount = isSuccess
    ? withPaidAmount(confirmed, [order.amount, signedAmount(before)], at)
    : withOpenAmount(confirmed, order.amount)
  return compareAccepted(before, moveState(withAmount, inputOf(order), at), status, at)
}

/**
 * What a lookup with a final status says of a callback that was accepted without one: the same, and its review needs no
 * operator, or something else.
 */
function compareAccepted(before: Attempt, after: Attempt, status: NormalizedStatus, at: number): Attempt {
  if (status === 'pending' || after.unconfirmedCallback !== null) return after
  const [accepted, reported] = [before.reported, after.reported]
  const isSameAmount = accepted !== null && reported !== null && sameAmount(accepted, reported)
  const isConfirmed =
    status === 'success' ? before.state === 'succeeded' && isSameAmount : before.state === 'failed'
  return isConfirmed
    ? autoResolveReview(after, ['unconfirmed'], at, 'a lookup has confirmed the callback')
    : leaveToOperator(after)
}

/** Merges what every lookup reports. A status that is not documented answers nothing. */
function mergeOrder(attempt: Attempt, order: Order, requestedAt: number, at: number): Attempt {
  const isAnswered = isDocumented(order.status)
  const isHistoryFinal = isAnswered && attempt.finalAt !== null && requestedAt - attempt.finalAt >= historyMs
  const answeredReasons = isAnswered ? undecidedReasons : (['foreign'] as const)
  const logged = logActivity(attempt, at, { type: 'lookup_found', status: order.status })
  return {
    ...autoResolveReview(logged, answeredReasons, at, 'the order was found'),
    ...clearedFields,
    unansweredSince: isAnswered ? null : (attempt.unansweredSince ?? at),
    externalId: order.externalId,
    otherCurrency: otherCurrencyOf(attempt, order),
    foundAt: requestedAt,
    card: reportedCard(order.externalParams) ?? attempt.card,
    cardReported: attempt.cardReported || order.externalParams?.cardStorageToken != null,
    history: mergeHistory(attempt, order),
    historyComplete: attempt.historyComplete || isHistoryFinal,
    detailsLost: attempt.detailsLost || (!isPlaced(attempt.state) && needsDetails(attempt)),
  }
}

/** The longer of the two: a history only grows. */
const mergeHistory = (attempt: Attempt, order: Order): Attempt['history'] =>
  order.history.length < attempt.history.length
    ? attempt.history
    : order.history.map((item) => ({ ...item, action: item.action === null ? null : redact(item.action) }))

/** A lookup requested at `requestedAt` was dropped as outdated, although the one that was applied had been requested before. */
export const wasOvertaken = (before: Attempt, { foundAt }: Attempt, requestedAt: number): boolean =>
  foundAt !== null && foundAt !== before.foundAt && foundAt < requestedAt
