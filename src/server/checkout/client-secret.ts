import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { createDecryptCache } from '../lib/decrypt-cache.ts'
import { newId } from '../lib/ids.ts'
import type { Place, Sealer } from '../lib/seal.ts'
import { Proof } from './proof.ts'

/**
 * Client secrets, `co_…_secret_…`: the proof that a secret was issued for, sealed with the checkout's id and 128 random
 * bits. Stateless, so every process reads those of the others.
 */
export interface ClientSecrets {
  issue(checkoutId: string, proof: Proof): Promise<string>
  /** Null for a missing, forged or malformed secret. */
  read(secret: string | null): Promise<{ checkoutId: string; proof: Proof } | null>
}

const Content = Proof.extend({ nonce: z.string() })
const separator = '_secret_'
/** A sealed customer id may be long; a header may not. */
const maxLength = 8192

export function createClientSecrets(sealer: Sealer, clock: Clock): ClientSecrets {
  const cache = createDecryptCache<string>(clock)
  return {
    async issue(checkoutId, { access, customer }) {
      const content: z.infer<typeof Content> = { access, customer, nonce: newId('secret') }
      const sealed = await sealer.seal(placeOf(checkoutId), JSON.stringify(content))
      return `${checkoutId}${separator}${toUrlSafe(sealed)}`
    },
    async read(secret) {
      if (secret === null || secret.length > maxLength) return null
      const at = secret.indexOf(separator)
      if (at === -1) return null
      const checkoutId = secret.slice(0, at)
      const sealed = fromUrlSafe(secret.slice(at + separator.length))
      const opened = await cache.get(secret, sealed, () => sealer.open(placeOf(checkoutId), sealed))
      if (opened === null) return null
      const { access, customer } = Content.parse(JSON.parse(opened))
      return { checkoutId, proof: { access, customer } }
    },
  }
}

const placeOf = (checkout: string): Place => ({ purpose: 'client-secret', checkout })

/** Letters, digits, `-` and `_` only: the parts of a sealed text but the last have a fixed length. */
const toUrlSafe = (sealed: string): string =>
  sealed.replaceAll('.', '').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const fromUrlSafe = (text: string): string =>
  [text.slice(0, 1), text.slice(1, 9), text.slice(9, 25), text.slice(25)].join('.')
