import type { z } from 'zod'
import type { CheckoutDetail, CheckoutSummary } from '../../contract/admin.ts'
import type { Action, CheckoutView } from '../../contract/view.ts'
import type { Checkouts } from '../checkout/checkouts.ts'
import { type Proof, unlimitedProof } from '../checkout/proof.ts'
import { needsReview, paidAttempt } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import { maskText } from '../rules/payout-destination.ts'
import type { Store } from '../store/store.ts'
import { entryDetail, isoTime } from './entry-detail.ts'
import type { PayLinks } from './pay-link.ts'

/** Operators see no saved cards, and of the instructions only what `payToOf` masks. */
const outcome: Proof = { ...unlimitedProof(), access: 'outcome' }
const instructions = unlimitedProof()

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
  const view = await checkouts.view(checkout, instructions)
  return {
    ...summaryOf(checkout, view),
    expiresAt: isoTime(checkout.expiresAt),
    seenAt: isoTime(checkout.seenAt),
    payTo: payToOf(view.action),
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
    late: (paidAttempt(checkout)?.finalAt ?? 0) > checkout.expiresAt,
    createdAt: isoTime(checkout.createdAt),
    updatedAt: isoTime(checkout.updatedAt),
  }
}

function payToOf(action: Action | null): CheckoutDetail['payTo'] {
  if (action?.type !== 'transfer') return null
  const { card, iban, accountNumber, phone, recipient, bank } = action
  const destination = card ?? iban ?? accountNumber ?? phone
  return { destination: destination === null ? null : maskText(destination), recipient, bank }
}
