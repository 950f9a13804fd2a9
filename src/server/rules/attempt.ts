import { plainAmount, sameAmount } from '../../service/amount.ts'
import type { Order } from '../../service/order.ts'
import type { Attempt, AttemptState, ReviewReason } from './model.ts'
import { historyMs, type Policy } from './policy.ts'
import { redact } from './redact.ts'

/** All that can be heard about an attempt. */
export type AttemptUpdate =
  /** The create call was answered: an order exists. `send` says which sending was answered. */
  | {
      type: 'create_placed'
      sendNumber: number
      externalId: string
      status: string
      instructions: string | null
    }
  /** The create call was answered: the service said no. */
  | { type: 'create_refused'; sendNumber: number; refusal: NonNullable<Attempt['refusal']> }
  /** The create call was not answered in a way to rely on. `exists`: a duplicate error on our own id. */
  | { type: 'create_unknown'; sendNumber: number; cause: string; knownToExist: boolean }
  /** The status endpoint knows the order. */
  | { type: 'lookup_found'; order: Order }
  /** The status endpoint says that there is no such order. */
  | { type: 'lookup_not_found' }
  /** The status endpoint did not answer the question. */
  | { type: 'lookup_failed'; cause: string }
  /** A callback whose signature holds. Only these fields are proven by it. */
  | { type: 'callback_received'; externalId: string; status: string; amount: string }
  /** The same bytes go out again. */
  | { type: 'create_resent' }
  /** Its time is over, and no order was made. */
  | { type: 'discarded' }

/** What the service's word for an order's state means for money. A word we do not know means nothing yet. */
export type NormalizedStatus = 'pending' | 'success' | 'failed'
export const normalizeStatus = (status: string): NormalizedStatus =>
  status === 'Success' ? 'success' : status === 'Failed' ? 'failed' : 'pending'

type NextState = AttemptState | 'contradiction'

/**
 * What a verdict makes of an attempt: from each state, by each verdict of the service. The whole of what
 * may move money's state is this table and `transferFailed`; success is never taken back.
 */
const transitions: Record<AttemptState, Record<NormalizedStatus, NextState>> = {
  sending: { pending: 'placed', success: 'succeeded', failed: 'failed' },
  unknown: { pending: 'placed', success: 'succeeded', failed: 'failed' },
  not_created: { pending: 'placed', success: 'succeeded', failed: 'failed' },
  refused: { pending: 'placed', success: 'succeeded', failed: 'failed' },
  placed: { pending: 'placed', success: 'succeeded', failed: 'failed' },
  failed: { pending: 'failed', success: 'contradiction', failed: 'failed' },
  succeeded: { pending: 'succeeded', success: 'succeeded', failed: 'contradiction' },
}
/** Only a transfer's failure can be corrected, at any time. */
const failedTransferTransitions: Record<NormalizedStatus, NextState> = {
  pending: 'failed',
  success: 'succeeded',
  failed: 'failed',
}

/** The state that follows when the service gives `verdict` about `attempt`. */
export const nextState = (
  attempt: Pick<Attempt, 'state' | 'profile'>,
  normalized: NormalizedStatus,
): NextState =>
  attempt.state === 'failed' && attempt.profile === 'p2p'
    ? failedTransferTransitions[normalized]
    : transitions[attempt.state][normalized]

/** An order is known to be at the service. */
export const isPlaced = (state: AttemptState): boolean =>
  state === 'placed' || state === 'failed' || state === 'succeeded'

/** Nothing may follow this attempt yet: it may have made, or may still make, an order. */
export const isUndecided = (attempt: Attempt): boolean =>
  attempt.state === 'sending' ||
  attempt.state === 'unknown' ||
  (attempt.state === 'refused' && !attempt.confirmedAbsent)

