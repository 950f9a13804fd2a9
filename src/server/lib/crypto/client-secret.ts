import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import { createDecryptCache } from './decrypt-cache.ts'
import type { Place, Sealer } from './seal.ts'

/**
 * Client secrets, `co_…_secret_…`: the customer and the end of the proof that a secret was issued for, sealed with the checkout's id and
 * 128 random bits. Stateless, so every process reads those of the others.
 */
export interface ClientSecrets {
  /** `until`: when the order token expires. Null: a day later. */
  issue(checkoutId: string, proof: { customer: string | null; until: number | null }): Promise<string>
  /** What was issued. Null if the text is no client secret. */
  read(secret: string | null): Promise<IssuedSecret | null>
}

export interface IssuedSecret {
  checkoutId: string
  customer: string | null
  until: number
}

const Content = z.object({ customer: z.string().nullable(), until: z.number(), nonce: z.string() })
/** Of a proof without an end: a payer who leaves a page open overnight opens the order again. */
const lifetimeMs = 24 * 3_600_000
const checkoutForm = /^co_[0-9a-z]{26}$/
const separator = '_secret_'
/** A sealed customer id may be long; a header may not. */
const maxLength = 8192

export function createClientSecrets(sealer: Sealer, clock: Clock): ClientSecrets {
  const cache = createDecryptCache<string>(clock)
  return {
    async issue(checkoutId, { customer, until }) {
      const end = until ?? clock.now() + lifetimeMs
      const content: z.infer<typeof Content> = { customer, until: end, nonce: newId('secret') }
      const sealed = await sealer.seal(placeOf(checkoutId), JSON.stringify(content))
      return `${checkoutId}${separator}${toUrlSafe(sealed)}`
    },
    async read(secret) {
      if (secret === null || secret.length > maxLength) return null
      const at = secret.indexOf(separator)
      if (at === -1) return null
      const checkoutId = secret.slice(0, at)
      if (!checkoutForm.test(checkoutId)) return null
      const text = secret.slice(at + separator.length)
      if (!isCanonical(text)) return null
      const sealed = fromUrlSafe(text)
      const opened = await cache.get(secret, sealed, () => sealer.open(placeOf(checkoutId), sealed))
      if (opened === null) return null
      const { customer, until } = Content.parse(JSON.parse(opened))
      return { checkoutId, customer, until }
    },
  }
}

/** Whether a text begins as the secrets of a checkout do: all that can be said before anything is decrypted. */
export const isSecretOf = (checkoutId: string, text: string | null): boolean =>
  text?.startsWith(`${checkoutId}${separator}`) === true

const placeOf = (checkout: string): Place => ({ purpose: 'client-secret', checkout })

/** Letters, digits, `-` and `_` only: the parts of a sealed text but the last have a fixed length. */
const toUrlSafe = (sealed: string): string =>
  sealed.replaceAll('.', '').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const fromUrlSafe = (text: string): string =>
  [text.slice(0, 1), text.slice(1, 9), text.slice(9, 25), text.slice(25)].join('.')

/** A secret has one spelling: Base64url without unused bits in the last character of the sealed data, which begins at 25. */
function isCanonical(text: string): boolean {
  if (!/^[\w-]{26,}$/.test(text)) return false
  const unusedBits = [/./, /$^/, /[AQgw]$/, /[AEIMQUYcgkosw048]$/][(text.length - 25) % 4]
  return unusedBits?.test(text) === true
}
