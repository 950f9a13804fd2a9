import type { Attempt, Checkout, Refund } from '../../src/server/rules/model.ts'
import { addAmounts, isLessThan, subtractAmounts } from '../../src/service/amount.ts'

/** It counts as paid: it has succeeded, with enough. */
export const isPaid = ({ state, underpaid }: Attempt): boolean => state === 'succeeded' && !underpaid

/** The attempt that has paid the order. */
export const payingAttempt = (attempts: readonly Attempt[]): Attempt | undefined =>
  attempts.find((attempt) => isPaid(attempt) && attempt.surplus !== true)

/** Less was reported than was asked for and the shop accepts. */
export const isShort = ({ reported, tolerance, amount }: Attempt): boolean =>
  reported !== null && isLessThan(addAmounts(reported, tolerance), amount.value)

export const sum = (amounts: readonly string[]): string => amounts.reduce(addAmounts, '0')

/** What the service says was paid, of all that has succeeded. */
export const receivedBy = (attempts: readonly Attempt[]): string =>
  sum(
    attempts
      .filter(({ state }) => state === 'succeeded')
      .map(({ reported, underpaid, amount }) => reported ?? (underpaid ? '0' : amount.value)),
  )

/** A refund is paid, or may be. */
const goesBack = ({ state, contradicted }: Refund): boolean =>
  state !== 'withdrawn' && (state !== 'failed' || contradicted === true)

/** Rule 21: after its refunds the order still has what the attempt has brought, or enough. */
export function keepsPayment(
  { attempts, refunds }: Pick<Checkout, 'attempts' | 'refunds'>,
  { reported, amount, tolerance }: Attempt,
): boolean {
  const kept = subtractAmounts(
    receivedBy(attempts),
    sum(refunds.filter(goesBack).map((one) => one.amount.value)),
  )
  const isEnough = !isLessThan(addAmounts(kept, tolerance), amount.value)
  return isEnough || !isLessThan(kept, reported ?? amount.value)
}
