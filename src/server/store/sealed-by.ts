import { keyPrefixLength } from '../lib/crypto/seal.ts'
import type { Entry } from '../rules/model.ts'

/** The prefixes of an entry's sealed texts, sorted and comma-separated; null if it holds none. */
export function sealedBy(entry: Entry): string | null {
  const texts = [
    entry.kind === 'checkout' ? entry.terms : (entry.request?.body ?? null),
    ...entry.attempts.flatMap(({ body, paymentDetails }) => [body, paymentDetails]),
  ]
  const prefixes = texts.flatMap((text) => (text === null ? [] : [text.slice(0, keyPrefixLength)]))
  return prefixes.length === 0 ? null : [...new Set(prefixes)].sort().join()
}
