import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Checkout } from '../rules/model.ts'
import { isSecretOf } from './client-secret.ts'
import type { Proof } from './proof.ts'

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
  { store, clientSecrets }: Context,
  id: string,
  secret: string | null,
): Promise<Authorized> {
  const read = isSecretOf(id, secret) ? await clientSecrets.read(secret) : null
  const entry = read?.checkoutId === id ? await store.entry(id) : null
  if (read === null || entry?.kind !== 'checkout') throw new ProblemError('checkout_unknown')
  return { checkout: entry, proof: read.proof }
}
