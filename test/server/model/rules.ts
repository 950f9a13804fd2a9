import type { CheckoutView } from '../../../src/contract/index.ts'
import type { OrderJson } from '../../../src/sandbox/index.ts'
import type { StoredEvent } from '../../../src/server/index.ts'
import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import type { StoredCard } from '../../../src/server/store/store.ts'
import { sameAmount } from '../../../src/service/amount.ts'

/** A rule of money that does not hold. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken'
}

/** The reference: what may be seen of an attempt, a checkout and its events, whatever happened. */
export interface Rules {
  /** A create leaves one of our processes. `stale`: one that had been frozen. */
  leaves(externalTransactionId: string, entry: Entry | null, stale: boolean): void
  answered(what: string, status: number): void
  broke(error: unknown): void
  /** One of our processes has written this. */
  isWritten(entry: Entry): void
  /** The service has answered one of our processes: a create, or the question for a status. */
  isTold(externalId: string, status: string): void
  sees(view: CheckoutView): void
  hears(event: StoredEvent): void
  /** After every step, with all that is stored. */
  hold(entries: Entry[], orders: OrderJson[], cards: StoredCard[]): void
  /** Once the service is quiet and the clocks were turned far enough. */
  holdAtRest(entries: Entry[], orders: OrderJson[]): void
}

const undecided = (attempt: Attempt): boolean =>
  attempt.state === 'sending' ||
  attempt.state === 'unknown' ||
  (attempt.state === 'refused' && !attempt.clear)

/** Shown to the payer, and can be paid. */
const payable = (attempt: Attempt): boolean => attempt.state === 'open' && !attempt.blind

