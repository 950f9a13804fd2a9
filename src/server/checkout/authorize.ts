import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'
import type { Proof } from './proof.ts'

/** A checkout with what a request has proved about it. */
export interface Authorized {
  checkout: Checkout
  proof: Proof
}

/**
 * A checkout to a request with its client secret. Throws `checkout_unknown`, whether or not the id exists, after the
 * same work.
 */
export async function authorize(
  { store, clientSecrets }: Context,
  id: string,
  secret: string | null,
): Promise<Authorized> {
  const [read, entry] = await Promise.all([clientSecrets.read(secret), store.entry(id)])
  if (entry?.kind !== 'checkout' || read?.checkoutId !== id) throw new ProblemError('checkout_unknown')
  return { checkout: entry, proof: read.proof }
}
