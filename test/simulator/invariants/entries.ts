import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import { sameAmount } from '../../../src/service/amount.ts'
import { cardOf, customerOf } from '../customers.ts'
import type { Order } from '../service.ts'
import { amountToSend } from '../statements.ts'
import { lacksDetails, wasDiscarded } from './attempts.ts'
import type { Observed } from './observed.ts'

/** What is stored of each checkout and payout, after every step. */
export function createEntryInvariants(observed: Observed) {
  const {
    accepts,
    amountsOf,
    claimsOf,
    denied,
    eventsOf,
    everReversed,
    everSuccess,
    expectRule,
    foreign,
    garbled,
    isExact,
    isIn,
    mayBePaid,
    paidAmounts,
    restarts,
    signed,
  } = observed
  /** Rule 18: what was paid with was the payer's own, and what was asked for was in the currency of the order. */
  function checkOrder(
    { externalTransactionId: id, profile, cardToken, currency }: Order,
    entry: Entry,
  ): void {
    if (entry.kind !== 'checkout') return
    const customer = customerOf(entry.order)
    const isOwn = profile !== 'token' || cardToken === cardOf(customer)
    expectRule(isOwn, `${id} of ${customer} was charged to ${cardToken}`)
    const isAsked = currency === entry.amount.currency
    expectRule(isAsked, `${id} is an order in ${currency}, of a checkout in ${entry.amount.currency}`)
  }

  /** Rule 22: the attempt has taken nothing from the order of another system that has its id. */
  function checkForeign({
    externalTransactionId: id,
    state,
    externalId,
    reported,
    card,
    history,
  }: Attempt): void {
    if (!foreign.has(id)) return
    const isOurs = state === 'placed' || state === 'failed' || state === 'succeeded' || externalId !== null
    expectRule(!isOurs, `${id} is ${state}, by an order of another system`)
    const hasTaken = reported !== null || card !== null || history.length > 0
    expectRule(!hasTaken, `${id} has taken ${reported} or a card from an order of another system`)
  }

  /** Rule 5, and what an operator sees of where a transfer was to be paid: its numbers end like its `externalId`. */
  function checkPlace(
    { externalTransactionId: id, profile, state, detailsLost, payTo, erasedAt }: Attempt,
    entry: Entry,
    order: Order | undefined,
  ): void {
    if (profile !== 'p2p' || order === undefined) return
    const isOpen = state === 'placed' && !detailsLost
    expectRule(!isOpen || order.saysWhere, `${id} waits for a payer who does not see where to pay`)
    const isKept = payTo !== null && (entry.erasedAt ?? erasedAt) === null
    const isNamed = payTo?.destination?.slice(-4) === order.externalId.slice(-4)
    expectRule(!isKept || isNamed, `${id} is said to be paid to ${payTo?.destination}`)
  }

  /** Rule 15: an amount that lookups do not name is the one that was requested, unless another was named. */
  function checkAmountReview(attempt: Attempt): void {
    const { externalTransactionId: id, review, amount } = attempt
    if (review?.reason !== 'amount') return
    const named = [...(amountsOf.get(id) ?? []), ...claimsOf(attempt, signed).map((claim) => claim.amount)]
    const isInQuestion = isIn(garbled, attempt) || named.some((one) => !sameAmount(one, amount.value))
    expectRule(isInQuestion, `the amount of ${id} needs a review, although only the requested one was named`)
  }

  /** Rule 15: what a paid order is said to have paid was its amount while it was paid, and no other word's. */
  function checkPaidAmount({ externalTransactionId: id, state, reported, amount }: Attempt): void {
    if (state !== 'succeeded' || reported === null || everReversed.has(id)) return
    const allowed = [...(paidAmounts.get(id) ?? []), ...(isExact() ? [] : [amount.value])]
    const isPaid = allowed.some((one) => sameAmount(reported, one))
    expectRule(isPaid, `${id} has paid ${reported}, at the service ${allowed}`)
  }

  function checkEntry(entry: Entry, services: ReadonlyMap<string, Order>): void {
    const { id, attempts } = entry
    for (const attempt of attempts) {
      checkForeign(attempt)
      checkPaidAmount(attempt)
      checkAmountReview(attempt)
      checkPlace(attempt, entry, services.get(attempt.externalTransactionId))
      const isAsked =
        entry.kind === 'payout' ||
        (attempt.amount.currency === entry.amount.currency &&
          sameAmount(attempt.amount.value, amountToSend(attempt, entry.amount.value)))
      expectRule(isAsked, `attempt ${attempt.n} of ${id} is not of its amount`)
    }
    for (const { externalTransactionId, externalId, state, underpaid } of attempts) {
      const isAccepted = underpaid && accepts.accepted.has(externalTransactionId)
      expectRule(!isAccepted, `${externalTransactionId} is underpaid, although an operator has accepted it`)
      const wasPaid = state !== 'succeeded' || everSuccess.has(externalTransactionId)
      expectRule(wasPaid, `${externalTransactionId} succeeded, but never at the service`)
      const isOwn = externalId === null || externalId === services.get(externalTransactionId)?.externalId
      expectRule(isOwn, `${externalTransactionId} is not ${externalId}`)
    }
    for (const [index, attempt] of attempts.slice(1).entries()) {
      const isRepeated = attempts.slice(index, index + 2).every(lacksDetails)
      expectRule(
        attempt.review !== null || !isRepeated,
        `${id} lacks payment details twice in a row, without a review`,
      )
    }
    const open = attempts.filter(mayBePaid)
    expectRule(open.length <= 1, `${id} has ${open.length} attempts that may be paid`)
    expectRule(entry.kind === 'checkout' || attempts.length <= 1, `${id} was paid out twice`)
    const reopenedAfter = entry.kind === 'checkout' ? entry.reopenedAfter : 0
    const replace = attempts.filter(({ replacedAt }) => replacedAt !== null)
    const isExcess = replace.filter(({ n }) => n > reopenedAfter).length > 3
    expectRule(!isExcess, `${id} was replaced more than three times`)
    const types = eventsOf(entry)
    const expiries = types.filter((type) => type.endsWith('.expired')).length
    expectRule(
      expiries <= 1 + (restarts.get(id) ?? 0),
      `${id} expired more often than its time began: ${types}`,
    )
    const mayRepeat = /amount_changed|needs_review|expired|refund|claim/
    // An order that lookups had denied, or an operator has discarded, fails once more when it turns up.
    const mayTurnUp = (n: number): boolean => {
      const attempt = attempts[n - 1]
      return attempt !== undefined && (denied.has(attempt.externalTransactionId) || wasDiscarded(attempt))
    }
    const once = types.filter(
      (type) => !mayRepeat.test(type) && !(type.endsWith('.failed') && mayTurnUp(Number.parseInt(type, 10))),
    )
    expectRule(new Set(once).size === once.length, `repeated event: ${types}`)
    expectRule(types.filter((type) => / \w+\.succeeded/.test(type)).length <= 1, `succeeded twice: ${types}`)
    const paidAt = types.findIndex((type) => type.endsWith('checkout.succeeded'))
    const isShortAfterwards = types.slice(paidAt + 1).some((type) => type.endsWith('.underpaid'))
    expectRule(paidAt < 0 || !isShortAfterwards, `${id} is underpaid, although it is paid: ${types}`)
  }

  return { checkOrder, checkEntry }
}
