import type { z } from 'zod'
import type { CheckoutDetail, CheckoutSummary } from '../../contract/admin.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { Checkouts } from '../checkout/checkouts.ts'
import type { Proof } from '../checkout/proof.ts'
import { needsReview } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import type { Store } from '../store/store.ts'
import { entryDetail, isoTime } from './entry-detail.ts'
import type { PayLinks } from './pay-link.ts'

/** Operators see no instructions and no saved cards. */
const outcome: Proof = { access: 'outcome', customer: null }

/** A checkout in the list of checkouts. */
export const checkoutSummary = async (
  checkouts: Pick<Checkouts, 'view'>,
  checkout: Checkout,
): Promise<z.infer<typeof CheckoutSummary>> => summaryOf(checkout, await checkouts.view(checkout, outcome))

/** Everything an operator may see of a checkout. */
export async function checkoutDetail(
  {
    checkouts,
    store,
    payLinks,
  }: {
    checkouts: Pick<Checkouts, 'view'>
    store: Pick<Store, 'callbacksOf' | 'eventsOf'>
    payLinks: PayLinks | null
  },
  checkout: Checkout,
): Promise<CheckoutDetail> {
  const view = await checkouts.view(checkout, outcome)
  return {
    ...summaryOf(checkout, view),
    expiresAt: isoTime(checkout.expiresAt),
    reason: view.reason,
    linkable: payLinks !== null,
    ...(await entryDetail(store, checkout)),
  }
}

function summaryOf(checkout: Checkout, view: CheckoutView): z.infer<typeof CheckoutSummary> {
  const { id, order, status, final, amount, paid, method, attempt } = view
  return {
    id,
    order,
    status,
    final,
    amount,
    paid,
    method,
    attempt,
    needsReview: needsReview(checkout),
    createdAt: isoTime(checkout.createdAt),
    updatedAt: isoTime(checkout.updatedAt),
  }
}
