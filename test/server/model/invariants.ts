import type { CheckoutView } from '../../../src/contract/index.ts'
import type { OrderJson } from '../../../src/sandbox/index.ts'
import type { StoredEvent } from '../../../src/server/index.ts'
import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import type { StoredCard } from '../../../src/server/store/store.ts'
import { sameAmount } from '../../../src/service/amount.ts'

/** A rule of money that does not hold. */
export class InvariantViolation extends Error {
  override readonly name = 'RuleBroken'
}

/** The reference: what may be seen of an attempt, a checkout and its events, whatever happened. */
export interface Invariants {
  /** A create leaves one of our processes. `stale`: one that had been frozen. */
  onCreateSent(externalTransactionId: string, entry: Entry | null, stale: boolean): void
  onResponse(what: string, status: number): void
  onError(error: unknown): void
  /** One of our processes has written this. */
  onSaved(entry: Entry): void
  /** The service has answered one of our processes: a create, or the question for a status. */
  onServiceStatus(externalId: string, status: string): void
  onView(view: CheckoutView): void
  onMerchantEvent(event: StoredEvent): void
  /** After every step, with all that is stored. */
  paused(entries: Entry[], orders: OrderJson[], cards: StoredCard[]): void
  /** Once the service is quiet and the clocks were turned far enough. */
  checkAtRest(entries: Entry[], orders: OrderJson[]): void
}

const isUndecided = (attempt: Attempt): boolean =>
  attempt.state === 'sending' ||
  attempt.state === 'unknown' ||
  (attempt.state === 'refused' && !attempt.confirmedAbsent)

/** Shown to the payer, and can be paid. */
const isPayable = (attempt: Attempt): boolean =>
  attempt.state === 'placed' && !attempt.instructionsLost && attempt.setAsideAt === null

