import type { PayLink } from '../../contract/checkout.ts'
import { termsToSign } from '../checkout/order-terms.ts'
import type { Context } from '../context.ts'
import type { Checkout } from '../rules/model.ts'

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
  const terms = termsToSign(order, signed, now)
  const token = await orderTokens.sign({ ...terms, purpose: 'page', expiresAt })
  return { url: publicUrl(`${basePath}/o/${token}`).href, expiresAt: expiresAt.toISOString() }
}
