import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { OrderRequest } from './order-terms.ts'

const maxReferenceLength = 512

/** An order that a request has proved. */
export interface ProvedOrder extends OrderRequest {
  /** When the token expires, in milliseconds; null without one. */
  until: number | null
  expired: boolean
}

/**
 * The order that a page gives. Where order tokens are required, anything but an authentic one throws `order_unknown`
 * before `order()` is called or the store is read, so that neither the answer nor its time reveals which orders exist.
 */
export async function proveOrder({ orderTokens }: Context, text: string): Promise<ProvedOrder> {
  if (orderTokens === null) {
    if (text.length > maxReferenceLength) throw new ProblemError('malformed', 'order: too long')
    return { reference: text, token: null, until: null, expired: false }
  }
  const verified = await orderTokens.verify(text)
  if (verified === null) throw new ProblemError('order_unknown')
  const { reference, claims, issuedAt, expiresAt, expired } = verified
  return { reference, token: { claims, issuedAt }, until: expiresAt, expired }
}
