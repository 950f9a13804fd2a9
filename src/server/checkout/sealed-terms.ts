import type { Sealer } from '../lib/crypto/seal.ts'
import { Terms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'
import type { PreparedAttempt } from './prepare-attempt.ts'

/** Encrypts the terms that a checkout stores for later attempts. */
export const encryptOrderTerms = (sealer: Sealer, checkoutId: string, terms: Terms): Promise<string> =>
  sealer.encrypt({ purpose: 'terms', entry: checkoutId }, JSON.stringify(terms))

/** Null if the checkout stores no terms any more or they cannot be decrypted. */
export async function decryptOrderTerms(
  sealer: Sealer,
  { id, terms }: Pick<Checkout, 'id' | 'terms'>,
): Promise<Terms | null> {
  const decrypted = terms === null ? null : await sealer.decrypt({ purpose: 'terms', entry: id }, terms)
  return decrypted === null ? null : Terms.parse(JSON.parse(decrypted))
}

/** The checkout with what the payer filled in for an attempt, in its stored terms. */
export async function withFilled(
  sealer: Sealer,
  checkout: Checkout,
  { attempt: { method }, filled }: Pick<PreparedAttempt, 'attempt' | 'filled'>,
): Promise<Checkout> {
  if (method === null || filled === null) return checkout
  const terms = await decryptOrderTerms(sealer, checkout)
  if (terms === null) return checkout
  if (Object.keys(filled).length === 0 && terms.filled[method] === undefined) return checkout
  const updated = { ...terms, filled: { ...terms.filled, [method]: filled } }
  return { ...checkout, terms: await encryptOrderTerms(sealer, checkout.id, updated) }
}
