import { sameAmount } from '../../../service/amount.ts'
import { redact } from '../../../service/error-message.ts'
import type { ExternalParams, Order } from '../../../service/order.ts'
import { logActivity } from '../activity.ts'
import type { Attempt } from '../model.ts'
import { historyMs, mayBeInFlight, type Policy } from '../policy.ts'
import {
  answered,
  clearedFields,
  discard,
  doubtAbsence,
  precedesDoubt,
  provesNoOrder,
  requiredNotFoundCount,
} from './absence.ts'
import { applyForeign, flagCurrency, hasOtherSuccess, isForeign, otherCurrencyOf } from './foreign-order.ts'
import { withOpenAmount, withPaidAmount } from './reported-amount.ts'
import { autoResolveReview, flagForReview, leaveToOperator, undecidedReasons } from './review.ts'
import {
  isAbsent,
  isDocumented,
  isPlaced,
  moveState,
  type NormalizedStatus,
  nextState,
  normalizeStatus,
} from './transitions.ts'
import { checkAmount, type OtherPayments } from './underpaid.ts'
import {
  applyCallback,
  type CallbackUpdate,
  escalateIfOverdue,
  signedAmount,
  stillUnconfirmed,
} from './verified-callback.ts'

/** The response to a create request. `sendNumber` is the send that it answers. */
type CreateUpdate =
  /** An order exists. */
  | {
      type: 'create_placed'
      sendNumber: number
      externalId: string
      status: string
      paymentDetails: string | null
      /** Where they say to pay, masked. */
      payTo: Attempt['payTo']
      /** Why the QR code of the payment details is not shown. */
      codeMismatch: Attempt['codeMismatch']
    }
  /** The service refused. */
  | { type: 'create_refused'; sendNumber: number; refusal: NonNullable<Attempt['refusal']> }
  /** The outcome is unknown. `knownToExist`: a duplicate error on our own id. */
  | { type: 'create_unknown'; sendNumber: number; cause: string; knownToExist: boolean }

/** A response describes the order when it was requested, not when it is stored. Default: the time of the update. */
interface LookupTime {
  requestedAt?: number
}

/** Everything that can change an attempt. */
export type AttemptUpdate =
  | CreateUpdate
  /** `since`: the attempt's `foundAt` when the lookup was requested. */
  | ({ type: 'lookup_found'; order: Order; since?: number | null } & LookupTime)
  /** `wasSending`: its create was under way when the lookup was requested. */
  | ({ type: 'lookup_not_found'; wasSending?: boolean } & LookupTime)
  | { type: 'lookup_failed'; cause: string }
  | CallbackUpdate
  /** A verified callback arrived at the address of this attempt. The address is no proof: its status is looked up. */
  | { type: 'callback_hinted' }
  /** The same bytes are sent again. */
  | { type: 'create_resent' }
  /** The time is over and no order was created. */
  | { type: 'discarded' }

/** The attempt after the update. Pure; a repeated update changes only counters and the log. */
export const applyUpdate = (
  attempt: Attempt,
  update: AttemptUpdate,
  at: number,
  policy: Policy,
  others: OtherPayments = { isPaid: false, balance: '0' },
): Attempt => checkAmount(attempt, applyByType(attempt, update, at, policy), others, at)

function applyByType(attempt: Attempt, update: AttemptUpdate, at: number, policy: Policy): Attempt {
  switch (update.type) {
    case 'create_placed':
    case 'create_refused':
    case 'create_unknown':
      return applyCreateUpdate(attempt, update, at)
    case 'lookup_found': {
      const { order, requestedAt = at } = update
      return isOutdated(attempt, update) ? attempt : applyFound(attempt, order, requestedAt, at, policy)
    }
    case 'lookup_not_found':
      return applyNotFound(attempt, update, at, policy)
    case 'lookup_failed':
      return escalateIfOverdue(countFailedLookup(logActivity(attempt, at, update), at), at, policy)
    case 'callback_received':
      return applyCallback(attempt, update, at, policy)
    case 'callback_hinted':
      return isPlaced(attempt.state) ? attempt : doubtAbsence(attempt, at)
    case 'create_resent':
      return resend(attempt, at)
    case 'discarded':
      return attempt.state === 'unknown' ? discard(attempt, at) : attempt
  }
}

function applyCreateUpdate(attempt: Attempt, update: CreateUpdate, at: number): Attempt {
  const isCurrentSend = attempt.state === 'sending' && attempt.sendCount === update.sendNumber
  switch (update.type) {
    case 'create_placed':
      return isCurrentSend ? applyPlaced(attempt, update, at) : applyPlacedLate(attempt, at)
    case 'create_refused':
      return isCurrentSend ? applyRefused(attempt, update.refusal, at) : attempt
    case 'create_unknown':
      if (isCurrentSend) return applyUnknown(attempt, update, at)
      return update.knownToExist ? applyDuplicateLate(attempt, at) : attempt
  }
}

