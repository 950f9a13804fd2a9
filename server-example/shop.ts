import type { OrderClaims, OrderResult } from 'paypane/server'
import type { ShopOrder } from 'paypane/server/node'

/**
 * Returns the terms of an order. An order token can contain them, so a shop in any language only has to sign. They must agree
 * with the shop's own orders, but not with the examples. Only a token proves the customer, never the file.
 */
export const createShop =
  ({ orders, areExamples }: { orders: ReadonlyMap<string, ShopOrder>; areExamples: boolean }) =>
  (reference: string, _request: Request, token?: OrderClaims): OrderResult => {
    const signed = signedTerms(token)
    const order = orders.get(reference)
    if (order === undefined || (areExamples && signed !== null)) return signed
    const { customer, ...terms } = order
    return token?.customer === undefined ? terms : { ...terms, customer }
  }

function signedTerms({ amount, currency }: Partial<OrderClaims> = {}): OrderResult {
  return amount === undefined || currency === undefined ? null : { amount, currency }
}
