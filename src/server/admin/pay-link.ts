import type { PayLink } from '../../contract/admin.ts'
import type { PublicUrl } from '../attempt/public-url.ts'
import type { OrderTokens } from '../checkout/order-token.ts'
import type { Clock } from '../lib/clock.ts'

/** Links to payment pages. A link shows the payment details of its order, so it is in no log and not stored. */
export interface PayLinks {
  create(order: string): Promise<PayLink>
}

const lifetimeMs = 7 * 24 * 3_600_000

interface PayLinkServices {
  orderTokens: OrderTokens
  publicUrl: PublicUrl
  basePath: string
  clock: Clock
}

export const createPayLinks = ({ orderTokens, publicUrl, basePath, clock }: PayLinkServices): PayLinks => ({
  async create(order) {
    const expiresAt = new Date(clock.now() + lifetimeMs)
    const token = await orderTokens.sign({ order, expiresAt })
    return { url: publicUrl(`${basePath}/o/${token}`).href, expiresAt: expiresAt.toISOString() }
  },
})
