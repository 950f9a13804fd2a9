import type * as server from '../../src/server/rules/model.ts'
import type { Order, Service } from '../simulator/service.ts'
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
  /** Every amount that the service has called paid. */
  amounts: number[]
  /** A lookup has said what was no longer so. */
  lags: boolean
  /** Until the model has no such history. */
  observations: Observation[]
  /** Why it ends before the history does; null: it does not. */
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
  paid: attempt.state === 'succeeded' ? numberOf(attempt.reported ?? attempt.amount.value) : null,
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

function wordOf({ status, amount }: Pick<Order, 'status' | 'amount'>): News {
  if (status === 'Failed') return 'failed'
  return status === 'Success' ? numberOf(amount) : 'pending'
}

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
      return order === undefined ? null : wordOf(order)
    }),
  }
}

/** A lookup has found nothing of an order that the service has. */
const lagsBehind = ({ attempts }: server.Checkout, service: Service): boolean =>
  attempts.some(({ externalTransactionId, externalId }) =>
    [externalTransactionId, externalId ?? ''].some((id) => service.missed().has(id)),
  )

/** The interface has no way back from what is final, but that a failed transfer is corrected. */
const isTakenBack = (before: News | null, after: News | null): boolean =>
  typeof before === 'number' ? typeof after !== 'number' : before === 'failed' && after === 'pending'

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

/** Records what a history of the simulator writes to the store, by checkout. */
export function recordTraces(): { observe(fact: Fact, service: Service): void; traces(): Trace[] } {
  const traces = new Map<string, Trace>()
  /** By `externalId`: every status that the order has had. */
  const statuses = new Map<string, Set<string>>()
  /** By `externalTransactionId`: all that the service has said of the order, the last word last. */
  const words = new Map<string, News[]>()
  const wordsOf = ({ externalTransactionId }: server.Attempt): News[] =>
    words.get(externalTransactionId) ?? []

  function observeService(service: Service): void {
    for (const { externalId, externalTransactionId: id, ...order } of service.orders()) {
      statuses.set(externalId, (statuses.get(externalId) ?? new Set()).add(order.status))
      const before = words.get(id) ?? []
      const word = wordOf(order)
      if (before.at(-1) !== word) words.set(id, [...before, word])
    }
  }

  /** A callback may be ahead of everything else that the service says. */
  const isAhead = ({ attempts }: server.Checkout): boolean =>
    attempts.some(({ externalId, activity }) =>
      activity.some(
        (item) =>
          item.type === 'callback_received' && statuses.get(externalId ?? '')?.has(item.status) !== true,
      ),
    )

  function observeStored(entry: server.Checkout, service: Service): void {
    const asked = numberOf(entry.attempts[0]?.amount.value ?? entry.amount.value)
    const trace = traces.get(entry.id) ?? {
      ...{ checkout: entry.id, asked, amounts: [], lags: false },
      ...{ observations: [], outOfScope: null },
    }
    traces.set(entry.id, trace)
    if (entry.attempts.length === 0 || trace.outOfScope !== null) return
    trace.asked = asked
    trace.amounts = [...new Set(entry.attempts.flatMap(wordsOf).filter((word) => typeof word === 'number'))]
    trace.lags ||= lagsBehind(entry, service)
    const observation = observe(entry, service)
    const last = trace.observations.at(-1)
    trace.outOfScope = leavesScope(entry, last, observation)
    if (trace.outOfScope === null && JSON.stringify(last?.stored) !== JSON.stringify(observation.stored))
      trace.observations.push(observation)
  }

  function leavesScope(
    entry: server.Checkout,
    before: Observation | undefined,
    after: Observation,
  ): string | null {
    const reason = entry.attempts.map(outOfScope).find((one) => one !== null)
    if (reason !== undefined) return reason
    if (
      entry.attempts.some(
        ({ amount }) => numberOf(amount.value) !== numberOf(entry.attempts[0]?.amount.value ?? ''),
      )
    )
      return 'another price'
    if (isAhead(entry)) return 'a callback that is ahead'
    if (
      entry.attempts.map(wordsOf).some((all) => all.some((word, n) => isTakenBack(all[n - 1] ?? null, word)))
    )
      return 'a final status that is taken back'
    if (before === undefined) return null
    if (revivesRefund(before, after)) return 'a failed refund that is paid'
    return flagsEarlier(before, after) ? 'a payment that is found late' : null
  }

  return {
    observe(fact, service) {
      observeService(service)
      if (fact.type === 'stored' && fact.entry.kind === 'checkout') observeStored(fact.entry, service)
    },
    traces: () => [...traces.values()].filter(({ observations }) => observations.length > 0),
  }
}