function applyPlaced(
  attempt: Attempt,
  {
    externalId,
    status,
    paymentDetails,
    payTo,
    codeMismatch,
  }: Extract<CreateUpdate, { type: 'create_placed' }>,
  at: number,
): Attempt {
  const hasFailed = normalizeStatus(status) === 'failed'
  const detailsLost = paymentDetails === null && needsDetails(attempt) && !hasFailed
  const placedItem = logActivity(attempt, at, { type: 'create_placed', status })
  const checked =
    codeMismatch === null
      ? placedItem
      : logActivity(placedItem, at, { type: 'code_mismatch', reason: codeMismatch })
  const placed: Attempt = {
    ...(detailsLost ? logActivity(checked, at, { type: 'details_missing' }) : checked),
    ...clearedFields,
    codeMismatch,
    payTo: paymentDetails === null || hasFailed ? null : payTo,
    externalId,
    status,
    paymentDetails: hasFailed ? null : paymentDetails,
    detailsLost,
    // A lookup confirms it, and knows why it failed.
    ...(hasFailed ? { unconfirmedCallback: { status: 'Failed', amount: '', at } } : {}),
  }
  return moveState(placed, 'create_placed', at)
}

/** Its payment details are not shown, since another attempt may have followed. The order is looked up. */
const applyPlacedLate = (attempt: Attempt, at: number): Attempt =>
  attempt.externalId === null
    ? moveState(
        {
          ...logActivity(attempt, at, { type: 'create_placed_late' }),
          knownToExist: true,
          confirmedAbsent: false,
        },
        'create_placed_late',
        at,
      )
    : attempt

/** An order exists. It may be the order of the send under way, whose response still brings the payment details. */
const applyDuplicateLate = (attempt: Attempt, at: number): Attempt =>
  attempt.state === 'sending' ? { ...attempt, knownToExist: true } : applyPlacedLate(attempt, at)

function applyRefused(attempt: Attempt, refusal: NonNullable<Attempt['refusal']>, at: number): Attempt {
  const { status, label } = refusal
  return moveState(
    {
      ...logActivity(attempt, at, { type: 'create_refused', status, label }),
      ...clearedFields,
      refusal,
      confirmedAbsent: provesNoOrder(attempt, status),
    },
    'create_refused',
    at,
  )
}

function applyUnknown(
  attempt: Attempt,
  { cause, knownToExist }: Extract<CreateUpdate, { type: 'create_unknown' }>,
  at: number,
): Attempt {
  return moveState(
    {
      ...logActivity(attempt, at, { type: 'create_unknown', cause }),
      knownToExist: attempt.knownToExist || knownToExist,
      notFoundCount: 0,
      ...answered,
    },
    'create_unknown',
    at,
  )
}

/** Only a transfer and a form are paid by payment details. */
const needsDetails = ({ profile }: Attempt): boolean => profile !== 'token' && profile !== 'payout'

/** Rule 13: another lookup was applied since this one was requested, such as by a process that was suspended meanwhile. */
const isOutdated = ({ foundAt }: Attempt, { since = foundAt }: { since?: number | null }): boolean =>
  since !== foundAt

/** A lookup requested at `requestedAt` was dropped as outdated, although the one that was applied had been requested before. */
export const wasOvertaken = (before: Attempt, { foundAt }: Attempt, requestedAt: number): boolean =>
  foundAt !== null && foundAt !== before.foundAt && foundAt < requestedAt

