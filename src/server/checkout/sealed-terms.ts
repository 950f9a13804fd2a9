import type { Sealer } from '../lib/seal.ts'
import { Terms } from './order-terms.ts'

/** Encrypts the terms that a checkout stores for later attempts. */
export const sealOrderTerms = (sealer: Sealer, terms: Terms): Promise<string> =>
  sealer.seal('terms', JSON.stringify(terms))

/** Null if the checkout stores no terms any more or they cannot be decrypted. */
export async function openOrderTerms(sealer: Sealer, sealed: string | null): Promise<Terms | null> {
  const decrypted = sealed === null ? null : await sealer.open('terms', sealed)
  return decrypted === null ? null : Terms.parse(JSON.parse(decrypted))
}

/** The same terms, re-encrypted if they were sealed with a retired key. */
export async function resealOrderTerms(sealer: Sealer, sealed: string | null): Promise<string | null> {
  const retiredPrefixes = await sealer.retiredKeyPrefixes()
  if (sealed === null || !retiredPrefixes.some((prefix) => sealed.startsWith(prefix))) return sealed
  const decrypted = await sealer.open('terms', sealed)
  return decrypted === null ? sealed : await sealer.seal('terms', decrypted)
}
