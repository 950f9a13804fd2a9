import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The four signed values of a callback, each as the text on the wire. */
export interface SignedFields {
  /** The payments service's id of the order. */
  externalId: string
  /** The order's status. */
  status: string
  /** A number's digits as written, or a string's characters. */
  amount: string
  /** `Deposit` or `Withdrawal`. */
  orderType: string
}

/**
 * The `Signature` header of a callback: lower-case hex of SHA-256 over the four values and the private key.
 * @example
 * const fields = { externalId: 'A1', status: 'Success', amount: '100.00', orderType: 'Deposit' }
 * const signature = callbackSignature(fields, 'PRIVATE-KEY')
 */
export const callbackSignature = (
  { externalId, status, amount, orderType }: SignedFields,
  privateKey: string,
): string => sha256Hex([externalId, status, amount, orderType, privateKey].join(';'))

/**
 * The SHA-256 digest of a text, as lower-case hex. Not by WebCrypto: dispatching such a small digest to another thread
 * cost a third of callback throughput.
 */
export const sha256Hex = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)))

/** Compares two hex digests of either case in constant time. */
export const digestsEqual = (a: string, b: string): boolean => isSameText(a.toLowerCase(), b.toLowerCase())

/** Compares two texts in the same time wherever they differ. */
export function isSameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
