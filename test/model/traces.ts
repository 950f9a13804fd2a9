import type * as server from '../../src/server/rules/model.ts'
import type { Fact } from '../simulator/fact.ts'
import type { Order, Service } from '../simulator/service.ts'
import type { Checkout, News } from './state.ts'
import { numberOf, outOfScope, storedOf } from './stored.ts'

/** What is stored of a checkout or a payout, and what the service says of each of its attempts at that moment. */
export interface Observation {
  stored: Checkout
  service: readonly (News | null)[]
}

export interface Trace {
  entry: string
  asked: number
  /** What counts as paid by itself. */
  enough: number
  /** By attempt: all that the service has said of its order. */
  words: readonly (readonly News[])[]
  /** Until the model has no such history. */
  observations: Observation[]
  /** Why it ends before the history does; null: it does not. */
  outOfScope: string | null
}

const orderOf = ({ externalTransactionId: id }: server.Attempt, service: Service): Order | undefined =>
  service.orders().find((order) => order.externalTransactionId === id)

/** What the order has been, the oldest first. */
const pastOf = (order: Order | undefined): Pick<Order, 'status' | 'amount'>[] =>
  order === undefined ? [] : [...order.earlier, order]

function wordOf({ status, amount }: Pick<Order, 'status' | 'amount'>): News {
  if (status === 'Failed') return 'failed'
  return status === 'Success' ? numberOf(amount) : 'pending'
}

/** All that the service has said of the order of each attempt, the last word last. */
const wordsOf = ({ attempts }: server.Entry, service: Service): News[][] =>
  attempts
    .map((attempt) => pastOf(orderOf(attempt, service)).map(wordOf))
    .map((words) => words.filter((word, n) => word !== words[n - 1]))

const observe = (entry: server.Entry, service: Service): Observation => ({
  stored: storedOf(entry),
  service: wordsOf(entry, service).map((words) => words.at(-1) ?? null),
})

const hasOnePrice = ({ attempts }: server.Entry): boolean =>
  new Set(attempts.map(({ amount }) => numberOf(amount.value))).size < 2

/** A callback is ahead of everything else that the service says. */
const hasCallbackAhead = ({ attempts }: server.Entry, service: Service): boolean =>
  attempts.some((attempt) => {
    const past = pastOf(orderOf(attempt, service))
    return attempt.activity.some(
      (item) => item.type === 'callback_received' && !past.some(({ status }) => status === item.status),
    )
  })

/** The interface has no way back from what is final, but that a failed transfer is corrected. */
const isTakenBack = (words: readonly News[]): boolean =>
  words.some((word, n) => {
    const before = words[n - 1]
    return typeof before === 'number' ? typeof word !== 'number' : before === 'failed' && word === 'pending'
  })

/** A create has arrived after a lookup had counted that it cannot arrive any more: the model's clocks do not lie. */
const arrivesLate = (before: Observation, after: Observation): boolean =>
  before.stored.attempts.some(
    ({ notFound, sends }, a) =>
      notFound > 0 &&
      before.service[a] === null &&
      after.service[a] !== null &&
      after.stored.attempts[a]?.sends === sends,
  )

/** An attempt is discarded, or one that is over replaced, as the time ends, before that is stored: the model has no times. */
const endsEarly = ({ stored: before }: Observation, { stored: after }: Observation): boolean =>
  !after.expired &&
  after.attempts.every(({ state }) => state !== 'succeeded') &&
  after.attempts.some(({ state, review, setAside }, a) => {
    const was = before.attempts[a]
    const isDiscarded = state === 'absent' && was?.state === 'unknown' && review?.resolved !== 'operator'
    return isDiscarded || (!before.expired && state !== 'placed' && setAside && was?.setAside === false)
  })

/** A failed refund whose payout the service calls paid later. */
const revivesRefund = ({ stored: before }: Observation, { stored: after }: Observation): boolean =>
  before.refunds.some(
    ({ state }, index) => state === 'released' && after.refunds[index]?.state !== 'released',
  )

function leavesScope(
  entry: server.Entry,
  service: Service,
  before: Observation | undefined,
  after: Observation,
): string | null {
  const reason = entry.attempts.map(outOfScope).find((one) => one !== null)
  if (reason !== undefined) return reason
  if (entry.erasedAt !== null) return 'erased data'
  if (entry.kind === 'checkout' && entry.refunds.some(({ paid }) => paid !== undefined))
    return 'a refund of more than its amount'
  if (!hasOnePrice(entry)) return 'another price'
  if (hasCallbackAhead(entry, service)) return 'a callback that is ahead'
  if (wordsOf(entry, service).some(isTakenBack)) return 'a final status that is taken back'
  // A payout whose commits were lost is created again under the same id.
  if (before === undefined) return after.service.some((word) => word !== null) ? 'an earlier order' : null
  if (arrivesLate(before, after)) return 'a create that arrives late'
  if (endsEarly(before, after)) return 'an attempt that is discarded or replaced as the time ends'
  return revivesRefund(before, after) ? 'a failed refund that is paid' : null
}

/** Records what a history of the simulator writes to the store, by checkout and payout. */
export function recordTraces(): { observe(fact: Fact, service: Service): void; traces(): Trace[] } {
  const traces = new Map<string, Trace>()

  function observeStored(entry: server.Entry, service: Service): void {
    const [first] = entry.attempts
    if (first === undefined) return
    const asked = numberOf(first.amount.value)
    const trace = traces.get(entry.id) ?? {
      ...{ entry: entry.id, asked, enough: asked - numberOf(first.tolerance) },
      ...{ words: [], observations: [], outOfScope: null },
    }
    traces.set(entry.id, trace)
    if (trace.outOfScope !== null) return
    const observation = observe(entry, service)
    const last = trace.observations.at(-1)
    trace.outOfScope = leavesScope(entry, service, last, observation)
    if (trace.outOfScope !== null) return
    trace.words = wordsOf(entry, service)
    if (JSON.stringify(last?.stored) !== JSON.stringify(observation.stored))
      trace.observations.push(observation)
  }

  return {
    observe(fact, service) {
      if (fact.type === 'stored') observeStored(fact.entry, service)
      // The model's database loses nothing.
      const lost = fact.type === 'lost' ? traces.get(fact.subject) : undefined
      if (lost !== undefined) lost.outOfScope ??= 'lost commits'
    },
    traces: () => [...traces.values()].filter(({ observations }) => observations.length > 0),
  }
}
