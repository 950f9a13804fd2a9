import { logActivity } from '../activity.ts'
import type { Attempt } from '../model.ts'
import { mayBeInFlight, type Policy } from '../policy.ts'
import {
  answered,
  clearedFields,
  discard,
  doubtAbsence,
  precedesDoubt,
  provesNoOrder,
  requiredNotFoundCount,
} from './absence.ts'
import { applyFound, type FoundUpdate } from './found-order.ts'
import { needsDetails } from './payment-details.ts'
import { isAbsent, isPlaced, moveState, normalizeStatus } from './transitions.ts'
import { checkAmount, type OtherPayments } from './underpaid.ts'
import { applyCallback, type CallbackUpdate, escalateIfOverdue } from './verified-callback.ts'

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

/** Everything that can change an attempt. */
export type AttemptUpdate =
  | CreateUpdate
  | FoundUpdate
  /** `wasSending`: its create was under way when the lookup was requested. */
  | { type: 'lookup_not_found'; requestedAt?: number; wasSending?: boolean }
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
    case 'lookup_found':
      return applyFound(attempt, update, at, policy)
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
