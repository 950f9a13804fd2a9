import type { Sealer } from '../lib/seal.ts'
import type { Checkout } from '../rules/model.ts'
import { Terms } from './order-terms.ts'

/** Encrypts the terms that a checkout stores for later attempts. */
export const sealOrderTerms = (sealer: Sealer, checkoutId: string, terms: Terms): Promise<string> =>
  sealer.seal({ purpose: 'terms', entry: checkoutId }, JSON.stringify(terms))

/** Null if the checkout stores no terms any more or they cannot be decrypted. */
export async function openOrderTerms(
  sealer: Sealer,
  { id, terms }: Pick<Checkout, 'id' | 'terms'>,
): Promise<Terms | null> {
  const decrypted = terms === null ? null : await sealer.open({ purpose: 'terms', entry: id }, terms)
  return decrypted === null ? null : Terms.parse(JSON.parse(decrypted))
}
