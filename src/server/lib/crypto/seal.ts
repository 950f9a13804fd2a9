import { hmacOf, isSameMac } from './hmac.ts'

/** What a sealed text is for and the row that holds it. It opens in this place only. */
export type Place =
  | { purpose: 'body' | 'paymentDetails'; entry: string; externalTransactionId: string }
  | { purpose: 'terms'; entry: string }
  | { purpose: 'card'; customer: string; card: string }
  | { purpose: 'client-secret'; checkout: string }

/** Encrypts what must not be stored in clear text: live payment details, request bodies, order terms, card tokens. */
export interface Sealer {
  seal(place: Place, text: string): Promise<string>
  /** Null if it was sealed for another place, its key is not configured, or the text was changed. */
  open(place: Place, sealed: string): Promise<string | null>
  /** The prefix of texts sealed with the sealing key. */
  currentPrefix(): Promise<string>
  /** The prefixes of texts sealed with a key that only opens. */
  retiredPrefixes(): Promise<readonly string[]>
  /** Keyed digests (HMAC) of a text, one for each key, the sealing key's first. Equal texts have equal digests. */
  fingerprints(text: string): Promise<[string, ...string[]]>
  /** A text with a tag that only the sealing key makes. It is checked in a fraction of the time that `open` takes. */
  tag(text: string): Promise<string>
  /** The text without its tag; null unless one of the keys has made it. */
  untag(tagged: string): Promise<string | null>
}

/** The length of the prefix that identifies the format and the key of a sealed text. */
export const keyPrefixLength = 10

/** Re-encrypts a text of a retired key. A text of the sealing key, or that no key opens, is returned unchanged. */
export async function reseal(sealer: Sealer, place: Place, sealed: string): Promise<string> {
  if (sealed.startsWith(await sealer.currentPrefix())) return sealed
  const text = await sealer.open(place, sealed)
  return text === null ? sealed : await sealer.seal(place, text)
}

/** 132 bits in Base64url. */
const tagLength = 22

interface Key {
  id: string
  seal: CryptoKey
  sign: CryptoKey
  tag: Uint8Array
}

const algorithm = 'AES-GCM'
const keyBytes = 32
/** The format of sealed texts. */
const version = '1'

const prefixOf = ({ id }: Key): string => `${version}.${id}`

/** The authenticated context of a text, in the order in which `Place` is declared. */
function additionalData(place: Place): Uint8Array<ArrayBuffer> {
  switch (place.purpose) {
    case 'body':
    case 'paymentDetails':
      return bytes(JSON.stringify([place.purpose, place.entry, place.externalTransactionId]))
    case 'terms':
      return bytes(JSON.stringify([place.purpose, place.entry]))
    case 'card':
      return bytes(JSON.stringify([place.purpose, place.customer, place.card]))
    case 'client-secret':
      return bytes(JSON.stringify([place.purpose, place.checkout]))
  }
}

const tagOf = (key: Key, text: string): string => hmacOf(key.tag, text).slice(0, tagLength)

/**
 * AES-256-GCM with the given keys (32 bytes each, Base64): the first seals, all open.
 * Throws a `TypeError` that names an invalid key by its position and never prints it.
 */
export async function createSealer(keys: readonly string[]): Promise<Sealer> {
  const keyRing = await Promise.all(keys.map(parseKey))
  const [sealingKey] = keyRing
  if (sealingKey === undefined) throw new TypeError('No seal key: pass 32 random bytes as Base64.')

  return {
    async seal(place, text) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt(
        { name: algorithm, iv, additionalData: additionalData(place) },
        sealingKey.seal,
        bytes(text),
      )
      return `${prefixOf(sealingKey)}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`
    },
    async open(place, sealed) {
      const [format, id, iv, data, ...more] = sealed.split('.')
      if (format !== version || iv === undefined || data === undefined || more.length > 0) return null
      const key = keyRing.find((candidate) => candidate.id === id)
      if (key === undefined) return null
      try {
        const decrypted = await crypto.subtle.decrypt(
          { name: algorithm, iv: fromBase64(iv), additionalData: additionalData(place) },
          key.seal,
          fromBase64(data),
        )
        return new TextDecoder().decode(decrypted)
      } catch {
        // Changed, or sealed for another place.
        return null
      }
    },
    currentPrefix: async () => prefixOf(sealingKey),
    retiredPrefixes: async () => keyRing.filter(({ id }) => id !== sealingKey.id).map(prefixOf),
    async fingerprints(text) {
      const digest = async (key: Key): Promise<string> =>
        toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key.sign, bytes(text))))
      return [await digest(sealingKey), ...(await Promise.all(keyRing.slice(1).map(digest)))]
    },
    tag: async (text) => text + tagOf(sealingKey, text),
    async untag(tagged) {
      if (tagged.length < tagLength) return null
      const [text, tag] = [tagged.slice(0, -tagLength), tagged.slice(-tagLength)]
      return keyRing.some((key) => isSameMac(tag, tagOf(key, text))) ? text : null
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
  const raw = decodeSealKey(text)
  if (raw === null) {
    throw new TypeError(
      `Seal key ${index + 1} is not 32 bytes in Base64. Make one with: openssl rand -base64 32`,
    )
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', raw))
  return {
    id: [...digest.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    seal: await crypto.subtle.importKey('raw', raw, algorithm, false, ['encrypt', 'decrypt']),
    sign: await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    tag: bytes(hmacOf(raw, 'tag')),
  }
}

/** The 32 bytes of a seal key; null if the text is not one. */
export function decodeSealKey(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const key = fromBase64(text.trim())
    return key.length === keyBytes ? key : null
  } catch {
    return null
  }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const toBase64 = (data: Uint8Array): string =>
  btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const data = new Uint8Array(decoded.length)
  for (let index = 0; index < data.length; index += 1) data[index] = decoded.charCodeAt(index)
  return data
}
