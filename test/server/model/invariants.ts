import type { CheckoutView } from '../../../src/contract/index.ts'
import type { OrderJson } from '../../../src/sandbox/index.ts'
import type { EntryEvent, UnmatchedCallbackEvent } from '../../../src/server/index.ts'
import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import { isOperatorConcern } from '../../../src/server/rules/unmatched-callback.ts'
import type { StoredCallback, StoredCard } from '../../../src/server/store/store.ts'
import { sameAmount } from '../../../src/service/amount.ts'

/** A violated rule of money. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
}

/** The reference model: what may be observed of attempts, checkouts and events in any history. */
export interface Invariants {
  /** A process sends a create. `stale`: the process had been frozen. */
  onCreateSent(externalTransactionId: string, entry: Entry | null, stale: boolean): void
  onResponse(what: string, status: number): void
  onError(error: unknown): void
  /** A process has saved the entry. */
  onSaved(entry: Entry): void
  /** The service has reported a status, in response to a create or a lookup. */
  onServiceStatus(externalId: string, status: string): void
  onView(view: CheckoutView): void
  onMerchantEvent(event: EntryEvent): void
  /** After every step, with everything stored. */
  checkStep(entries: Entry[], orders: OrderJson[], cards: StoredCard[]): void
  /** The service changes the amount of a final order. */
  onLateAmount(externalTransactionId: string): void
  onUnmatchedEvent(event: UnmatchedCallbackEvent): void
  /** An operator accepts less than asked; `requested`: the response may never arrive. */
  onAccept(externalTransactionId: string, progress: 'requested' | 'accepted'): void
  /** What was sent and stored before `late` and is still undecided has been put before an operator. */
  checkDeadlines(entries: Entry[], now: number, late: number): void
  /**
   * Once all faults have ended and no work is left. `exact`: lookups have reported all that the service knows.
   * `delivered`: every callback has arrived.
   */
  checkAtRest(
    entries: Entry[],
    orders: OrderJson[],
    rest: { unmatched: StoredCallback[]; exact: boolean; delivered: boolean },
  ): void
}

/** The amount became less after the attempt had counted as paid. */
const wasShortLater = (types: string[], n: number): boolean => {
  const paidAt = types.findIndex(
    (type) => type === `${n} checkout.succeeded` || type === `${n} checkout.overpaid`,
  )
  return paidAt >= 0 && types.indexOf(`${n} checkout.amount_changed`, paidAt) > paidAt
}

const isUndecided = (attempt: Attempt): boolean =>
  attempt.state === 'sending' ||
  attempt.state === 'unknown' ||
  (attempt.state === 'refused' && !attempt.confirmedAbsent)

/** The payer sees its instructions and can pay it. */
const isPayable = (attempt: Attempt): boolean =>
  attempt.state === 'placed' && !attempt.instructionsLost && attempt.setAsideAt === null

/** The service placed its order without instructions. */
const lacksInstructions = ({ activity }: Attempt): boolean =>
  activity.some(({ type }) => type === 'instructions_missing')

/** A verified callback stood at its deadline; a review of the amount may have followed. */
const isAcceptedUnconfirmed = ({ activity }: Attempt): boolean =>
  activity.some((item) => item.type === 'review_opened' && item.reason === 'unconfirmed')

