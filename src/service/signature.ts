import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * The four values of a callback that its signature covers, each as the text that was received or will be
 * sent.
 */
export interface SignedFields {
  externalId: string
  status: string
  amount: string
  orderType: string
}

/**
 * The value of a callback's `Signature` header: SHA-256, in lower-case hex, over the four values and the
 * merchant's private key.
 * @example
 * const fields = { externalId: 'A1', status: 'Success', amount: '100.00', orderType: 'Deposit' }
 * const signature = await callbackSignature(fields, 'PRIVATE-KEY')
 */
export async function callbackSignature(fields: SignedFields, privateKey: string): Promise<string> {
  const text = [fields.externalId, fields.status, fields.amount, fields.orderType, privateKey].join(';')
  // Not by WebCrypto, which hands even so little to another thread: that cost a third of a storm of callbacks.
  return bytesToHex(sha256(new TextEncoder().encode(text)))
}

/** Compares two hex digests in a time that does not depend on where they differ; hex in either case. */
export function digestsEqual(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const [left, right] = [a.toLowerCase(), b.toLowerCase()]
  let difference = 0
  for (let index = 0; index < left.length; index += 1)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