/** The attempt after the news. Pure; hearing the same again changes nothing but counters. */
export function applyUpdate(attempt: Attempt, update: AttemptUpdate, at: number, policy: Policy): Attempt {
  switch (update.type) {
    case 'create_placed': {
      if (!isCurrentSend(attempt, update.sendNumber)) return applyLateResponse(attempt, at)
      const base: Attempt = {
        ...logActivity(attempt, at, `placed: ${update.status}`),
        ...clearedFields,
        externalId: update.externalId,
      }
      const placed: Attempt = {
        ...base,
        state: 'placed',
        status: update.status,
        instructions: update.instructions,
        instructionsLost:
          update.instructions === null && attempt.profile !== 'token' && attempt.profile !== 'payout',
      }
      // A create's answer is never taken for success: that word waits for the status endpoint.
      return normalizeStatus(update.status) === 'failed' ? moveTo(placed, 'failed', at) : placed
    }
    case 'create_refused':
      if (!isCurrentSend(attempt, update.sendNumber)) return attempt
      return {
        ...logActivity(attempt, at, `refused: ${update.refusal.label ?? update.refusal.status}`),
        state: 'refused',
        refusal: update.refusal,
        confirmedAbsent: provesNoOrder(attempt, update.refusal.status),
        body: null,
        notFoundCount: 0,
        failedLookups: 0,
      }
    case 'create_unknown':
      if (!isCurrentSend(attempt, update.sendNumber)) return attempt
      return {
        ...logActivity(attempt, at, `create unanswered: ${update.cause}`),
        state: 'unknown',
        knownToExist: attempt.knownToExist || update.knownToExist,
        notFoundCount: 0,
        failedLookups: 0,
      }
    case 'lookup_found':
      return applyFound(attempt, update.order, at, policy)
    case 'lookup_not_found':
      return applyNotFound(attempt, at, policy)
    case 'lookup_failed':
      return escalateIfOverdue(
        {
          ...logActivity(attempt, at, `asked: no answer (${update.cause})`),
          failedLookups: attempt.failedLookups + 1,
        },
        at,
        policy,
      )
    case 'callback_received':
      return applyCallback(attempt, update, at, policy)
    case 'create_resent':
      return {
        ...logActivity(attempt, at, 'sent again'),
        state: 'sending',
        sendCount: attempt.sendCount + 1,
        sentAt: at,
        notFoundCount: 0,
      }
    case 'discarded':
      return markNotCreated(attempt, at)
  }
}

/**
 * Payouts' 422 and 423 say themselves that no order exists; every other refusal is looked up first. So is that of
 * bytes sent again: an earlier sending may have made the order after all.
 */
const provesNoOrder = (attempt: Attempt, status: number): boolean =>
  attempt.profile === 'payout' && attempt.sendCount === 1 && (status === 422 || status === 423)

/** How many look-ups must find nothing after a refusal; more where an earlier sending may have made the order. */
const requiredNotFoundCount = ({ sendCount }: Attempt): number => (sendCount === 1 ? 1 : 2)

/** No order was made under this id, and none will be. */
export const markNotCreated = (attempt: Attempt, at: number): Attempt => ({
  ...autoResolveReview(logActivity(attempt, at, 'no order was made'), at, 'no order was made'),
  ...clearedFields,
  state: 'not_created',
  confirmedAbsent: true,
  finalAt: at,
})

/** What is no longer needed once it is decided that the order exists or not. */
const clearedFields = { body: null, notFoundCount: 0, failedLookups: 0 } as const

/**
 * An answer to a sending that is no longer waited for: its instructions are not shown, since another attempt may
 * have followed. But the order is there, so it is asked for.
 */
const applyLateResponse = (attempt: Attempt, at: number): Attempt =>
  attempt.externalId === null
    ? {
        ...logActivity(attempt, at, 'placed, too late to be shown'),
        state: 'unknown',
        knownToExist: true,
        confirmedAbsent: false,
      }
    : attempt

/** A create's answer counts only over the very sending that it answers. */
const isCurrentSend = (attempt: Attempt, sendNumber: number): boolean =>
  attempt.state === 'sending' && attempt.sendCount === sendNumber