export function createInvariants(): Invariants {
  const states = new Map<string, Attempt['state']>()
  const eventsByEntry = new Map<string, EntryEvent[]>()
  const succeeded = new Set<string>()
  /** Attempts that ever were Success at the service, even if reversed later. */
  const everSuccess = new Set<string>()
  const everReversed = new Set<string>()
  /** The statuses that the service itself reported, by order. */
  const serviceStatuses = new Map<string, Set<string>>()
  const everSavedCards = new Set<string>()
  let hadCard = false
  /** The attempts that existed when the card was last deleted: none of them may save it again. */
  let beforeDeletion: ReadonlySet<string> = new Set()
  /** When each attempt was first found in the store. */
  const storedSince = new Map<string, number>()
  const lateAmounts = new Set<string>()
  /** Attempts whose lower amount an operator may have accepted, and those where the server has confirmed it. */
  const accepts = { requested: new Set<string>(), accepted: new Set<string>() }
  /** The amounts that an order ever had. */
  const amountsOf = new Map<string, Set<string>>()
  const unmatchedEvents = new Map<string, UnmatchedCallbackEvent>()
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
    if (before === 'succeeded') expectRule(attempt.state === 'succeeded', `the success of ${id} was reversed`)
    if (before === 'failed' && attempt.state !== 'failed') {
      const corrected = attempt.profile === 'p2p' && attempt.state === 'succeeded'
      expectRule(corrected, `${id} moved from failed to ${attempt.state}`)
    }
    if (before === 'placed') {
      expectRule(
        ['placed', 'failed', 'succeeded'].includes(attempt.state),
        `${id} moved from placed to ${attempt.state}`,
      )
    }
    const status = attempt.state === 'succeeded' ? 'Success' : attempt.state === 'failed' ? 'Failed' : null
    if (status === null || isAcceptedUnconfirmed(attempt)) return
    const statuses = serviceStatuses.get(attempt.externalId ?? '')
    expectRule(statuses?.has(status) === true, `${id} is ${attempt.state}, but the service never reported it`)
  }

  const paidByCard = (orders: OrderJson[]): string[] =>
    orders.flatMap(({ profile, externalTransactionId: id }) =>
      (profile === 'form' || profile === 'token') && everSuccess.has(id) ? [id] : [],
    )
  const eventsOf = (entry: Entry): string[] =>
    (eventsByEntry.get(entry.id) ?? []).map((event) => `${event.attempt} ${event.type}`)

  return {
    onCreateSent(id, entry, stale) {
      const attempt = entry?.attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      expectRule(attempt !== undefined, `${id} was sent before it was stored`)
      if (attempt === undefined || entry === null) return
      const maySend = attempt.state === 'sending' || (stale && attempt.state === 'unknown')
      expectRule(maySend, `${id} was sent while it was ${attempt.state}`)
      if (stale) return
      for (const other of entry.attempts) {
        if (other === attempt) continue
        expectRule(!isUndecided(other), `${id} was sent while ${other.externalTransactionId} was undecided`)
        expectRule(!isPayable(other), `${id} was sent while ${other.externalTransactionId} could be paid`)
      }
    },
    onResponse: (what, status) => expectRule(status < 500, `${what} returned ${status}`),
    onError: (error) =>
      expectRule(
        false,
        `unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
      ),
    onView(view) {
      const { id, status, final, action, pollAfter, attempt } = view
      expectRule(
        !succeeded.has(id) || status === 'succeeded',
        `${id} was shown as ${status} after it had succeeded`,
      )
      if (status === 'succeeded') succeeded.add(id)
      expectRule(final === (pollAfter === null), `${id} has final ${final} and pollAfter ${pollAfter}`)
      expectRule(action === null || status === 'pending', `${id} is ${status} and has an action`)
      expectRule(
        view.canSwitch !== true || (view.reportedSentAt === null && status !== 'succeeded' && !final),
        `${id} is ${status} and offers to set aside`,
      )
      expectRule((attempt === 0) === (view.method === null), `${id} has a method without an attempt`)
    },
    onMerchantEvent(event) {
      const earlier = eventsByEntry.get(event.entryId) ?? []
      const same = earlier.find(({ id }) => id === event.id)
      if (same !== undefined) {
        expectRule(JSON.stringify(same) === JSON.stringify(event), `${event.id} changed between deliveries`)
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
    onLateAmount: (id) => lateAmounts.add(id),
    onAccept: (id, progress) => accepts[progress].add(id),
    onUnmatchedEvent(event) {
      const earlier = unmatchedEvents.get(event.entryId)
      expectRule(
        earlier === undefined || earlier.id === event.id,
        `the callback ${event.entryId} was reported twice`,
      )
      unmatchedEvents.set(event.entryId, event)
    },
    checkDeadlines(entries, now, late) {
      for (const attempt of entries.flatMap(({ attempts }) => attempts)) {
        const { externalTransactionId: id, review } = attempt
        // A frozen process may store an attempt long after its start.
        const since = storedSince.get(id) ?? now
        storedSince.set(id, since)
        expectRule(
          !isUndecided(attempt) || since > late || review !== null,
          `${id} is undecided since ${since} without a review`,
        )
      }
      throwIfViolated()
    },
    checkStep(entries, orders, cards) {
      for (const { externalTransactionId: id, amount } of orders)
        amountsOf.set(id, new Set([...(amountsOf.get(id) ?? []), amount]))
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      const ids = entries.flatMap(({ attempts }) => attempts.map((one) => one.externalTransactionId))
      expectRule(new Set(ids).size === ids.length, 'two attempts have the same id')
      for (const [id, { status }] of services) {
        expectRule(ids.includes(id), `the order of ${id} has no attempt`)
        if (status === 'Success') everSuccess.add(id)
        else if (everSuccess.has(id)) everReversed.add(id)
      }
      for (const entry of entries) {
        for (const attempt of entry.attempts) {
          const order = services.get(attempt.externalTransactionId)
          const { state, externalTransactionId: id } = attempt
          expectRule(
            !attempt.underpaid || !accepts.accepted.has(id),
            `${id} is underpaid, although an operator has accepted it`,
          )
          if (state === 'succeeded')
            expectRule(everSuccess.has(id), `${id} succeeded, but never at the service`)
          if (attempt.externalId !== null)
            expectRule(attempt.externalId === order?.externalId, `${id} is not ${attempt.externalId}`)
          const isClosed =
            state === 'failed' || state === 'succeeded' || state === 'refused' || state === 'not_created'
          expectRule(!isClosed || attempt.instructions === null, `${id} is ${state} and keeps instructions`)
        }
        for (const [index, attempt] of entry.attempts.slice(1).entries())
          expectRule(
            attempt.review !== null || !entry.attempts.slice(index, index + 2).every(lacksInstructions),
            `${entry.id} has two orders in a row without instructions, and no review`,
          )
        const open = entry.attempts.filter((attempt) => isPayable(attempt) || isUndecided(attempt))
        expectRule(open.length <= 1, `${entry.id} has ${open.length} attempts that may be paid`)
        expectRule(entry.kind === 'checkout' || entry.attempts.length === 1, `${entry.id} was paid out twice`)
        const types = eventsOf(entry)
        // Amounts may change repeatedly; a checkout may expire again if it was reopened, started again, or has no attempt.
        const setAside = entry.attempts.filter((attempt) => attempt.setAsideAt !== null)
        const reopenedAfter = entry.kind === 'checkout' ? entry.reopenedAfter : 0
        expectRule(
          setAside.filter(({ n }) => n > reopenedAfter).length <= 3,
          `${entry.id} was set aside more than three times`,
        )
        const reopened = reopenedAfter > 0 || setAside.length > 0
        // Renewed: no attempt before had an order.
        const renewed = entry.attempts.some(({ state }) => state === 'not_created' || state === 'refused')
        const mayRepeat =
          reopened || renewed
            ? /amount_changed|needs_review|expired/
            : /amount_changed|needs_review|^0 .*expired/
        const once = types.filter((type) => !mayRepeat.test(type))
        expectRule(
          entry.attempts.every(
            ({ setAsideAt, instructions }) => setAsideAt === null || instructions === null,
          ),
          `${entry.id} shows an attempt that was set aside`,
        )
        expectRule(new Set(once).size === once.length, `repeated event: ${types}`)
        expectRule(
          types.filter((type) => / \w+\.succeeded/.test(type)).length <= 1,
          `succeeded twice: ${types}`,
        )
      }
      // The service has one token per card.
      expectRule(cards.length <= 1, 'a card is stored twice')
      if (hadCard && cards.length === 0) beforeDeletion = new Set(ids)
      hadCard = cards.length > 0
      const isNew = cards.some(({ id }) => !everSavedCards.has(id))
      for (const { id } of cards) everSavedCards.add(id)
      expectRule(
        !isNew || paidByCard(orders).some((id) => !beforeDeletion.has(id)),
        'a deleted card was saved again by a payment that started before',
      )
      throwIfViolated()
    },
    checkAtRest(entries, orders, { unmatched, exact, delivered }) {
      for (const { id, reviewAt, appliedAt, ...fields } of unmatched)
        expectRule(
          !isOperatorConcern(fields, appliedAt !== null) || (reviewAt !== null && unmatchedEvents.has(id)),
          `no operator has received the unmatched callback ${id}`,
        )
      expectRule(
        everSavedCards.size > 0 || paidByCard(orders).length === 0,
        'the card of a payment was not saved',
      )
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      for (const entry of entries) {
        const types = eventsOf(entry)
        expectRule(
          types.length === entry.lastEventSeq,
          `${entry.id} has ${entry.lastEventSeq} events, but ${types.length} were delivered`,
        )
        const succeededAttempts = entry.attempts.filter(
          ({ state, underpaid }) => state === 'succeeded' && !underpaid,
        )
        const statuses = types.filter((type) => /\.(succeeded|overpaid)/.test(type))
        expectRule(
          statuses.length === succeededAttempts.length,
          `${succeededAttempts.length} succeeded, events: ${types}`,
        )
        for (const attempt of entry.attempts) {
          const { externalTransactionId: id, n, state } = attempt
          // Only an operator ends it: a payout that is not sent again after its deadline.
          const isOperators =
            entry.kind === 'payout' && state === 'unknown' && attempt.review?.reason === 'unresolved'
          if (isOperators && !services.has(id)) continue
          const order = services.get(id)
          const expected = order === undefined ? ['refused', 'not_created'] : [expectedState(order.status)]
          const wasReversed = everReversed.has(id)
          if (wasReversed) expected.push('succeeded', 'failed')
          expectRule(
            expected.includes(state),
            `${id} is ${state}, at the service ${order?.status ?? 'no order'}: ${JSON.stringify(attempt.activity)}`,
          )
          const isExact = exact && !lateAmounts.has(id) && !wasReversed
          if (state === 'succeeded' && order !== undefined && !wasReversed) {
            const reported = attempt.reported ?? attempt.amount.value
            const allowed = isExact ? [order.amount] : [attempt.amount.value, ...(amountsOf.get(id) ?? [])]
            expectRule(
              allowed.some((amount) => sameAmount(reported, amount)),
              `${id} has the amount ${reported}, at the service ${order.amount}`,
            )
          }
          if (delivered && state === 'succeeded' && order !== undefined && !wasReversed)
            expectRule(
              sameAmount(order.amount, attempt.amount.value) ||
                (attempt.reported !== null && !sameAmount(attempt.reported, attempt.amount.value)),
              `${id} has the amount asked, at the service ${order.amount}, which a callback has reported`,
            )
          if (isExact && order !== undefined && (state === 'succeeded' || state === 'failed'))
            expectRule(
              attempt.historyComplete && attempt.history.length === order.history.length,
              `${id} has ${attempt.history.length} of ${order.history.length} entries of its history`,
            )
          const isShort = attempt.reported !== null && Number(attempt.reported) < Number(attempt.amount.value)
          expectRule(
            !attempt.underpaid || (isShort && types.includes(`${n} checkout.underpaid`)),
            `${id} is underpaid with ${attempt.reported}: ${types}`,
          )
          expectRule(
            attempt.underpaid ||
              !isShort ||
              state !== 'succeeded' ||
              wasShortLater(types, n) ||
              accepts.requested.has(id) ||
              entry.kind === 'payout',
            `${id} is paid with ${attempt.reported}: ${types}`,
          )
          if (state === 'failed' || state === 'refused')
            expectRule(
              types.some((type) => type.startsWith(`${n} `) && type.endsWith('failed')),
              `no event reports the failure of ${id}: ${types}`,
            )
          expectRule(
            wasReversed ||
              attempt.underpaid ||
              attempt.review === null ||
              attempt.review.resolved !== null ||
              attempt.review.reason === 'unconfirmed' ||
              (attempt.review.reason === 'instructions' && lacksInstructions(attempt)),
            `${id} needs review: ${attempt.review?.reason}`,
          )
          expectRule(
            attempt.body === null && attempt.instructions === null,
            `${id} still has its body or instructions`,
          )
        }
      }
      throwIfViolated()
    },
  }
}

const expectedState = (status: string): Attempt['state'] =>
  status === 'Success' ? 'succeeded' : status === 'Failed' ? 'failed' : 'placed'