export function createInvariants(): Invariants {
  const states = new Map<string, Attempt['state']>()
  const eventsByEntry = new Map<string, StoredEvent[]>()
  const succeeded = new Set<string>()
  /** What was ever success at the service, though it may say otherwise later. */
  const everSuccess = new Set<string>()
  const everReversed = new Set<string>()
  /** What the service has said to us itself, by order. */
  const serviceStatuses = new Map<string, Set<string>>()
  const everSavedCards = new Set<string>()
  const violations: string[] = []
  const expectRule = (holds: boolean, rule: string): void => {
    if (!holds) violations.push(rule)
  }
  const throwIfViolated = (): void => {
    if (violations.length > 0) throw new InvariantViolation(violations.join('\n'))
  }

  function checkTransition(attempt: Attempt): void {
    const id = attempt.externalTransactionId
    const before = states.get(id)
    states.set(id, attempt.state)
    if (before === attempt.state) return
    if (before === 'succeeded') expectRule(attempt.state === 'succeeded', `success of ${id} was taken back`)
    if (before === 'failed' && attempt.state !== 'failed') {
      const corrected = attempt.profile === 'p2p' && attempt.state === 'succeeded'
      expectRule(corrected, `${id} went from failed to ${attempt.state}`)
    }
    if (before === 'placed') {
      expectRule(
        ['placed', 'failed', 'succeeded'].includes(attempt.state),
        `${id} went from open to ${attempt.state}`,
      )
    }
    const word = attempt.state === 'succeeded' ? 'Success' : attempt.state === 'failed' ? 'Failed' : null
    if (word === null || attempt.review?.reason === 'unconfirmed') return
    const statuses = serviceStatuses.get(attempt.externalId ?? '')
    expectRule(statuses?.has(word) === true, `${id} is ${attempt.state}, which the service itself never said`)
  }

  const paidByCard = (orders: OrderJson[]): number =>
    orders.filter(
      ({ profile, externalTransactionId }) =>
        (profile === 'form' || profile === 'token') && everSuccess.has(externalTransactionId),
    ).length
  const wrapped = (entry: Entry): string[] =>
    (eventsByEntry.get(entry.id) ?? []).map((event) => `${event.attempt} ${event.type}`)

  return {
    onCreateSent(id, entry, stale) {
      const attempt = entry?.attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      expectRule(attempt !== undefined, `${id} was sent before it was written`)
      if (attempt === undefined || entry === null) return
      const waited = attempt.state === 'sending' || (stale && attempt.state === 'unknown')
      expectRule(waited, `${id} was sent while it was ${attempt.state}`)
      if (stale) return
      for (const other of entry.attempts) {
        if (other === attempt) continue
        expectRule(!isUndecided(other), `${id} was sent while ${other.externalTransactionId} was undecided`)
        expectRule(!isPayable(other), `${id} was sent while ${other.externalTransactionId} could be paid`)
      }
    },
    onResponse: (what, status) => expectRule(status < 500, `${what} was answered ${status}`),
    onError: (error) =>
      expectRule(false, `broke: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
    onView(view) {
      const { id, status, final, action, pollAfter, attempt } = view
      expectRule(
        !succeeded.has(id) || status === 'succeeded',
        `${id} was shown as ${status} after it had succeeded`,
      )
      if (status === 'succeeded') succeeded.add(id)
      expectRule(final === (pollAfter === null), `${id} is final: ${final}, and asked again: ${pollAfter}`)
      expectRule(action === null || status === 'pending', `${id} is ${status} and shows what to pay`)
      expectRule((attempt === 0) === (view.method === null), `${id} has a method without an attempt`)
    },
    onMerchantEvent(event) {
      const earlier = eventsByEntry.get(event.entryId) ?? []
      const same = earlier.find(({ id }) => id === event.id)
      if (same !== undefined) {
        expectRule(
          JSON.stringify(same) === JSON.stringify(event),
          `${event.id} was told otherwise than before`,
        )
        return
      }
      expectRule(
        event.seq === earlier.length + 1,
        `event ${event.seq} of ${event.entryId} came after ${earlier.length}`,
      )
      eventsByEntry.set(event.entryId, [...earlier, event])
    },
    onSaved: (entry) => entry.attempts.forEach(checkTransition),
    onServiceStatus(externalId, status) {
      serviceStatuses.set(externalId, new Set([...(serviceStatuses.get(externalId) ?? []), status]))
    },
    paused(entries, orders, cards) {
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      const ids = entries.flatMap(({ attempts }) => attempts.map((one) => one.externalTransactionId))
      expectRule(new Set(ids).size === ids.length, 'two attempts have the same id')
      for (const [id, { status }] of services) {
        expectRule(ids.includes(id), `the order of ${id} is nobody's`)
        if (status === 'Success') everSuccess.add(id)
        else if (everSuccess.has(id)) everReversed.add(id)
      }
      for (const entry of entries) {
        for (const attempt of entry.attempts) {
          const order = services.get(attempt.externalTransactionId)
          const { state, externalTransactionId: id } = attempt
          if (state === 'succeeded')
            expectRule(everSuccess.has(id), `${id} succeeded, and never did at the service`)
          if (attempt.externalId !== null)
            expectRule(attempt.externalId === order?.externalId, `${id} is not ${attempt.externalId}`)
          const gone =
            state === 'failed' || state === 'succeeded' || state === 'refused' || state === 'not_created'
          expectRule(!gone || attempt.instructions === null, `${id} is ${state} and keeps instructions`)
        }
        const open = entry.attempts.filter((attempt) => isPayable(attempt) || isUndecided(attempt))
        expectRule(open.length <= 1, `${entry.id} has ${open.length} attempts that may be paid`)
        expectRule(entry.kind === 'checkout' || entry.attempts.length === 1, `${entry.id} was paid out twice`)
        const types = wrapped(entry)
        // An amount may change again, and a checkout that was reopened or that nobody began to pay may expire again.
        const reopened = entry.kind === 'checkout' && entry.reopenedAfter > 0
        const mayRepeat = reopened
          ? /amount_changed|needs_review|expired/
          : /amount_changed|needs_review|^0 .*expired/
        const once = types.filter((type) => !mayRepeat.test(type))
        expectRule(
          entry.attempts.every(
            ({ setAsideAt, instructions }) => setAsideAt === null || instructions === null,
          ),
          `${entry.id} shows an attempt that was set aside`,
        )
        expectRule(new Set(once).size === once.length, `told twice: ${types}`)
        expectRule(
          types.filter((type) => / \w+\.succeeded/.test(type)).length <= 1,
          `succeeded twice: ${types}`,
        )
      }
      // The service has one token for it, whoever reports it.
      expectRule(cards.length <= 1, 'a card is kept twice')
      for (const { id } of cards) everSavedCards.add(id)
      expectRule(everSavedCards.size <= paidByCard(orders), 'a forgotten card came back without a payment')
      throwIfViolated()
    },
    checkAtRest(entries, orders) {
      expectRule(everSavedCards.size > 0 || paidByCard(orders) === 0, 'the card that paid was not kept')
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      for (const entry of entries) {
        const types = wrapped(entry)
        expectRule(
          types.length === entry.lastEventSeq,
          `${entry.id} has ${entry.lastEventSeq} events, and ${types.length} were heard`,
        )
        const succeededAttempts = entry.attempts.filter(({ state }) => state === 'succeeded')
        const statuses = types.filter((type) => /\.(succeeded|overpaid)/.test(type))
        expectRule(
          statuses.length === succeededAttempts.length,
          `${succeededAttempts.length} succeeded, told: ${types}`,
        )
        for (const attempt of entry.attempts) {
          const { externalTransactionId: id, n, state } = attempt
          const order = services.get(id)
          const expected = order === undefined ? ['refused', 'not_created'] : [expectedState(order.status)]
          const takenBack = everReversed.has(id)
          if (takenBack) expected.push('succeeded', 'failed')
          expectRule(
            expected.includes(state),
            `${id} is ${state}, at the service ${order?.status ?? 'there is none'}: ${JSON.stringify(attempt.activity)}`,
          )
          if (state === 'succeeded' && order !== undefined && !takenBack)
            expectRule(sameAmount(attempt.reported ?? '0', order.amount), `${id} has another amount`)
          if (state === 'failed' || state === 'refused')
            expectRule(
              types.some((type) => type.startsWith(`${n} `) && type.endsWith('failed')),
              `nobody was told that ${id} failed: ${types}`,
            )
          expectRule(
            takenBack || attempt.review === null || attempt.review.resolved !== null,
            `${id} needs review: ${attempt.review?.reason}`,
          )
          expectRule(
            attempt.body === null && attempt.instructions === null,
            `${id} keeps what it no longer needs`,
          )
        }
      }
      throwIfViolated()
    },
  }
}

const expectedState = (status: string): Attempt['state'] =>
  status === 'Success' ? 'succeeded' : status === 'Failed' ? 'failed' : 'placed'
