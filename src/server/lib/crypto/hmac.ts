import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64url } from 'jose'

/**
 * HMAC-SHA256 of a text, as Base64url. Not by WebCrypto: dispatching it to another thread costs several times as much,
 * and anybody can make a server check a forged token.
 */
export const hmacOf = (key: Uint8Array, text: string): string =>
  base64url.encode(hmac(sha256, key, new TextEncoder().encode(text)))

/** Takes the same time wherever they differ. */
export function isSameMac(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
