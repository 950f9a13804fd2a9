import type { SandboxOrder } from './order.ts'

/** The shop of an order and its reference, as far as the create request contains them. */
export interface ShopOrder {
  /** The host that the payer returns to; null without redirect addresses. */
  shop: string | null
  /** The reference in the redirect address; without a readable one, the `externalTransactionId`. */
  reference: string
}

export function shopOrder({
  redirects,
  externalTransactionId,
}: Pick<SandboxOrder, 'redirects' | 'externalTransactionId'>): ShopOrder {
  const address = redirects.success ?? redirects.processing ?? redirects.failed
  if (address === null) return { shop: null, reference: externalTransactionId }
  const { host, searchParams } = new URL(address)
  const reference = searchParams.get('order') ?? ''
  // An order token is not for people.
  const isReadable = /^[\w-]{1,40}$/.test(reference)
  return { shop: host || null, reference: isReadable ? reference : externalTransactionId }
}
