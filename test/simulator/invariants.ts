import type { CheckoutView } from '../../src/contract/index.ts'
import type { EntryEvent } from '../../src/server/index.ts'
import type { Attempt, Entry } from '../../src/server/rules/model.ts'
import type { StoredAuditRecord } from '../../src/server/store/audit.ts'
import type { StoredCard } from '../../src/server/store/cards.ts'
import { createClaimInvariants } from './claims.ts'
import type { Lost } from './failover.ts'
import { isUnderReview } from './invariants/attempts.ts'
import { createCallbackInvariants } from './invariants/callbacks.ts'
import { createCardInvariants } from './invariants/cards.ts'
import { createCreateInvariants } from './invariants/creates.ts'
import { createEntryInvariants } from './invariants/entries.ts'
import { createFailoverInvariants } from './invariants/failover.ts'
import { createObserved, type Surroundings, textOf } from './invariants/observed.ts'
import { createOperatorInvariants } from './invariants/operators.ts'
import { createOrderInvariants } from './invariants/orders.ts'
import { createPaceInvariants } from './invariants/pace.ts'
import { createPayoutInvariants } from './invariants/payouts.ts'
import { createPriceInvariants } from './invariants/prices.ts'
import { createRestInvariants } from './invariants/rest.ts'
import { createTransitionInvariants } from './invariants/transitions.ts'
import { createViewInvariants } from './invariants/views.ts'
import { isPaid } from './paid.ts'
import { createFieldInvariants } from './payer-fields.ts'
import type { Order } from './service.ts'
import { leaseMs } from './shop-rules.ts'
import { createStatementInvariants } from './statements.ts'

export type Invariants = ReturnType<typeof createInvariants>

/**
 * The rules of money, stated over what is observed: the service's orders are the truth about the money, and every view,
 * screen, event and stored attempt has to agree with them.
 */
