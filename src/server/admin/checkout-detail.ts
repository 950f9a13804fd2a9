import type { z } from 'zod'
import type { CheckoutDetail, CheckoutSummary } from '../../contract/admin.ts'
import type { Action, CheckoutView } from '../../contract/view.ts'
import { isLessThan } from '../../service/amount.ts'
import { currentView } from '../checkout/current-view.ts'
import { type Proof, unlimitedProof } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import { needsReview, paidAttempt } from '../rules/checkout/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import { maskText } from '../rules/payout/destination.ts'
import { entryDetail, isoTime } from './entry-detail.ts'
import { hasPayLinks } from './pay-link.ts'

/** Operators see no saved cards, and of the payment details only what `payToOf` masks. */
const outcome: Proof = { ...unlimitedProof(), access: 'outcome' }
const paymentDetails = unlimitedProof()

/** A checkout in the list of checkouts. */
export const checkoutSummary = async (
  context: Context,
  checkout: Checkout,
): Promise<z.infer<typeof CheckoutSummary>> =>
  summaryOf(checkout, await currentView(context, checkout, outcome))

/** Everything an operator may see of a checkout. */
export async function checkoutDetail(context: Context, checkout: Checkout): Promise<CheckoutDetail> {
  const view = await currentView(context, checkout, paymentDetails)
  return {
    ...summaryOf(checkout, view),
    expiresAt: isoTime(checkout.expiresAt),
    seenAt: isoTime(checkout.seenAt),
    payTo: payToOf(view.action),
    reason: view.reason,
    linkable: hasPayLinks(context),
    ...(await entryDetail(context, checkout)),
  }
}

function summaryOf(checkout: Checkout, view: CheckoutView): z.infer<typeof CheckoutSummary> {
  const { id, order, status, final, amount, paid, method, attempts } = view
  return {
    id,
    order,
    status,
    final,
    amount,
    paid,
    method,
    attemptCount: attempts,
    needsReview: needsReview(checkout),
    short: paid !== null && paid.currency === amount.currency && isLessThan(paid.value, amount.value),
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
