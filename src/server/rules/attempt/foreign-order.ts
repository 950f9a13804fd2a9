import { sameAmount } from '../../../service/amount.ts'
import type { Order } from '../../../service/order.ts'
import { logActivity } from '../activity.ts'
import type { Attempt } from '../model.ts'
import { answered, doubtAbsence } from './absence.ts'
import { amountOf } from './reported-amount.ts'
import { coversDoubt, flagForReview } from './review.ts'
import { moveState } from './transitions.ts'

/** The order may be another's: it neither becomes ours nor counts until an operator accepts it. */
export const applyForeign = (attempt: Attempt, { status, externalId }: Order, at: number): Attempt =>
  flagForeign(logActivity(attempt, at, { type: 'lookup_found_foreign', status, externalId }), externalId, at)

function flagForeign(attempt: Attempt, externalId: string, at: number): Attempt {
  const noted: Attempt = {
    ...attempt,
    ...answered,
    foreignId: externalId,
    notFoundCount: 0,
    // What an operator has decided before the doubt does not count for it.
    review: coversDoubt(attempt) ? attempt.review : null,
  }
  return flagForReview(moveState(noted, 'undecided', at), 'foreign', at)
}

/**
 * What an update becomes that would have given an attempt the order of another one: one order never pays twice. Nothing is
 * taken from the response. An order that was flagged before stays flagged.
 */
export const withoutTakenOrder = (before: Attempt, after: Attempt, at: number): Attempt =>
  after.externalId === null || after.externalId === before.externalId
    ? before
    : flagForeign(
        logActivity(before, at, { type: 'id_taken', externalId: after.externalId }),
        before.foreignId ?? after.externalId,
        at,
      )

/** An order that was flagged once stays so, whatever a later lookup says of it. */
export const isForeign = (attempt: Attempt, order: Order): boolean =>
  attempt.externalId === null && (attempt.foreignId === order.externalId || mayBeForeign(attempt, order))

/** How much older than our first send an order's history may be: clocks differ. */
const clockToleranceMs = 5 * 60_000

/** Age alone proves nothing: the service's times may be wrong, and a payout that a failover has lost finds its first order. */
const mayBeForeign = (attempt: Attempt, order: Order): boolean =>
  otherCurrencyOf(attempt, order) !== null || (isOlder(attempt, order) && hasOtherAmount(attempt, order))

const isOlder = (attempt: Attempt, { history }: Order): boolean =>
  history.some(({ time }) => time !== null && Date.parse(time) < attempt.firstSentAt - clockToleranceMs)

function hasOtherAmount(attempt: Attempt, order: Order): boolean {
  const amount = amountOf(order.amount)
  return amount !== null && !sameAmount(amount, attempt.amount.value)
}

/** The currency in which the order was ever found, where it is not the one asked for. An empty currency key names no currency. */
export function otherCurrencyOf({ amount, otherCurrency }: Attempt, order: Order): string | null {
  const reported = order.currency?.trim() ?? ''
  const isOther = reported !== '' && reported.toUpperCase() !== amount.currency.toUpperCase()
  return isOther ? reported : otherCurrency
}

/**
 * Success of an order that was ever found in another currency: only an operator makes the attempt succeed. The payer has
 * paid, so nothing more is shown to pay by.
 */
export const flagCurrency = (attempt: Attempt, at: number): Attempt =>
  flagForReview(
    { ...attempt, status: 'Success', paymentDetails: null, unconfirmedCallback: null },
    'currency',
    at,
  )

/** Success was reported in another currency. Rule 6: what contradicts it is late news. */
export const hasOtherSuccess = ({ state, status, otherCurrency }: Attempt): boolean =>
  state === 'placed' && status === 'Success' && otherCurrency !== null

/** An operator has established that the order found under our id is ours. */
export const adopt = (attempt: Attempt, at: number): Attempt => ({
  ...doubtAbsence(attempt, at),
  knownToExist: true,
  externalId: attempt.foreignId,
  foreignId: null,
})
