import type { Context } from '../context.ts'
import { orProblem, ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'
import type { OrderRequest } from './order-terms.ts'

/** What a payer's request has proved about a checkout. */
export interface Proof {
  /** `pay`: everything a payer may do. `outcome`: only to read how the payment ended. */
  access: 'pay' | 'outcome'
  /** The proved customer, whose saved cards may be listed, used, added and removed. */
  customer: string | null
  /** When the order token expires, in milliseconds; then the access is `outcome`. Null: it was proved without one. */
  until: number | null
}

/** A proof without an end of its own: the server itself reads, or a plain reference was given. */
export const unlimitedProof = (customer: string | null = null): Proof => ({
  access: 'pay',
  customer,
  until: null,
})

/** Once the order token would have expired, a client secret proves only the outcome. */
const proofOf = ({ customer, until }: { customer: string | null; until: number }, now: number): Proof =>
  now < until ? { access: 'pay', customer, until } : { access: 'outcome', customer: null, until }

/** A checkout with what a request has proved about it. */
export interface Authorized {
  checkout: Checkout
  proof: Proof
}

/**
 * A checkout to a request with its client secret. Throws `checkout_unknown`; without a right secret nothing is read from
 * the store, so neither the answer nor its time reveals whether the id exists.
 */
export async function authorize(
  { store, clientSecrets, clock }: Context,
  id: string,
  secret: string | null,
): Promise<Authorized> {
  const read = await clientSecrets.read(secret)
  const entry = read?.checkoutId === id ? await store.entry(id) : null
  if (read === null || entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return { checkout: entry, proof: proofOf(read, clock.now()) }
}

/** The customer that a client secret of any checkout proves. */
export async function provedCustomer(
  { clientSecrets, clock }: Context,
  secret: string | null,
): Promise<string | null> {
  const read = await clientSecrets.read(secret)
  return read && proofOf(read, clock.now()).customer
}

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

const maxReferenceLength = 512

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
  const verified = orProblem(await orderTokens.verify(text), 'order_unknown')
  const { reference, claims, issuedAt, expiresAt, expired } = verified
  return { reference, token: { claims, issuedAt }, until: expiresAt, expired }
}
