import { readAmount, sameAmount } from '../../../service/amount.ts'
import type { Attempt } from '../model.ts'
import { autoResolveReview, flagForReview } from './review.ts'
import { isShort } from './underpaid.ts'

/** The service's amount in plain digits; null where it is absent or cannot be read. */
export const amountOf = (text: string | null | undefined): string | null =>
  text == null ? null : readAmount(text)

/**
 * The attempt with what a success says was paid. `texts`: its amounts, the most reliable first; null: absent. An amount
 * that cannot be read needs a review; so does a success without one after another than the amount asked for was named.
 * Then nothing counts as paid until a success names an amount. In another currency an amount says nothing.
 */
export function withPaidAmount(attempt: Attempt, texts: readonly (string | null)[], at: number): Attempt {
  if (attempt.otherCurrency !== null) return attempt
  const amounts = texts.flatMap((text) => (text === null ? [] : [readAmount(text)]))
  const paid = amounts.find((amount) => amount !== null)
  const isUnreadable = amounts.includes(null)
  const isUnknown = isUnreadable || (paid === undefined && wasChanged(attempt))
  const counted = paid === undefined ? attempt : { ...attempt, reported: paid }
  if (isUnknown) {
    const flagged = flagAmount(counted, at)
    const isHeld = paid === undefined && attempt.state !== 'succeeded'
    return isHeld ? { ...flagged, reported: null, underpaid: true } : flagged
  }
  return paid === undefined ? attempt : autoResolveReview(counted, ['amount'], at, 'an amount was reported')
}

/** An order that is not paid yet was reported with another amount than asked for. */
const wasChanged = ({ state, reported, amount }: Attempt): boolean =>
  state !== 'succeeded' && reported !== null && !sameAmount(reported, amount.value)

/** What is not paid, and is not by this amount either, already has a review. */
export const flagAmount = (attempt: Attempt, at: number): Attempt =>
  attempt.underpaid && (attempt.reported === null || isShort(attempt))
    ? attempt
    : flagForReview(attempt, 'amount', at)

/** The attempt with what an order that is not paid says of its amount. What was paid stays. */
export const withOpenAmount = (attempt: Attempt, text: string | null): Attempt =>
  attempt.state === 'succeeded' || attempt.otherCurrency !== null
    ? attempt
    : { ...attempt, reported: amountOf(text) ?? attempt.reported }

/**
 * The amount after a signed one in the same status. Callbacks carry no time, so the requested amount is that of an
 * earlier one and replaces no other: the order of arrival does not matter. A later lookup that reports an amount counts.
 */
export function latestAmount(attempt: Attempt, known: string | null, signed: string): string | null {
  const amount = readAmount(signed)
  if (amount === null || (known !== null && sameAmount(known, amount))) return known
  return known !== null && sameAmount(amount, attempt.amount.value) ? known : amount
}
