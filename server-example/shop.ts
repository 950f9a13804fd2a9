import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrderResult } from 'paypane/server'
import type { ShopOrder } from './settings.ts'

/**
 * The shop behind the pane: it alone knows what an order costs and who pays it. With a secret, pages give the
 * order as `1042.SIGNATURE`, and only then is its customer known.
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

/** The order as a page gives it. */
export const signedReference = (reference: string, secret: string | undefined): string =>
  secret === undefined ? reference : `${reference}.${signature(secret, reference)}`

const signature = (secret: string, reference: string): string =>
  createHmac('sha256', secret).update(reference).digest('base64url')

function isSignatureValid(secret: string, reference: string, provided: string): boolean {
  const expected = Buffer.from(signature(secret, reference))
  const actual = Buffer.from(provided)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
