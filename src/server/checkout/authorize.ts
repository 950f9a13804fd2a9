import { ProblemError } from '../lib/problem.ts'
import { isFinal } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import type { CheckoutServices } from './checkouts.ts'
import type { Proof } from './proof.ts'

/** A checkout with what a request has proved about it. */
export interface Authorized {
  checkout: Checkout
  proof: Proof
}

type AuthorizeServices = Pick<CheckoutServices, 'store' | 'clientSecrets' | 'policy' | 'clock'>

/** A checkout to a request with its client secret. Throws `checkout_unknown`, whether or not the id exists. */
export async function authorize(
  services: AuthorizeServices,
  id: string,
  secret: string | null,
): Promise<Authorized> {
  const found = await find(services, id, secret)
  if (found.proof === null) throw new ProblemError('checkout_unknown')
  return { checkout: found.checkout, proof: found.proof }
}

/** Like `authorize`; a checkout stored by 0.1 can also be read by its id. */
export async function authorizeRead(
  services: AuthorizeServices,
  id: string,
  secret: string | null,
): Promise<Authorized> {
  const { checkout, proof } = await find(services, id, secret)
  if (proof !== null) return { checkout, proof }
  if (!isReadableById(services, checkout)) throw new ProblemError('checkout_unknown')
  return { checkout, proof: { access: 'pay', customer: null } }
}

/** The same work for an id that exists and for one that does not. */
async function find(
  { store, clientSecrets }: AuthorizeServices,
  id: string,
  secret: string | null,
): Promise<{ checkout: Checkout; proof: Proof | null }> {
  const [read, entry] = await Promise.all([clientSecrets.read(secret), store.entry(id)])
  if (entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return { checkout: entry, proof: read?.checkoutId === id ? read.proof : null }
}

/** A page that was open during the upgrade must still read the outcome, not "not found". */
const finalGraceMs = 24 * 3_600_000

function isReadableById({ policy, clock }: AuthorizeServices, checkout: Checkout): boolean {
  const at = clock.now()
  return checkout.readableById && (!isFinal(checkout, at, policy) || at - checkout.updatedAt < finalGraceMs)
}
