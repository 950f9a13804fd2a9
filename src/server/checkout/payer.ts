/** The request that a payer's page sent. */
export interface Payer {
  request: Request
  /** The client address; null if it is unknown. */
  address: string | null
  /** Names the request in the log. */
  requestId: string
  /** The order is part of an address, which is shared: it proves no customer. Default: false. */
  orderInAddress?: boolean
}

/** The `Checkout-Secret` header: never a part of an address, which is logged and shared. */
export const clientSecretOf = (request: Request): string | null => request.headers.get('checkout-secret')
