import type { OrderClaims, OrderResult } from 'paypane/server'
import type { ShopOrder } from 'paypane/server/node'

/**
 * Finds the terms of an order. An order token can also carry the terms of an order that is not in the file, so a shop in
 * any language only has to sign. The customer is proved by the token, never by the file.
 */
export const createShop =
  (orders: ReadonlyMap<string, ShopOrder>) =>
  (reference: string, _request: Request, token?: OrderClaims): OrderResult => {
    const order = orders.get(reference)
    if (order === undefined) return signedTerms(token)
    const { customer, ...terms } = order
    return token?.customer === undefined ? terms : { ...terms, customer }
  }

function signedTerms({ amount, currency }: Partial<OrderClaims> = {}): OrderResult {
  return amount === undefined || currency === undefined ? null : { amount, currency }
}