function applyFound(attempt: Attempt, order: Order, at: number, policy: Policy): Attempt {
  if (attempt.externalId !== null && attempt.externalId !== order.externalId)
    return flagForReview(logActivity(attempt, at, 'asked: another order under this id'), 'contradiction', at)

  const normalized = normalizeStatus(order.status)
  const historyComplete = attempt.finalAt !== null && at - attempt.finalAt >= historyMs
  const logged: Attempt = {
    ...logActivity(attempt, at, `asked: ${order.status}`),
    ...clearedFields,
    externalId: order.externalId,
    cardReported: attempt.cardReported || order.externalParams?.cardStorageToken != null,
    history: mergeHistory(attempt, order),
    historyComplete: attempt.historyComplete || historyComplete,
    instructionsLost:
      attempt.instructionsLost ||
      (!isPlaced(attempt.state) && attempt.profile !== 'token' && attempt.profile !== 'payout'),
  }
  if (hasCurrencyMismatch(attempt, order) && (normalized === 'success' || attempt.state === 'succeeded'))
    return flagForReview(isPlaced(attempt.state) ? logged : { ...logged, state: 'placed' }, 'currency', at)

  const next = nextState(attempt, normalized)
  if (next === 'contradiction') return flagForReview(logged, 'contradiction', at)

  const reported =
    parseDecimal(order.amount) ?? parseDecimal(attempt.unconfirmedCallback?.amount) ?? attempt.reported
  const unconfirmed = attempt.unconfirmedCallback
  const agrees =
    unconfirmed === null || normalized === normalizeStatus(unconfirmed.status) || normalized === 'success'
  if (agrees)
    return moveTo(
      {
        ...autoResolveReview(logged, at, 'the order was found'),
        status: order.status,
        reported,
        unconfirmedCallback: null,
      },
      next,
      at,
    )

  // The status endpoint denies what a verified callback says. Ask on, for a set time; then the callback stands.
  if (at - unconfirmed.at < policy.reviewAfterMs) {
    return next === 'failed'
      ? { ...logged, state: isPlaced(logged.state) ? logged.state : 'placed' }
      : moveTo(logged, next, at)
  }
  return acceptUnconfirmed(
    { ...logged, state: isPlaced(logged.state) ? logged.state : 'placed' },
    unconfirmed,
    at,
  )
}

/** The longer of what was known and what is told now: a history only grows. */
const mergeHistory = (attempt: Attempt, order: Order): Attempt['history'] =>
  order.history.length < attempt.history.length
    ? attempt.history
    : order.history.map((item) => ({ ...item, action: item.action === null ? null : redact(item.action) }))

function applyNotFound(attempt: Attempt, at: number, policy: Policy): Attempt {
  const logged = logActivity(attempt, at, 'asked: not found')
  if (attempt.state === 'refused') {
    const notFoundCount = attempt.notFoundCount + 1
    return notFoundCount < requiredNotFoundCount(attempt)
      ? { ...logged, notFoundCount, failedLookups: 0 }
      : {
          ...logged,
          confirmedAbsent: true,
          notFoundCount: 0,
          failedLookups: 0,
          finalAt: attempt.finalAt ?? at,
        }
  }
  if (isPlaced(attempt.state))
    return escalateIfOverdue({ ...logged, failedLookups: attempt.failedLookups + 1 }, at, policy)
  const mayBeInFlight = at < attempt.sentAt + policy.timeoutMs + policy.createGraceMs
  const counts = !mayBeInFlight && !attempt.knownToExist
  return escalateIfOverdue(
    { ...logged, state: 'unknown', notFoundCount: counts ? attempt.notFoundCount + 1 : 0, failedLookups: 0 },
    at,
    policy,
  )
}

function applyCallback(
  attempt: Attempt,
  callback: { externalId: string; status: string; amount: string },
  at: number,
  policy: Policy,
): Attempt {
  if (attempt.externalId !== callback.externalId) return attempt
  const normalized = normalizeStatus(callback.status)
  const next = nextState(attempt, normalized)
  const logged = logActivity(attempt, at, `callback: ${callback.status} ${callback.amount}`)
  const reported = parseDecimal(callback.amount) ?? attempt.reported
  // Alone, a callback that contradicts a final state is late news.
  if (next === 'contradiction') return logged
  const status: 'Success' | 'Failed' | null =
    normalized === 'success' ? 'Success' : normalized === 'failed' ? 'Failed' : null

  if (status === null || (attempt.state === 'succeeded' && normalized === 'success')) {
    const isNewAmount =
      reported !== null && (attempt.reported === null || !sameAmount(attempt.reported, reported))
    return attempt.state === 'placed' && isNewAmount ? { ...logged, reported } : logged
  }
  if (isUnchanged(attempt, next)) return logged
  if (!policy.confirmFinal)
    return moveTo({ ...logged, status, reported, unconfirmedCallback: null }, next, at)
  // Success outweighs a failure that also waits to be confirmed: a failed transfer can become success, never the reverse.
  if (attempt.unconfirmedCallback?.status === 'Success' && status === 'Failed') return logged
  return {
    ...logged,
    unconfirmedCallback: {
      status,
      amount: callback.amount,
      at: attempt.unconfirmedCallback?.status === status ? attempt.unconfirmedCallback.at : at,
    },
  }
}

