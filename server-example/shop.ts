import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrderResult } from 'paypane/server'
import type { ShopOrder } from 'paypane/server/node'

/**
 * Finds the terms of an order. With a secret, a page may give the order as `1042.SIGNATURE`, which also proves its
 * customer.
 */
export function createShop(
  orders: ReadonlyMap<string, ShopOrder>,
  secret: string | undefined,
): (reference: string) => OrderResult {
  return (token) => {
    const dot = secret === undefined ? -1 : token.lastIndexOf('.')
    const reference = dot === -1 ? token : token.slice(0, dot)
    const order = orders.get(reference)
    if (order === undefined) return null
    if (dot !== -1 && secret !== undefined && !isSignatureValid(secret, reference, token.slice(dot + 1)))
      return 'forbidden'
    const { customer, ...terms } = order
    return { ...terms, reference, ...(dot === -1 || customer === undefined ? {} : { customer }) }
  }
}

/** The order reference for a page, signed if there is a secret. */
export const signedReference = (reference: string, secret: string | undefined): string =>
  secret === undefined ? reference : `${reference}.${signature(secret, reference)}`

const signature = (secret: string, reference: string): string =>
  createHmac('sha256', secret).update(reference).digest('base64url')

function isSignatureValid(secret: string, reference: string, provided: string): boolean {
  const expected = Buffer.from(signature(secret, reference))
  const actual = Buffer.from(provided)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
