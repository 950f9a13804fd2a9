import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { z } from 'zod'

export const shopSecret = 'the secret of a simulated shop, of 32 bytes or more'

/** What a token of the shop states of an order. Times in seconds. */
export interface StatedOrder {
  sub: string
  aud: 'pay'
  iat: number
  exp: number
  customer?: string
  amount?: string
  currency?: string
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The order that a token names; null: it is no token. Its signature is not checked. */
export function orderOfToken(token: string): string | null {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return null
  return z.object({ sub: z.string() }).parse(JSON.parse(Buffer.from(payload, 'base64url').toString())).sub
}

/** An order token as any JWT library makes it: HS256. */
export function signToken(stated: StatedOrder): string {
  const [header, payload] = [{ alg: 'HS256', typ: 'JWT' }, stated].map((part) =>
    base64url(bytesOf(JSON.stringify(part))),
  )
  const text = `${header}.${payload}`
  return `${text}.${base64url(hmac(sha256, bytesOf(shopSecret), bytesOf(text)))}`
}