const isUnchanged = (attempt: Attempt, next: NextState): boolean => attempt.state === next

/** A verified callback that was never confirmed stands, and a human is told. */
const acceptUnconfirmed = (
  attempt: Attempt,
  unconfirmedCallback: NonNullable<Attempt['unconfirmedCallback']>,
  at: number,
): Attempt =>
  flagForReview(
    moveTo(
      {
        ...attempt,
        status: unconfirmedCallback.status,
        reported: parseDecimal(unconfirmedCallback.amount) ?? attempt.reported,
        unconfirmedCallback: null,
      },
      unconfirmedCallback.status === 'Success' ? 'succeeded' : 'failed',
      at,
    ),
    'unconfirmed',
    at,
  )

/** When patience with the status endpoint ends: a callback stands, an unknown create goes to a human. */
function escalateIfOverdue(attempt: Attempt, at: number, policy: Policy): Attempt {
  if (attempt.unconfirmedCallback !== null && at - attempt.unconfirmedCallback.at >= policy.reviewAfterMs)
    return acceptUnconfirmed(attempt, attempt.unconfirmedCallback, at)
  const outcomeUnknown = attempt.state === 'unknown' || attempt.state === 'sending'
  if (outcomeUnknown && at - firstSentAt(attempt) >= policy.reviewAfterMs)
    return flagForReview(attempt, 'unresolved', at)
  return attempt
}

const firstSentAt = (attempt: Attempt): number => attempt.activity[0]?.at ?? attempt.sentAt

function moveTo(attempt: Attempt, next: AttemptState, at: number): Attempt {
  const isFinal = next === 'failed' || next === 'succeeded'
  const changed = attempt.state !== next
  return {
    ...attempt,
    state: next,
    instructions: isFinal ? null : attempt.instructions,
    finalAt: isFinal ? (changed ? at : attempt.finalAt) : null,
    historyComplete: isFinal ? attempt.historyComplete && !changed : false,
  }
}

/** Needs review, once: the same finding again is no news. */
function flagForReview(attempt: Attempt, reason: ReviewReason, at: number): Attempt {
  if (attempt.review?.reason === reason) return attempt
  return { ...logActivity(attempt, at, `needs review: ${reason}`), review: { reason, at, resolved: null } }
}

/** An unresolved create whose fate is known after all needs no human any more. */
function autoResolveReview(attempt: Attempt, at: number, note: string): Attempt {
  if (attempt.review?.reason !== 'unresolved' || attempt.review.resolved !== null) return attempt
  return {
    ...attempt,
    review: { ...attempt.review, resolved: { at, by: 'automatic', note } },
  }
}

/** An empty key names no currency. */
function hasCurrencyMismatch(attempt: Attempt, order: Order): boolean {
  const reported = order.currency?.trim() ?? ''
  return reported !== '' && reported.toUpperCase() !== attempt.amount.currency.toUpperCase()
}

/** An amount as the service writes it, in plain digits; null where it is none that money can have. */
function parseDecimal(text: string | null | undefined): string | null {
  const plain = plainAmount(text ?? '')
  return /^\d+(\.\d+)?$/.test(plain) ? plain : null
}

const maxActivityItems = 60

/** Adds a line to the attempt's story; the same line again only counts. */
export function logActivity(attempt: Attempt, at: number, what: string): Attempt {
  const last = attempt.activity.at(-1)
  if (last?.what === what) {
    return {
      ...attempt,
      activity: [...attempt.activity.slice(0, -1), { ...last, last: at, times: last.times + 1 }],
    }
  }
  const [first, ...rest] = attempt.activity
  const kept =
    first === undefined || attempt.activity.length < maxActivityItems
      ? attempt.activity
      : [first, ...rest.slice(1)]
  return { ...attempt, activity: [...kept, { at, last: at, times: 1, what }] }
}
