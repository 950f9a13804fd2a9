import type { EntryEvent } from '../../../src/server/index.ts'
import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import type { Customer } from '../customers.ts'
import type { Order } from '../service.ts'
import type { verifiedFields } from '../service-wire.ts'
import { graceMs, timeoutMs } from '../shop-rules.ts'
import { InvariantViolation } from '../violation.ts'
import { isPayable, isUndecided, kindOf } from './attempts.ts'

/** What a callback says, and which pipelines' key has signed it. */
export type Signed = ReturnType<typeof verifiedFields>

export const textOf = ({ value, currency }: { value: string; currency: string }): string =>
  `${value} ${currency}`

/** The shop and the conditions of a history. */
export interface Surroundings {
  now(): number
  /** The prices that an order had, as `AMOUNT CURRENCY`, the current one last. */
  pricesOf(reference: string): readonly string[]
  /** Lookups have always reported all that the service knows. */
  isExact(): boolean
  skewMs: number
  approval: number
  tokens: number
  maxAttempts: number
  claimAfterMs: number
  payoutLimit: number
  payerFields: number
  /** Of some orders the shop accepts a little less. */
  tolerance: number
  wrongClocks: number
}

/** What is observed of a history, and how a rule that does not hold is reported. `skewMs`: by how much clocks may be wrong. */
export function createObserved(surroundings: Surroundings) {
  const { skewMs } = surroundings
  const accepted: (Signed & { at: number })[] = []
  /** Callbacks with a valid signature, which may be stored although the service received no 200. */
  const signed: (Signed & { at: number })[] = []
  const record = {
    accepted,
    signed,
    /** Two instances' clocks may differ by twice their error. */
    inFlightMs: timeoutMs + graceMs - 2 * skewMs,
    /** The entries as they were last stored, by id. */
    stored: new Map<string, Entry>(),
    absent: new Set<string>(),
    /** How often a checkout has got new time after it had expired. */
    restarts: new Map<string, number>(),
    eventsByEntry: new Map<string, EntryEvent[]>(),
    /** What the service has said in any response, by externalId or externalTransactionId. */
    reported: new Map<string, Set<string>>(),
    /** When the last lookup or create was requested that has found the order, by externalId. */
    lastFoundAt: new Map<string, number>(),
    /** When the lookups that have found nothing were requested, by externalTransactionId. */
    notFoundAt: new Map<string, number[]>(),
    /** Attempts whose order exists, although the service has said at least once that it does not. */
    denied: new Set<string>(),
    refused: new Set<string>(),
    /** When the service last said that it has an attempt already. */
    duplicates: new Map<string, number>(),
    sentAt: new Map<string, number>(),
    /** By attempt: when each verified callback for its address was sent, and acknowledged. */
    calledBack: new Map<string, Set<{ from: number; until: number }>>(),
    /** Attempts of which a callback has reported enough after a success of less than asked. */
    topUps: new Set<string>(),
    amountsOf: new Map<string, Set<string>>(),
    /** By attempt: the amounts that its order had while it was paid. */
    paidAmounts: new Map<string, Set<string>>(),
    /** Attempts whose id another system has used at the service: the order is not ours. */
    foreign: new Set<string>(),
    /** Attempts of which a lookup has reported less than before. */
    stale: new Set<string>(),
    /** Attempts about which a response has named the order of another one. */
    confused: new Set<string>(),
    /** Attempts of which a lookup has named an amount that cannot be read: also of a paid one an operator receives it. */
    garbled: new Set<string>(),
    /** Attempts of which lookups have reported another currency than the one asked for. */
    inOtherCurrency: new Set<string>(),
    everSuccess: new Set<string>(),
    /** Attempts that had failed, and then succeeded. */
    everCorrected: new Set<string>(),
    everReversed: new Set<string>(),
    lateAmounts: new Set<string>(),
    /** Attempts whose lower amount an operator may have accepted, and those where the server has confirmed it. */
    accepts: { requested: new Set<string>(), accepted: new Set<string>() },
    /** Whose data an operator has erased. */
    erased: new Set<Customer>(),
    /** How many lookups have found nothing since the last create of the attempt cannot be in flight. */
    foundNothing: new Map<string, number>(),
    /** How many prices each order had had when the last request began that has opened it. */
    openedAt: new Map<string, number>(),
    /** By id of an entry or an attempt: when a failover has lost commits about it. */
    lostAt: new Map<string, number>(),
    /** Attempts of which a failover has left nothing. */
    lostAttempts: new Set<string>(),
    /** Events that a failover has lost: an instance that had them may still deliver them. */
    lostEvents: new Set<string>(),
    /** Until then a seal key is missing somewhere, or what was sealed meanwhile may not be renewed yet. */
    keysMissingUntil: 0,
    /** When each request under way began. `mayWrite`: it is no GET. */
    requests: new Set<{ path: string; mayWrite: boolean; at: number }>(),
    wasErased: false,
    wasPutAside: false,
    /** Nothing stopped, so due work is done in time. */
    isPunctual: true,
    /** When the last instance that had stopped ran again. */
    runningSince: 0,
    /** When a key was last obtained that took its time. */
    slowKeyAt: 0,
  }
  const violations: string[] = []

  /** By either id. */
  const isIn = (set: ReadonlySet<string>, { externalTransactionId, externalId }: Attempt): boolean =>
    set.has(externalTransactionId) || set.has(externalId ?? '')
  const expectRule = (holds: boolean, rule: string): void => {
    if (!holds) violations.push(rule)
  }
  const throwIfViolated = (): void => {
    if (violations.length > 0) throw new InvariantViolation(violations.join('\n'))
  }
  const add = <T>(map: Map<string, Set<T>>, key: string, value: T): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value))
  }
  /** Those of an attempt, of its own kind, that the key of its pipeline has signed. */
  const claimsOf = <T extends Signed>(
    { externalId, profile, pipeline }: Attempt,
    callbacks: readonly T[],
  ): T[] => {
    const kind = profile === 'payout' ? 'payout' : 'checkout'
    return callbacks.filter(
      (one) =>
        one.externalId === externalId && kindOf(one.orderType) === kind && one.signedBy.includes(pipeline),
    )
  }
  /** The service's orders without those of another system. */
  const ours = (orders: readonly Order[]): Order[] =>
    orders.filter(({ externalTransactionId: id }) => !record.foreign.has(id))
  function notePaidAmounts(orders: readonly Order[]): void {
    for (const { externalTransactionId: id, amount, status } of orders)
      if (status === 'Success') add(record.paidAmounts, id, amount)
  }
  const eventsOf = ({ id }: Entry): string[] =>
    (record.eventsByEntry.get(id) ?? []).map((event) => `${event.attempt} ${event.type}`)
  const notFoundSince = (id: string, since: number): number =>
    (record.notFoundAt.get(id) ?? []).filter((at) => at >= since).length
  /** Another may have followed one that was called absent because the service had denied its order. */
  const mayBePaid = (attempt: Attempt): boolean => {
    const { externalTransactionId: id } = attempt
    return (isPayable(attempt) || isUndecided(attempt)) && !(record.absent.has(id) && record.denied.has(id))
  }
  return {
    ...surroundings,
    ...record,
    isIn,
    expectRule,
    throwIfViolated,
    add,
    claimsOf,
    ours,
    notePaidAmounts,
    eventsOf,
    notFoundSince,
    mayBePaid,
  }
}
export type Observed = ReturnType<typeof createObserved>
