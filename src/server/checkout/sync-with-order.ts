import { sameAmount } from '../../service/amount.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { hasAttemptsLeft, isLive, isRenewable, replaceTerms } from '../rules/checkout/checkout.ts'
import { type CurrentTerms, isSuperseded, latestSigned, type Terms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'
import { openOrderTerms, sealOrderTerms } from './sealed-terms.ts'
import { draftCheckout, updateCheckout } from './stored-checkout.ts'

/**
 * Applies the order's current terms. Once an attempt exists, the amount is fixed, and terms never go back to a token issued
 * earlier: throws `amount_changed`. A request that proves no customer leaves the stored one.
 */
export async function syncWithOrder(
  context: Context,
  checkout: Checkout,
  terms: CurrentTerms,
): Promise<Checkout> {
  const { sealer, clock, policy } = context
  const draft = await draftCheckout(context, terms, checkout.id)
  const { amount, methods } = draft
  return await updateCheckout(context, checkout.id, async (stored) => {
    const at = clock.now()
    const storedTerms = await openOrderTerms(sealer, stored)
    const customer = draft.customer ?? stored.customer
    const isSameAmount =
      stored.amount.currency === terms.currency && sameAmount(stored.amount.value, terms.amount)
    if (isSuperseded(terms.signed, stored.signed)) {
      if (!isSameAmount) throw new ProblemError('amount_changed')
      return stored
    }
    const signed = latestSigned(terms.signed, stored.signed)
    if (stored.attempts.length > 0) {
      if (!isSameAmount) throw new ProblemError('amount_changed')
      if (isRenewable(stored, at) && hasAttemptsLeft(stored, policy)) {
        const { next, expiresAt } = draft
        return replaceTerms(stored, {
          amount: stored.amount,
          methods,
          customer,
          next,
          signed,
          terms: draft.terms,
          expiresAt,
        })
      }
      const isRenewed = isLive(stored, at) && !asksTheSame(storedTerms, terms)
      if (!isRenewed && stored.customer === customer) return stored
      const renewed = isRenewed
        ? await sealOrderTerms(sealer, stored.id, renewTerms(storedTerms, terms))
        : null
      return { ...stored, customer, terms: renewed ?? stored.terms }
    }
    const isExpired = stored.expired || stored.expiresAt <= at
    const isUnchanged =
      isSameAmount &&
      !isExpired &&
      stored.customer === customer &&
      stored.methods.join() === methods.join() &&
      JSON.stringify(stored.signed) === JSON.stringify(signed) &&
      asksTheSame(storedTerms, terms)
    if (isUnchanged) return stored
    const expiresAt = isExpired || !isSameAmount ? draft.expiresAt : stored.expiresAt
    return replaceTerms(stored, {
      amount,
      methods,
      customer,
      next: draft.next,
      signed,
      terms: draft.terms,
      expiresAt,
    })
  })
}

/** The payer is asked for the same fields, by the same pipeline. False without stored terms: expiry wiped them. */
function asksTheSame(stored: Terms | null, terms: Terms): boolean {
  const keyOf = ({ pipeline, fields, additionalFields }: Terms): string =>
    JSON.stringify([pipeline, fields, additionalFields.map(({ key }) => key)])
  return stored !== null && keyOf(stored) === keyOf(terms)
}

/** Rule 18: what the order was opened with, and what the payer filled in, stays. */
function renewTerms(stored: Terms | null, terms: Terms): Terms {
  if (stored === null) return terms
  const { given, customer, filled } = stored
  return { ...terms, given, customer, filled }
}