export function createRules(): Rules {
  const states = new Map<string, Attempt['state']>()
  const heard = new Map<string, StoredEvent[]>()
  const succeeded = new Set<string>()
  /** What was ever success at the service, though it may say otherwise later. */
  const everSuccess = new Set<string>()
  const everTakenBack = new Set<string>()
  /** What the service has said to us itself, by order. */
  const said = new Map<string, Set<string>>()
  const everKept = new Set<string>()
  const wrongs: string[] = []
  const must = (holds: boolean, rule: string): void => {
    if (!holds) wrongs.push(rule)
  }
  const raise = (): void => {
    if (wrongs.length > 0) throw new RuleBroken(wrongs.join('\n'))
  }

  function move(attempt: Attempt): void {
    const id = attempt.externalTransactionId
    const before = states.get(id)
    states.set(id, attempt.state)
    if (before === attempt.state) return
    if (before === 'succeeded') must(attempt.state === 'succeeded', `success of ${id} was taken back`)
    if (before === 'failed' && attempt.state !== 'failed') {
      const corrected = attempt.profile === 'p2p' && attempt.state === 'succeeded'
      must(corrected, `${id} went from failed to ${attempt.state}`)
    }
    if (before === 'open') {
      must(
        ['open', 'failed', 'succeeded'].includes(attempt.state),
        `${id} went from open to ${attempt.state}`,
      )
    }
    const word = attempt.state === 'succeeded' ? 'Success' : attempt.state === 'failed' ? 'Failed' : null
    if (word === null || attempt.review?.reason === 'unconfirmed') return
    const words = said.get(attempt.externalId ?? '')
    must(words?.has(word) === true, `${id} is ${attempt.state}, which the service itself never said`)
  }

  const paidByCard = (orders: OrderJson[]): number =>
    orders.filter(
      ({ profile, externalTransactionId }) =>
        (profile === 'form' || profile === 'token') && everSuccess.has(externalTransactionId),
    ).length
  const told = (entry: Entry): string[] =>
    (heard.get(entry.id) ?? []).map((event) => `${event.attempt} ${event.type}`)

  return {
    leaves(id, entry, stale) {
      const attempt = entry?.attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      must(attempt !== undefined, `${id} was sent before it was written`)
      if (attempt === undefined || entry === null) return
      const waited = attempt.state === 'sending' || (stale && attempt.state === 'unknown')
      must(waited, `${id} was sent while it was ${attempt.state}`)
      if (stale) return
      for (const other of entry.attempts) {
        if (other === attempt) continue
        must(!undecided(other), `${id} was sent while ${other.externalTransactionId} was undecided`)
        must(!payable(other), `${id} was sent while ${other.externalTransactionId} could be paid`)
      }
    },
    answered: (what, status) => must(status < 500, `${what} was answered ${status}`),
    broke: (error) =>
      must(false, `broke: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
    sees(view) {
      const { id, status, final, action, pollAfter, attempt } = view
      must(
        !succeeded.has(id) || status === 'succeeded',
        `${id} was shown as ${status} after it had succeeded`,
      )
      if (status === 'succeeded') succeeded.add(id)
      must(final === (pollAfter === null), `${id} is final: ${final}, and asked again: ${pollAfter}`)
      must(action === null || status === 'pending', `${id} is ${status} and shows what to pay`)
      must((attempt === 0) === (view.method === null), `${id} has a method without an attempt`)
    },
    hears(event) {
      const earlier = heard.get(event.entryId) ?? []
      const same = earlier.find(({ id }) => id === event.id)
      if (same !== undefined) {
        must(JSON.stringify(same) === JSON.stringify(event), `${event.id} was told otherwise than before`)
        return
      }
      must(
        event.seq === earlier.length + 1,
        `event ${event.seq} of ${event.entryId} came after ${earlier.length}`,
      )
      heard.set(event.entryId, [...earlier, event])
    },
    isWritten: (entry) => entry.attempts.forEach(move),
    isTold(externalId, status) {
      said.set(externalId, new Set([...(said.get(externalId) ?? []), status]))
    },
    hold(entries, orders, cards) {
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      const ids = entries.flatMap(({ attempts }) => attempts.map((one) => one.externalTransactionId))
      must(new Set(ids).size === ids.length, 'two attempts have the same id')
      for (const [id, { status }] of services) {
        must(ids.includes(id), `the order of ${id} is nobody's`)
        if (status === 'Success') everSuccess.add(id)
        else if (everSuccess.has(id)) everTakenBack.add(id)
      }
      for (const entry of entries) {
        for (const attempt of entry.attempts) {
          const order = services.get(attempt.externalTransactionId)
          const { state, externalTransactionId: id } = attempt
          if (state === 'succeeded')
            must(everSuccess.has(id), `${id} succeeded, and never did at the service`)
          if (attempt.externalId !== null)
            must(attempt.externalId === order?.externalId, `${id} is not ${attempt.externalId}`)
          const gone =
            state === 'failed' || state === 'succeeded' || state === 'refused' || state === 'absent'
          must(!gone || attempt.instructions === null, `${id} is ${state} and keeps instructions`)
        }
        const open = entry.attempts.filter((attempt) => payable(attempt) || undecided(attempt))
        must(open.length <= 1, `${entry.id} has ${open.length} attempts that may be paid`)
        must(entry.kind === 'checkout' || entry.attempts.length === 1, `${entry.id} was paid out twice`)
        const types = told(entry)
        // An amount may change again, and a checkout that nobody began to pay may be taken up and expire again.
        const once = types.filter((type) => !/amount_changed|needs_review|^0 .*expired/.test(type))
        must(new Set(once).size === once.length, `told twice: ${types}`)
        must(types.filter((type) => / \w+\.succeeded/.test(type)).length <= 1, `succeeded twice: ${types}`)
      }
      // The service has one token for it, whoever reports it.
      must(cards.length <= 1, 'a card is kept twice')
      for (const { id } of cards) everKept.add(id)
      must(everKept.size <= paidByCard(orders), 'a forgotten card came back without a payment')
      raise()
    },
    holdAtRest(entries, orders) {
      must(everKept.size > 0 || paidByCard(orders) === 0, 'the card that paid was not kept')
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      for (const entry of entries) {
        const types = told(entry)
        must(
          types.length === entry.told,
          `${entry.id} has ${entry.told} events, and ${types.length} were heard`,
        )
        const won = entry.attempts.filter(({ state }) => state === 'succeeded')
        const words = types.filter((type) => /\.(succeeded|overpaid)/.test(type))
        must(words.length === won.length, `${won.length} succeeded, told: ${types}`)
        for (const attempt of entry.attempts) {
          const { externalTransactionId: id, n, state } = attempt
          const order = services.get(id)
          const expected = order === undefined ? ['refused', 'absent'] : [expectedState(order.status)]
          const takenBack = everTakenBack.has(id)
          if (takenBack) expected.push('succeeded', 'failed')
          must(
            expected.includes(state),
            `${id} is ${state}, at the service ${order?.status ?? 'there is none'}: ${JSON.stringify(attempt.story)}`,
          )
          if (state === 'succeeded' && order !== undefined && !takenBack)
            must(sameAmount(attempt.reported ?? '0', order.amount), `${id} has another amount`)
          if (state === 'failed' || state === 'refused')
            must(
              types.some((type) => type.startsWith(`${n} `) && type.endsWith('failed')),
              `nobody was told that ${id} failed: ${types}`,
            )
          must(
            takenBack || attempt.review === null || attempt.review.settled !== null,
            `${id} needs review: ${attempt.review?.reason}`,
          )
          must(attempt.body === null && attempt.instructions === null, `${id} keeps what it no longer needs`)
        }
      }
      raise()
    },
  }
}

const expectedState = (status: string): Attempt['state'] =>
  status === 'Success' ? 'succeeded' : status === 'Failed' ? 'failed' : 'open'
