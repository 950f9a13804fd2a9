import { sameAmount } from '../../service/amount.ts'
import { ProblemError } from '../lib/problem.ts'
import { hasAttemptsLeft, isLive, isRenewable, replaceTerms } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import type { CheckoutServices } from './checkouts.ts'
import { draftCheckout } from './draft-checkout.ts'
import type { Terms } from './order-terms.ts'
import { updateCheckout } from './stored-checkout.ts'

/**
 * Applies the order's current terms. Once an attempt exists, the amount is fixed: throws `amount_changed`. A request that
 * proves no customer leaves the stored one.
 */
export async function syncWithOrder(
  services: Pick<CheckoutServices, 'entries' | 'sealer' | 'pipelines' | 'policy' | 'clock'>,
  checkout: Checkout,
  terms: Terms,
): Promise<Checkout> {
  const draft = await draftCheckout(services, terms, checkout.id)
  const { amount, methods } = draft
  const { policy } = services
  return await updateCheckout(services, checkout.id, (stored) => {
    const customer = draft.customer ?? stored.customer
    const isSameAmount =
      stored.amount.currency === terms.currency && sameAmount(stored.amount.value, terms.amount)
    if (stored.attempts.length > 0) {
      if (!isSameAmount) throw new ProblemError('amount_changed')
      if (isRenewable(stored, services.clock.now()) && hasAttemptsLeft(stored, policy))
        return replaceTerms(stored, {
          ...{ amount: stored.amount, methods, customer, next: draft.next },
          ...{ terms: draft.terms, expiresAt: draft.expiresAt },
        })
      // A reopened checkout has no terms: those of before were wiped at its expiry.
      const lacksTerms = stored.terms === null && isLive(stored, services.clock.now())
      if (!lacksTerms && stored.customer === customer) return stored
      return { ...stored, customer, terms: lacksTerms ? draft.terms : stored.terms }
    }
    const isExpired = stored.expired || stored.expiresAt <= services.clock.now()
    const isUnchanged =
      isSameAmount && !isExpired && stored.customer === customer && stored.methods.join() === methods.join()
    if (isUnchanged) return stored
    const expiresAt = isExpired || !isSameAmount ? draft.expiresAt : stored.expiresAt
    return replaceTerms(stored, {
      amount,
      methods,
      customer,
      next: draft.next,
      terms: draft.terms,
      expiresAt,
    })
  })
}
