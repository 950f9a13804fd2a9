import type { Sealer } from '../lib/crypto/seal.ts'
import { Terms } from '../rules/checkout/terms.ts'
import type { Checkout } from '../rules/model.ts'

/** Encrypts the terms that a checkout stores for later attempts. */
export const encryptOrderTerms = (sealer: Sealer, checkoutId: string, terms: Terms): Promise<string> =>
  sealer.encrypt({ purpose: 'terms', entry: checkoutId }, JSON.stringify(terms))

/** Null if the checkout stores no terms any more or they cannot be decrypted. */
export async function decryptOrderTerms(sealer: Sealer, { id, terms }: Checkout): Promise<Terms | null> {
  const decrypted = terms === null ? null : await sealer.decrypt({ purpose: 'terms', entry: id }, terms)
  return decrypted === null ? null : Terms.parse(JSON.parse(decrypted))
}