export function createInvariants(surroundings: Surroundings) {
  const observed = createObserved(surroundings)
  const {
    stored,
    restarts,
    eventsByEntry,
    duplicates,
    foundNothing,
    lostAttempts,
    lostEvents,
    openedAt,
    requests,
    expectRule,
    throwIfViolated,
    ours,
    notePaidAmounts,
    eventsOf,
    now,
    pricesOf,
    skewMs,
    tolerance,
    payoutLimit,
    payerFields,
  } = observed
  const versions = new Set<string>()
  const statements = createStatementInvariants(expectRule, now, tolerance > 0)
  const fields = createFieldInvariants(expectRule)
  const claims = createClaimInvariants(expectRule, () => now() + skewMs)
  const creates = createCreateInvariants(observed)
  const transitions = createTransitionInvariants(observed)
  const pace = createPaceInvariants(observed)
  const views = createViewInvariants(observed, statements.onView)
  const callbacks = createCallbackInvariants(observed)
  const cardRules = createCardInvariants(observed)
  const prices = createPriceInvariants(observed)
  const operators = createOperatorInvariants(observed)
  const payouts = createPayoutInvariants(observed)
  const entryRules = createEntryInvariants(observed)
  const orders = createOrderInvariants(observed)
  const rest = createRestInvariants(observed)
  const failover = createFailoverInvariants(observed)
  return {
    ...creates,
    ...pace,
    ...views,
    ...callbacks,
    ...cardRules,
    ...prices,
    ...operators,
    ...payouts,
    ...orders,
    ...rest,
    ...failover,
    checkSecrets: statements.checkSecrets,
    checkStoredSecrets: statements.checkStoredSecrets,
    onAct: statements.onAct,
    onCreateBody(id: string, body: string, entry: Entry | null): void {
      const attempt = entry?.attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      statements.onCreateBody(id, body, attempt)
      if (payerFields > 0 && entry?.kind === 'checkout' && attempt !== undefined)
        fields.onCreateBody(entry, attempt, body)
    },
    onDecline: claims.onDecline,
    onFieldsGiven: fields.onGiven,
    onFieldsShown: fields.onOpened,
    onResponse: (what: string, status: number): void =>
      expectRule(status < 500, `${what} returned ${status}`),
    onError: (error: unknown): void =>
      expectRule(false, error instanceof Error ? (error.stack ?? error.message) : String(error)),
    /** A row cannot be read, and a callback for it waits with it. */
    onDamage(): void {
      observed.wasPutAside = true
    },
    /** An instance stops until then: from now on due work may be late. */
    onOutage(until: number): void {
      observed.isPunctual = false
      observed.runningSince = Math.max(observed.runningSince, until)
      foundNothing.clear()
      // It may not have stored its last responses, nor confirmed the price that it stored.
      for (const [id, at] of duplicates) if (at > now() - leaseMs) duplicates.delete(id)
      openedAt.clear()
    },
    /** Another instance works on the entry: the last response was not stored. */
    onLeaseLost(entryId: string): void {
      for (const { externalTransactionId: id } of stored.get(entryId)?.attempts ?? []) {
        duplicates.delete(id)
        foundNothing.delete(id)
      }
    },
    /** Seal keys are missing, or no longer. What was sealed is renewed within `ms`. */
    onKeys(areMissing: boolean, ms: number): void {
      observed.keysMissingUntil = areMissing ? Number.POSITIVE_INFINITY : now() + ms
      cardRules.forgetDeletions(0)
    },
    /** A replica that lacks the last commits has taken over. */
    onFailover(lost: Lost): void {
      failover.forgetLost(lost)
      for (const [id, { before, now: left }] of lost.entries) {
        if (left !== null) versions.delete(`${id} over its version ${left.version}`)
        if (before.kind === 'checkout') prices.forgetToken(before.order)
        for (const attempt of before.attempts) pace.forgetStored(attempt)
        for (const attempt of before.attempts)
          if (left?.attempts[attempt.n - 1]?.state !== 'refused') transitions.forgetRefusal(attempt)
      }
      callbacks.forgetReports(lost.events)
      cardRules.forgetDeletions(lost.since)
      statements.forgetActs(lost.since)
    },
    onMerchantEvent(event: EntryEvent): void {
      if (lostEvents.has(event.id)) return
      const earlier = eventsByEntry.get(event.entryId) ?? []
      const same = earlier.find(({ id }) => id === event.id)
      const isSame = same === undefined || JSON.stringify(same) === JSON.stringify(event)
      expectRule(isSame, `${event.id} changed between deliveries`)
      if (same !== undefined) return
      statements.onEvent(event)
      expectRule(event.seq === earlier.length + 1, `event ${event.seq} of ${event.entryId} is out of order`)
      eventsByEntry.set(event.entryId, [...earlier, event])
    },
    /** An instance has stored the entry. */
    onStored(entry: Entry): void {
      const { id, version, attempts } = entry
      const isRecorded = attempts.every(({ activity }) => activity.every(({ type }) => type !== undefined))
      expectRule(isRecorded, `the activity of ${id} has an item that says nothing`)
      // PostgreSQL refuses other times.
      const isWhole = attempts.every(({ nextLookupAt }) => Number.isInteger(nextLookupAt ?? 0))
      expectRule(isWhole, `${id} has work at a fraction of a millisecond`)
      const before = stored.get(id)
      stored.set(id, entry)
      views.onWritten(before, entry)
      statements.onStored(before, entry)
      const isClaiming = [...requests].some(({ path }) => path.includes(entry.id) && path.endsWith('/claim'))
      claims.onStored(before, entry, isClaiming)
      transitions.checkSurplus(before, entry)
      transitions.checkPaidTwice(before, entry)
      const write = `${id} over its version ${version}`
      expectRule(!versions.has(write), `two writes of ${write}`)
      if (before !== undefined) versions.add(write)
      const numbers = attempts.map(({ n }) => n)
      expectRule(
        numbers.every((n, index) => n === index + 1),
        `${id} has the attempts ${numbers}`,
      )
      for (const [index, attempt] of attempts.entries()) {
        lostAttempts.delete(attempt.externalTransactionId)
        transitions.checkAttempt(before?.attempts[index], attempt, entry.updatedAt)
        pace.checkAttempt(before?.attempts[index], attempt, entry)
      }
      if (entry.kind === 'payout') payouts.onPayoutStored(entry)
      if (entry.kind !== 'checkout') return
      const isWatched = attempts.every(
        ({ state, nextLookupAt }) => state !== 'placed' || nextLookupAt !== null,
      )
      expectRule(isWatched || entry.expired, `${id} has an open order that nothing looks up`)
      const hidden = attempts.filter(({ replacedAt }) => replacedAt !== null || entry.expired)
      expectRule(
        hidden.every(({ paymentDetails }) => paymentDetails === null),
        `${id} keeps payment details that are hidden`,
      )
      if (before?.kind !== 'checkout') return
      const known = pricesOf(entry.order)
      const [from, to] = [textOf(before.amount), textOf(entry.amount)]
      expectRule(known.lastIndexOf(to) >= known.indexOf(from), `${id} went back from ${from} to ${to}`)
      if (before.expired && !entry.expired) restarts.set(id, (restarts.get(id) ?? 0) + 1)
      transitions.checkCheckout(before, entry)
    },
    /** After retention has erased something, each entry. */
    onErasedOld(entry: Entry): void {
      const { id, erasedAt, lastEventSeq } = entry
      const before = stored.get(id)
      if (erasedAt === null || before === undefined || before.erasedAt !== null) return
      const expectNone = (why: string, applies: (attempt: Attempt) => boolean): void =>
        expectRule(!before.attempts.some(applies), `${id} was erased by retention, although ${why}`)
      expectNone('it is watched', ({ nextLookupAt }) => nextLookupAt !== null)
      expectNone('an operator decides it', isUnderReview)
      expectNone('a claim is open', ({ claims: made }) => made.some(({ resolved }) => resolved === null))
      const isDelivered = eventsOf(before).length === lastEventSeq
      expectRule(isDelivered, `${id} was erased by retention, although events of it are not delivered`)
      observed.wasErased = true
      stored.set(id, entry)
      statements.onStored(before, entry)
    },
    /**
     * After every step, with everything stored. `listed`: what an operator finds in need of a review, as also of what is
     * `putAside`.
     */
    checkStep(
      entries: Entry[],
      all: readonly Order[],
      { cards, listed, putAside }: { cards: StoredCard[]; listed: Entry[]; putAside: ReadonlySet<string> },
    ): void {
      const orders = ours(all)
      notePaidAmounts(orders)
      const waiting = entries.filter(({ attempts }) => attempts.some(isUnderReview)).map(({ id }) => id)
      const found = listed.map(({ id }) => id).filter((id) => waiting.includes(id) || !putAside.has(id))
      expectRule(waiting.sort().join() === found.sort().join(), `${waiting} need a review, listed: ${found}`)
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      const ids = entries.flatMap(({ attempts }) => attempts.map((one) => one.externalTransactionId))
      expectRule(new Set(ids).size === ids.length, 'two attempts have the same id')
      for (const { externalTransactionId: id } of all)
        expectRule(ids.includes(id) || lostAttempts.has(id), `the order of ${id} has no attempt`)
      const references = entries.map((entry) =>
        entry.kind === 'checkout' ? entry.order : `payout ${entry.reference}`,
      )
      expectRule(
        new Set(references).size === references.length,
        `two entries have one reference: ${references}`,
      )
      for (const entry of entries) {
        if (entry.kind === 'checkout') prices.checkPrice(entry)
        entryRules.checkEntry(entry, services)
        for (const { externalTransactionId: id } of entry.attempts) {
          const order = services.get(id)
          if (order !== undefined) entryRules.checkOrder(order, entry)
        }
      }
      cardRules.checkCards(cards, orders)
      if (payoutLimit > 0) payouts.checkLimit(entries)
      throwIfViolated()
    },
    /** What a page shows once everything is stored. */
    checkWayToClaim(view: CheckoutView): void {
      claims.checkWay(view, stored.get(view.id))
      throwIfViolated()
    },
    /** What a page is given once everything is stored. */
    checkFreshView(view: CheckoutView): void {
      claims.checkWay(view, stored.get(view.id))
      statements.checkRefundsShown(view, stored.get(view.id))
      throwIfViolated()
    },
    /** Once all faults have ended and no work is left. `exact`: lookups have reported all that the service knows. */
    checkAtRest(
      entries: Entry[],
      all: readonly Order[],
      { exact, audit }: { exact: boolean; audit: StoredAuditRecord[] },
    ): void {
      callbacks.checkUnmatched(entries, all)
      statements.checkAudit(entries, audit)
      statements.checkRefundsAtRest(entries, payoutLimit > 0)
      claims.checkAtRest(entries)
      const orders = ours(all)
      cardRules.checkSaved(orders)
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      for (const entry of entries) {
        const { id, attempts, lastEventSeq } = entry
        const types = eventsOf(entry)
        const isOver = entry.kind === 'payout' || entry.expired || attempts.some(isPaid)
        expectRule(isOver, `${id} has not expired`)
        expectRule(
          types.length === lastEventSeq,
          `${id} has ${lastEventSeq} events, but ${types.length} were delivered`,
        )
        const successes = types.filter((type) => /\.(succeeded|overpaid)/.test(type))
        const paid = attempts.filter(isPaid).length
        expectRule(successes.length === paid, `${paid} succeeded, events: ${types}`)
        const isFlagged = ({ activity }: Attempt): boolean =>
          activity.some((item) => item.type === 'review_opened' && item.reason === 'overpaid')
        const flagged = attempts.filter((one) => isFlagged(one) || isUnderReview(one)).length
        expectRule(
          entry.kind === 'payout' || flagged >= paid - 1,
          `${id} was paid ${paid} times, and ${flagged} payments were reviewed`,
        )
        statements.checkAnnounced(entry, eventsByEntry.get(id) ?? [])
        for (const attempt of attempts)
          rest.checkFinal(entry, attempt, services.get(attempt.externalTransactionId), exact)
      }
      throwIfViolated()
    },
  }
}
