import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { decideTerms } from '../rules/checkout/new-terms.ts'
import type { CurrentTerms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'
import { sameMoney } from '../rules/money.ts'
import { warnOfChangedAmount } from './order-warnings.ts'
import {
  checkoutById,
  decryptOrderTerms,
  draftCheckout,
  encryptOrderTerms,
  updateCheckout,
} from './stored-checkout.ts'

/** How often one request calls `order()` again once it has stored another amount. */
const maxConfirmations = 2

/** What `order()` returned, and the sealed terms that were stored before it was called. */
interface GivenTerms {
  terms: CurrentTerms
  storedBefore: string | null
}

/** A checkout, and the terms that it is in sync with. */
export interface Synced {
  checkout: Checkout
  terms: CurrentTerms
}

/**
 * Stores the order's current terms. Of two requests the later write may come from the older answer of `order()`: where other
 * terms were stored since it was called, and once another amount is stored, `getTerms` is called again. It ends, as each
 * request stores only so often. Throws `amount_changed` if an attempt has fixed another amount.
 */
export async function syncWithOrder(
  context: Context,
  id: string,
  given: GivenTerms,
  getTerms: (stored: Checkout) => Promise<CurrentTerms>,
): Promise<Synced> {
  let { terms, storedBefore } = given
  for (let confirmations = 0; ; ) {
    const result = await storeTerms(context, id, { terms, storedBefore })
    if (result === 'amount_changed') {
      warnOfChangedAmount(context, terms, await checkoutById(context, id))
      throw new ProblemError('amount_changed')
    }
    if (result !== 'outdated') {
      if (!result.isOtherAmount || confirmations === maxConfirmations)
        return { checkout: result.checkout, terms }
      confirmations += 1
    }
    // A newer answer that was the stored amount has left no trace: only the shop can say that it is not the current one.
    const stored = await checkoutById(context, id)
    storedBefore = stored.terms
    terms = await getTerms(stored)
  }
}

/** `outdated`: other terms were stored since `storedBefore`, or those of a token that was issued later. */
async function storeTerms(
  context: Context,
  id: string,
  { terms, storedBefore }: GivenTerms,
): Promise<{ checkout: Checkout; isOtherAmount: boolean } | 'outdated' | 'amount_changed'> {
  const { sealer, clock, policy } = context
  const draft = await draftCheckout(context, terms, id)
  let problem: 'outdated' | 'amount_changed' | null = null
  let isOtherAmount = false
  const checkout = await updateCheckout(context, id, async (current) => {
    const stored = await decryptOrderTerms(sealer, current)
    const decision = decideTerms(current, { terms, draft, stored }, clock.now(), policy)
    const isOutdated = decision === 'outdated' || (decision !== 'unchanged' && current.terms !== storedBefore)
    problem = isOutdated ? 'outdated' : decision === 'amount_changed' ? decision : null
    if (problem !== null || typeof decision === 'string') return current
    const { checkout, seal } = decision
    isOtherAmount = !sameMoney(checkout.amount, current.amount)
    return seal === undefined ? checkout : { ...checkout, terms: await encryptOrderTerms(sealer, id, seal) }
  })
  return problem ?? { checkout, isOtherAmount }
}
