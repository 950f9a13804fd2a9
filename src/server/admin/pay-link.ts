import type { PayLink } from '../../contract/admin.ts'
import type { PublicUrl } from '../attempt/public-url.ts'
import { termsToSign } from '../checkout/order-terms.ts'
import type { OrderTokens } from '../checkout/order-token.ts'
import type { Clock } from '../lib/clock.ts'
import type { Checkout } from '../rules/model.ts'

/** Links to payment pages, with the terms of the order's newest token. A link shows the payment details of its order, so it is in no log and not stored. */
export interface PayLinks {
  create(checkout: Checkout): Promise<PayLink>
}

const lifetimeMs = 7 * 24 * 3_600_000

interface PayLinkServices {
  orderTokens: OrderTokens
  publicUrl: PublicUrl
  basePath: string
  clock: Clock
}

export const createPayLinks = ({ orderTokens, publicUrl, basePath, clock }: PayLinkServices): PayLinks => ({
  async create({ order, signed }) {
    const now = clock.now()
    const expiresAt = new Date(now + lifetimeMs)
    const terms = signed === null ? { order, issuedAt: new Date(now) } : termsToSign(signed)
    const token = await orderTokens.sign({ ...terms, purpose: 'page', expiresAt })
    return { url: publicUrl(`${basePath}/o/${token}`).href, expiresAt: expiresAt.toISOString() }
  },
})
