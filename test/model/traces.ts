import type * as server from '../../src/server/rules/model.ts'
import type { Service } from '../simulator/service.ts'
import type { Fact } from '../simulator/world.ts'
import { type Attempt, type Checkout, isPaid, type News, type Review } from './state.ts'

/** What is stored of a checkout, and what the service says of each of its attempts at that moment. */
export interface Observation {
  stored: Checkout
  service: readonly (News | null)[]
}

export interface Trace {
  checkout: string
  asked: number
  observations: Observation[]
  /** Why the model has no such history; null: it is in its scope. */
  outOfScope: string | null
}

const numberOf = (amount: string): number => Math.round(Number(amount) * 1000)

const reasons: readonly string[] = ['unresolved', 'unconfirmed', 'contradiction', 'underpaid', 'overpaid']
const isReason = (reason: string): reason is Review['reason'] => reasons.includes(reason)

/** What the model does not have. */
function outOfScope(attempt: server.Attempt): string | null {
  if (attempt.foreignId !== null) return "an order that may be another's"
  if (attempt.otherCurrency !== null) return 'another currency'
  if (attempt.review !== null && !isReason(attempt.review.reason))
    return `a review of the reason ${attempt.review.reason}`
  const other = attempt.activity.find(({ type }) =>
    ['lookup_found_other', 'lookup_found_foreign', 'id_taken', 'details_missing', 'body_unreadable'].includes(
      type,
    ),
  )
  if (other !== undefined) return other.type
  if (attempt.state === 'succeeded' && attempt.reported === null) return 'a success without an amount'
  const isForgotten = attempt.unconfirmedCallback?.amount === ''
  return isForgotten ? 'a create that is answered with Failed' : null
}

function reviewOf({ review }: server.Attempt): Attempt['review'] {
  if (review === null || !isReason(review.reason)) return null
  return { reason: review.reason, resolved: review.resolved?.by ?? 'no' }
}

const attemptOf = (attempt: server.Attempt): Attempt => ({
  kind: attempt.profile === 'p2p' ? 'transfer' : attempt.profile === 'form' ? 'form' : 'card',
  state: attempt.state,
  sends: attempt.sendCount,
  known: attempt.knownToExist,
  absent: attempt.confirmedAbsent,
  notFound: Math.min(2, attempt.notFoundCount),
  doubted: attempt.doubtedAt !== null,
  details: attempt.paymentDetails !== null,
  lost: attempt.detailsLost,
  callback:
    attempt.unconfirmedCallback === null
      ? null
      : attempt.unconfirmedCallback.status === 'Failed'
        ? 'failed'
        : numberOf(attempt.unconfirmedCallback.amount),
  paid: attempt.state === 'succeeded' && attempt.reported !== null ? numberOf(attempt.reported) : null,
  short: attempt.underpaid,
  replaced: attempt.replacedAt !== null,
  review: reviewOf(attempt),
  flagged: attempt.activity.some((item) => item.type === 'review_opened' && item.reason === 'overpaid'),
})

const refundStates = {
  requested: 'reserved',
  pending: 'reserved',
  succeeded: 'paid',
  failed: 'released',
  withdrawn: 'released',
} as const

function observe(entry: server.Checkout, service: Service): Observation {
  const orders = new Map(service.orders().map((order) => [order.externalTransactionId, order]))
  return {
    stored: {
      attempts: entry.attempts.map(attemptOf),
      expired: entry.expired,
      refunds: entry.refunds.map(({ amount, state }) => ({
        amount: numberOf(amount.value),
        state: refundStates[state],
      })),
    },
    service: entry.attempts.map(({ externalTransactionId }) => {
      const order = orders.get(externalTransactionId)
      if (order === undefined) return null
      if (order.status === 'Failed') return 'failed'
      return order.status === 'Success' ? numberOf(order.amount) : 'pending'
    }),
  }
}

