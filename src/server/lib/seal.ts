/** What a sealed text is for; it cannot be opened for another purpose. */
export type Purpose = 'body' | 'instructions' | 'terms' | 'card' | 'client-secret'

/** Encrypts what must not be stored in clear text: live instructions, request bodies, order terms, card tokens. */
export interface Sealer {
  seal(purpose: Purpose, text: string): Promise<string>
  /** Null if no configured key opens it: the key was removed, or the text was changed. */
  open(purpose: Purpose, sealed: string): Promise<string | null>
  /** The first `keyPrefixLength` characters of texts sealed with each retired key. */
  retiredKeyPrefixes(): Promise<readonly string[]>
  /** Keyed digests (HMAC) of a text, one for each key, the sealing key's first. Equal texts have equal digests. */
  fingerprints(text: string): Promise<[string, ...string[]]>
}

/** The length of the prefix that identifies the key of a sealed text. */
export const keyPrefixLength = 10
const keyPrefix = ({ id }: Key): string => `1.${id}`

interface Key {
  id: string
  seal: CryptoKey
  sign: CryptoKey
}

const algorithm = 'AES-GCM'

/**
 * AES-256-GCM with the given keys (32 bytes each, Base64): the first seals, all open.
 * Throws a `TypeError` that names an invalid key by its position and never prints it.
 */
export async function createSealer(keys: readonly string[]): Promise<Sealer> {
  const keyRing = await Promise.all(keys.map(parseKey))
  const [sealingKey] = keyRing
  if (sealingKey === undefined) throw new TypeError('No seal key: pass 32 random bytes as Base64.')

  return {
    async seal(purpose, text) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt(
        { name: algorithm, iv, additionalData: bytes(purpose) },
        sealingKey.seal,
        bytes(text),
      )
      return `${keyPrefix(sealingKey)}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`
    },
    async open(purpose, sealed) {
      const [version, id, iv, data, ...more] = sealed.split('.')
      if (version !== '1' || iv === undefined || data === undefined || more.length > 0) return null
      const key = keyRing.find((candidate) => candidate.id === id)
      if (key === undefined) return null
      try {
        const decrypted = await crypto.subtle.decrypt(
          { name: algorithm, iv: fromBase64(iv), additionalData: bytes(purpose) },
          key.seal,
          fromBase64(data),
        )
        return new TextDecoder().decode(decrypted)
      } catch {
        // Changed, or sealed for another purpose.
        return null
      }
    },
    retiredKeyPrefixes: async () => keyRing.slice(1).map(keyPrefix),
    async fingerprints(text) {
      const digest = async (key: Key): Promise<string> =>
        toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key.sign, bytes(text))))
      return [await digest(sealingKey), ...(await Promise.all(keyRing.slice(1).map(digest)))]
    },
  }
}

/**
 * A new seal key: 32 random bytes as Base64.
 *
 * @example
 * console.log(`SEAL_KEY=${generateSealKey()}`)
 */
export const generateSealKey = (): string => toBase64(crypto.getRandomValues(new Uint8Array(32)))

async function parseKey(text: string, index: number): Promise<Key> {
  const raw = decodeKey(text)
  if (raw?.length !== 32) {
    throw new TypeError(
      `Seal key ${index + 1} is not 32 bytes in Base64. Make one with: openssl rand -base64 32`,
    )
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', raw))
  return {
    id: [...digest.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    seal: await crypto.subtle.importKey('raw', raw, algorithm, false, ['encrypt', 'decrypt']),
    sign: await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  }
}

function decodeKey(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64(text.trim())
  } catch {
    return null
  }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const toBase64 = (data: Uint8Array): string =>
  btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