function applyFound(
  attempt: Attempt,
  order: Order,
  requestedAt: number,
  at: number,
  policy: Policy,
): Attempt {
  if (attempt.externalId !== null && attempt.externalId !== order.externalId)
    return flagForReview(logActivity(attempt, at, { type: 'lookup_found_other' }), 'contradiction', at)

  if (isForeign(attempt, order)) return applyForeign(attempt, order, at)

  const found = mergeOrder(
    logActivity(attempt, at, { type: 'lookup_found', status: order.status }),
    order,
    requestedAt,
    at,
  )
  const status = normalizeStatus(order.status)
  const callback = attempt.unconfirmedCallback
  const isSuccess = status === 'success' || attempt.state === 'succeeded' || callback?.status === 'Success'
  if (found.otherCurrency !== null && (isSuccess || hasOtherSuccess(attempt)))
    return flagCurrency(moveState(found, 'found_pending', at), at)

  const isClear = isDocumented(order.status)
  const input = isClear ? (`found_${status}` as const) : 'found_unclear'
  if (nextState(attempt, input) === 'contradiction') {
    const contradicted = isClear ? { ...found, unconfirmedCallback: null } : found
    return escalateIfOverdue(flagForReview(contradicted, 'contradiction', at), at, policy)
  }

  if (callback === null || status === 'success' || status === normalizeStatus(callback.status)) {
    const confirmed: Attempt = {
      ...found,
      status: order.status,
      unconfirmedCallback: status === 'success' ? stillUnconfirmed(attempt, order.amount, at, policy) : null,
    }
    const signed = signedAmount(attempt)
    const withAmount =
      status === 'success'
        ? withPaidAmount(confirmed, [order.amount, signed], at)
        : withOpenAmount(confirmed, order.amount)
    const moved = moveState(withAmount, input, at)
    return escalateIfOverdue(compareAccepted(attempt, moved, status, at), at, policy)
  }
  // The status endpoint contradicts a verified callback: keep polling until the deadline, then accept the callback.
  return escalateIfOverdue(moveState(found, 'found_pending', at), at, policy)
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
  return {
    ...autoResolveReview(attempt, answeredReasons, at, 'the order was found'),
    ...clearedFields,
    unansweredSince: isAnswered ? null : (attempt.unansweredSince ?? at),
    externalId: order.externalId,
    otherCurrency: otherCurrencyOf(attempt, order) ?? attempt.otherCurrency,
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

function applyNotFound(
  attempt: Attempt,
  update: Extract<AttemptUpdate, { type: 'lookup_not_found' }>,
  at: number,
  policy: Policy,
): Attempt {
  const { requestedAt = at, wasSending = false } = update
  const mightArriveLater = mayBeInFlight(attempt, requestedAt, policy)
  const provesNothing = attempt.knownToExist || precedesDoubt(attempt, requestedAt)
  const logged = logActivity(attempt, at, { type: 'lookup_not_found' })
  switch (attempt.state) {
    case 'not_created':
    case 'refused': {
      if (isAbsent(attempt)) return logged
      // A refused create may have been executed, after this lookup had found nothing.
      const isTooEarly = wasSending || (attempt.profile === 'payout' && mightArriveLater)
      const notFoundCount = attempt.notFoundCount + (isTooEarly || provesNothing ? 0 : 1)
      return notFoundCount < requiredNotFoundCount(attempt)
        ? escalateIfOverdue({ ...logged, notFoundCount, ...answered }, at, policy)
        : discard(logged, at)
    }
    case 'sending':
    case 'unknown': {
      const counts = !mightArriveLater && !provesNothing
      const counted = { ...logged, notFoundCount: counts ? attempt.notFoundCount + 1 : 0, ...answered }
      return escalateIfOverdue(moveState(counted, 'not_found', at), at, policy)
    }
    default:
      // A placed order does not disappear.
      return escalateIfOverdue(countFailedLookup(logged, at), at, policy)
  }
}

const countFailedLookup = (attempt: Attempt, at: number): Attempt => ({
  ...attempt,
  failedLookups: attempt.failedLookups + 1,
  unansweredSince: attempt.unansweredSince ?? at,
})

function resend(attempt: Attempt, at: number): Attempt {
  const resent = moveState(attempt, 'create_resent', at)
  return resent === attempt
    ? attempt
    : {
        ...logActivity(resent, at, { type: 'create_resent' }),
        sendCount: attempt.sendCount + 1,
        sentAt: at,
        notFoundCount: 0,
      }
}

/** An operator counts a success in another currency as the requested amount, whatever was reported before. */
export const acceptSuccess = (attempt: Attempt, at: number): Attempt =>
  moveState({ ...attempt, reported: null }, 'success_accepted', at)

/** The payer's card as an operator may see it; null if the service reports none. */
export function reportedCard(params: ExternalParams | null): NonNullable<Attempt['card']> | null {
  const number = maskCardNumber(params?.cardNumber ?? '')
  const holder = redact(params?.cardHolder ?? '').trim() || null
  return number === null && holder === null ? null : { number, holder }
}

/** At most six leading and four trailing digits, whatever mask the service returns. */
function maskCardNumber(text: string): string | null {
  const compact = text.replace(/\s/g, '')
  const [, leading = '', trailing] = /^(\d{0,6}).*?(\d{4})$/s.exec(compact) ?? []
  if (trailing === undefined) return null
  const isShort = /^\d{1,12}$/.test(compact)
  return `${isShort ? '' : leading}••••••${trailing}`
}