/** A lookup has found nothing of an order that the service has. */
const lagsBehind = ({ attempts }: server.Checkout, service: Service): boolean =>
  attempts.some(({ externalTransactionId, externalId }) =>
    [externalTransactionId, externalId ?? ''].some((id) => service.missed().has(id)),
  )

/** The interface has no way back from what is final, but that a failed transfer is corrected. */
const takesBack = ({ service: before }: Observation, { service: after }: Observation): boolean =>
  before.some((word, a) =>
    typeof word === 'number' ? typeof after[a] !== 'number' : word === 'failed' && after[a] === 'pending',
  )

/** A failed refund whose payout the service calls paid later. */
const revivesRefund = ({ stored: before }: Observation, { stored: after }: Observation): boolean =>
  before.refunds.some(
    ({ state }, index) => state === 'released' && after.refunds[index]?.state !== 'released',
  )

/** The payment that came second was stored first: the model has no times. */
const flagsEarlier = ({ stored: before }: Observation, { stored: after }: Observation): boolean =>
  after.attempts.some(({ flagged }, a) => {
    const earlier = before.attempts[a]
    return flagged && earlier !== undefined && !earlier.flagged && isPaid(earlier)
  }) && after.attempts.filter(isPaid).length > before.attempts.filter(isPaid).length

/** Lookups name no amount from here on. */
const hidesAmounts = (move: string): boolean =>
  move.startsWith('hide amounts') || /"(hides|hidden)":true/.test(move)

/** Records what a history of the simulator writes to the store, by checkout. */
export function recordTraces(): { observe(fact: Fact, service: Service): void; traces(): Trace[] } {
  const traces = new Map<string, Trace>()
  /** By `externalId`: every status that the service has had. */
  const statuses = new Map<string, Set<string>>()
  let hasAmounts = true

  /** A callback may be ahead of everything else that the service says. */
  const isAhead = ({ attempts }: server.Checkout): boolean =>
    attempts.some(({ externalId, activity }) =>
      activity.some(
        (item) =>
          item.type === 'callback_received' && statuses.get(externalId ?? '')?.has(item.status) !== true,
      ),
    )

  function observeStored(entry: server.Checkout, service: Service): void {
    for (const { externalId, status } of service.orders())
      statuses.set(externalId, (statuses.get(externalId) ?? new Set()).add(status))
    const asked = numberOf(entry.attempts[0]?.amount.value ?? entry.amount.value)
    const trace = traces.get(entry.id) ?? { checkout: entry.id, asked, observations: [], outOfScope: null }
    traces.set(entry.id, trace)
    if (entry.attempts.length === 0) return
    trace.asked = asked
    trace.outOfScope ??= entry.attempts.map(outOfScope).find((reason) => reason !== null) ?? null
    if (entry.attempts.some(({ amount }) => numberOf(amount.value) !== asked))
      trace.outOfScope ??= 'another price'
    if (lagsBehind(entry, service)) trace.outOfScope ??= 'a lookup that lags behind'
    if (isAhead(entry)) trace.outOfScope ??= 'a callback that is ahead'
    const observation = observe(entry, service)
    const last = trace.observations.at(-1)
    if (last !== undefined) {
      if (takesBack(last, observation)) trace.outOfScope ??= 'a final status that is taken back'
      if (revivesRefund(last, observation)) trace.outOfScope ??= 'a failed refund that is paid'
      if (flagsEarlier(last, observation)) trace.outOfScope ??= 'a payment that is found late'
    }
    const hasSucceeded = entry.attempts.some(({ state }) => state === 'succeeded')
    if (!hasAmounts && hasSucceeded) trace.outOfScope ??= 'a lookup without an amount'
    if (JSON.stringify(last?.stored) !== JSON.stringify(observation.stored))
      trace.observations.push(observation)
  }

  return {
    observe(fact, service) {
      if (fact.type === 'move' && hidesAmounts(fact.text)) hasAmounts = false
      if (fact.type === 'stored' && fact.entry.kind === 'checkout') observeStored(fact.entry, service)
    },
    traces: () => [...traces.values()].filter(({ observations }) => observations.length > 0),
  }
}
