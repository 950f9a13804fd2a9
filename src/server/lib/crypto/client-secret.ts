import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import { createDecryptCache } from './decrypt-cache.ts'
import type { AssociatedData, Sealer } from './seal.ts'

const Content = z.object({ customer: z.string().nullable(), until: z.number(), nonce: z.string() })
/** Of a proof without an end: a payer who leaves a page open overnight opens the order again. */
const lifetimeMs = 24 * 3_600_000
const separator = '_secret_'
/** With the longest customer id, each of whose characters JSON may escape as six. */
const maxLength = 2400
const form = /^(co_[0-9a-z]{26})_secret_[\w-]+$/

/**
 * Client secrets, `co_…_secret_…`: the customer and the end of the proof that a secret was issued for, sealed with the
 * checkout's id and 128 random bits, and a tag. Stateless, so every process reads those of the others.
 */
export function createClientSecrets(sealer: Sealer, clock: Clock) {
  const cache = createDecryptCache<string>(clock)

  /** A secret in its only spelling: the tag is of the text, so no other decodes to the same. */
  async function untagged(secret: string | null): Promise<{ checkoutId: string; sealed: string } | null> {
    if (secret === null || secret.length > maxLength) return null
    const [, checkoutId] = form.exec(secret) ?? []
    const text = checkoutId === undefined ? null : await sealer.untag(secret)
    if (checkoutId === undefined || text === null) return null
    return { checkoutId, sealed: fromUrlSafe(text.slice(checkoutId.length + separator.length)) }
  }

  return {
    /** `until`: when the order token expires. Null: a day later. */
    async issue(
      checkoutId: string,
      { customer, until }: { customer: string | null; until: number | null },
    ): Promise<string> {
      const end = until ?? clock.now() + lifetimeMs
      const content: z.infer<typeof Content> = { customer, until: end, nonce: newId('secret') }
      const sealed = await sealer.encrypt(associatedDataOf(checkoutId), JSON.stringify(content))
      return await sealer.tag(`${checkoutId}${separator}${toUrlSafe(sealed)}`)
    },
    /** Whether it is a secret of this checkout: from its tag, before anything is decrypted. */
    isOf: async (checkoutId: string, secret: string | null): Promise<boolean> =>
      secret?.startsWith(`${checkoutId}${separator}`) === true && (await untagged(secret)) !== null,
    /** What was issued. Null if the text is no client secret. */
    async read(secret: string | null) {
      const found = secret === null ? null : await untagged(secret)
      if (secret === null || found === null) return null
      const { checkoutId, sealed } = found
      const decrypted = await cache.get(secret, sealed, () =>
        sealer.decrypt(associatedDataOf(checkoutId), sealed),
      )
      if (decrypted === null) return null
      const { customer, until } = Content.parse(JSON.parse(decrypted))
      return { checkoutId, customer, until }
    },
  }
}

const associatedDataOf = (checkout: string): AssociatedData => ({ purpose: 'client-secret', checkout })

/** Letters, digits, `-` and `_` only: the parts of a sealed text but the last have a fixed length. */
const toUrlSafe = (sealed: string): string =>
  sealed.replaceAll('.', '').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const fromUrlSafe = (text: string): string =>
  [text.slice(0, 1), text.slice(1, 9), text.slice(9, 25), text.slice(25)].join('.')
