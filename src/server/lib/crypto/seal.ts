import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64url } from 'jose'
import { isSameText } from '../../../service/signature.ts'

/** Authenticated with a sealed text: what it is for and the row that holds it. It can be decrypted only with the same. */
export type AssociatedData =
  | { purpose: 'body' | 'paymentDetails'; entry: string; externalTransactionId: string }
  | { purpose: 'terms'; entry: string }
  | { purpose: 'claim'; entry: string; claim: string }
  | { purpose: 'refund'; entry: string; refund: string }
  | { purpose: 'receipt'; entry: string; attempt: number; receipt: string }
  | { purpose: 'card'; customer: string; card: string }
  | { purpose: 'client-secret'; checkout: string }

/** Encrypts what must not be stored in clear text: live payment details, request bodies, order terms, card tokens, claims. */
export interface Sealer {
  encrypt(associatedData: AssociatedData, data: string | Uint8Array): Promise<string>
  /** Null if the associated data is not the same, the key is not configured, or the text was changed. */
  decrypt(associatedData: AssociatedData, sealed: string): Promise<string | null>
  /** As `decrypt`, of what was encrypted as bytes. */
  decryptBytes(associatedData: AssociatedData, sealed: string): Promise<Uint8Array<ArrayBuffer> | null>
  currentPrefix(): Promise<string>
  /** The prefixes of texts encrypted with a retired key, which only decrypts. */
  retiredPrefixes(): Promise<readonly string[]>
  /** Keyed digests (HMAC) of a text, one for each key, the current one's first. Equal texts have equal digests. */
  fingerprints(text: string): Promise<[string, ...string[]]>
  /** A text with a tag of the current key, which is checked in a fraction of the time that `decrypt` takes. */
  tag(text: string): Promise<string>
  /** The text without its tag; null unless it is of one of the keys. */
  untag(tagged: string): Promise<string | null>
}

/** The length of the prefix that identifies the format and the key of a sealed text. */
export const keyPrefixLength = 10

/** Re-encrypts a text of a retired key. A text of the current key, or of an unknown one, is returned unchanged. */
export async function reencrypt(
  sealer: Sealer,
  associatedData: AssociatedData,
  sealed: string,
): Promise<string> {
  if (sealed.startsWith(await sealer.currentPrefix())) return sealed
  const data = await sealer.decryptBytes(associatedData, sealed)
  return data === null ? sealed : await sealer.encrypt(associatedData, data)
}

/** 132 bits in Base64url. */
const tagLength = 22

interface Key {
  id: string
  encrypt: CryptoKey
  sign: CryptoKey
  tag: Uint8Array
}

const algorithm = 'AES-GCM'
const keyBytes = 32
/** The format of sealed texts. */
const version = '1'

const prefixOf = ({ id }: Key): string => `${version}.${id}`

/** The members of associated data, in their order in what is authenticated. */
const members = [
  ...['purpose', 'customer', 'card', 'checkout'],
  ...['entry', 'externalTransactionId', 'claim', 'refund', 'attempt', 'receipt'],
]

function encoded(associatedData: AssociatedData): Uint8Array<ArrayBuffer> {
  const given: Readonly<Record<string, string | number>> = associatedData
  return bytes(JSON.stringify(members.flatMap((member) => given[member] ?? [])))
}

const tagOf = (key: Key, text: string): string => hmacOf(key.tag, text).slice(0, tagLength)

/**
 * AES-256-GCM with the given keys (32 bytes each, Base64; those of one text are comma-separated): the first encrypts, all
 * decrypt. They are parsed at first use: creating and mounting the server needs no key. Rejects with a `TypeError` that
 * names an invalid key by its position and never prints it.
 */
export function createSealer(option: string | readonly string[]): Sealer {
  let parsed: Promise<[Key, ...Key[]]> | null = null
  const keyRing = (): Promise<[Key, ...Key[]]> => {
    parsed ??= parseKeys(typeof option === 'string' ? option.split(',') : option)
    return parsed
  }

  async function decryptBytes(
    associatedData: AssociatedData,
    sealed: string,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const [format, id, iv, data, ...more] = sealed.split('.')
    if (format !== version || iv === undefined || data === undefined || more.length > 0) return null
    const key = (await keyRing()).find((candidate) => candidate.id === id)
    if (key === undefined) return null
    try {
      const decrypted = await crypto.subtle.decrypt(
        { name: algorithm, iv: fromBase64(iv), additionalData: encoded(associatedData) },
        key.encrypt,
        fromBase64(data),
      )
      return new Uint8Array(decrypted)
    } catch {
      // Changed, or with other associated data.
      return null
    }
  }

  return {
    async encrypt(associatedData, data) {
      const [currentKey] = await keyRing()
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt(
        { name: algorithm, iv, additionalData: encoded(associatedData) },
        currentKey.encrypt,
        typeof data === 'string' ? bytes(data) : new Uint8Array(data),
      )
      return `${prefixOf(currentKey)}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`
    },
    async decrypt(associatedData, sealed) {
      const data = await decryptBytes(associatedData, sealed)
      return data === null ? null : new TextDecoder().decode(data)
    },
    decryptBytes,
    currentPrefix: async () => prefixOf((await keyRing())[0]),
    async retiredPrefixes() {
      const [currentKey, ...retired] = await keyRing()
      return retired.filter(({ id }) => id !== currentKey.id).map(prefixOf)
    },
    async fingerprints(text) {
      const [currentKey, ...retired] = await keyRing()
      const digest = async (key: Key): Promise<string> =>
        toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key.sign, bytes(text))))
      return [await digest(currentKey), ...(await Promise.all(retired.map(digest)))]
    },
    tag: async (text) => text + tagOf((await keyRing())[0], text),
    async untag(tagged) {
      if (tagged.length < tagLength) return null
      const [text, tag] = [tagged.slice(0, -tagLength), tagged.slice(-tagLength)]
      return (await keyRing()).some((key) => isSameText(tag, tagOf(key, text))) ? text : null
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

async function parseKeys(texts: readonly string[]): Promise<[Key, ...Key[]]> {
  const [current, ...retired] = await Promise.all(texts.map(parseKey))
  if (current === undefined) throw new TypeError('No seal key: pass 32 random bytes as Base64.')
  return [current, ...retired]
}

async function parseKey(text: string, index: number): Promise<Key> {
  const raw = decodeSealKey(text)
  if (raw === null) {
    throw new TypeError(
      `Seal key ${index + 1} is not 32 bytes in Base64. Make one with: openssl rand -base64 32`,
    )
  }
  return {
    id: bytesToHex(sha256(raw).slice(0, 4)),
    encrypt: await crypto.subtle.importKey('raw', raw, algorithm, false, ['encrypt', 'decrypt']),
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
function toBase64(data: Uint8Array): string {
  let binary = ''
  // In pieces: a function takes only so many arguments.
  for (let at = 0; at < data.length; at += 8192)
    binary += String.fromCharCode(...data.subarray(at, at + 8192))
  return btoa(binary)
}
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const data = new Uint8Array(decoded.length)
  for (let index = 0; index < data.length; index += 1) data[index] = decoded.charCodeAt(index)
  return data
}

/**
 * HMAC-SHA256 of a text, as Base64url. Not by WebCrypto: dispatching it to another thread costs several times as much,
 * and anybody can make a server check a forged token.
 */
export const hmacOf = (key: Uint8Array, text: string): string =>
  base64url.encode(hmac(sha256, key, new TextEncoder().encode(text)))
