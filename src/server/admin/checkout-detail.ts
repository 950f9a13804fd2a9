import type { z } from 'zod'
import type { CheckoutDetail, CheckoutSummary, PayLink } from '../../contract/admin.ts'
import type { Money } from '../../contract/money.ts'
import type { CheckoutView } from '../../contract/view.ts'
import { isAmount, isLessThan, subtractAmounts } from '../../service/amount.ts'
import { currentView } from '../checkout/current-view.ts'
import { termsToSign } from '../checkout/order-terms.ts'
import { type Proof, unlimitedProof } from '../checkout/proof.ts'
import { claimDetails } from '../claim/claim-detail.ts'
import type { Context } from '../context.ts'
import { refundDetail } from '../refund/create-refund.ts'
import { needsReview, paidAttempt } from '../rules/checkout/checkout.ts'
import { isPaidTwice } from '../rules/checkout/paid-twice.ts'
import type { Checkout } from '../rules/model.ts'
import { isOverdrawn, received, refundable } from '../rules/refund.ts'
import { entryDetail, isoTime } from './entry-detail.ts'

/** Operators see no saved cards, and of the payment details only what is masked in the attempts. */
const outcome: Proof = { ...unlimitedProof(), access: 'outcome' }

/** A checkout in the list of checkouts. */
export const checkoutSummary = async (
  context: Context,
  checkout: Checkout,
): Promise<z.infer<typeof CheckoutSummary>> =>
  summaryOf(checkout, await currentView(context, checkout, outcome))

/** Everything an operator may see of a checkout. */
export async function checkoutDetail(context: Context, checkout: Checkout): Promise<CheckoutDetail> {
  const view = await currentView(context, checkout, outcome)
  return {
    ...summaryOf(checkout, view),
    expiresAt: isoTime(checkout.expiresAt),
    seenAt: isoTime(checkout.seenAt),
    reason: view.reason,
    linkable: hasPayLinks(context),
    claims: await claimDetails(context, checkout),
    refunds: checkout.refunds.map(refundDetail),
    refundable: isOverdrawn(checkout) ? { ...refundable(checkout), value: '0' } : refundable(checkout),
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
    ...receivedOf(checkout, amount),
    paidTwice: isPaidTwice(checkout),
    late: (paidAttempt(checkout)?.finalAt ?? 0) > checkout.expiresAt,
    createdAt: isoTime(checkout.createdAt),
    updatedAt: isoTime(checkout.updatedAt),
  }
}

function receivedOf(
  checkout: Checkout,
  requested: Money,
): Pick<z.infer<typeof CheckoutSummary>, 'received' | 'surplus'> {
  const { value } = received(checkout)
  const { currency } = requested
  const left = refundable(checkout).value
  return {
    received: isAmount(value) ? { value, currency } : null,
    surplus: isLessThan(requested.value, left)
      ? { value: subtractAmounts(left, requested.value), currency }
      : null,
  }
}

const lifetimeMs = 7 * 24 * 3_600_000

/** Whether links to payment pages can be created. */
export const hasPayLinks = ({ orderTokens, pages, site }: Context): boolean =>
  orderTokens !== null && pages !== null && site.publicUrl !== undefined

/**
 * A link to the payment page of an order, with the terms of its newest token; null without payment pages, order tokens or
 * a public address. It shows the order's payment details, so it is in no log and not stored.
 */
export async function createPayLink(context: Context, { order, signed }: Checkout): Promise<PayLink | null> {
  const { orderTokens, publicUrl, basePath, clock } = context
  if (orderTokens === null || !hasPayLinks(context)) return null
  const now = clock.now()
  const expiresAt = new Date(now + lifetimeMs)
  const terms = signed === null ? { order, issuedAt: new Date(now) } : termsToSign(signed)
  const token = await orderTokens.sign({ ...terms, purpose: 'page', expiresAt })
  return { url: publicUrl(`${basePath}/o/${token}`).href, expiresAt: expiresAt.toISOString() }
}
