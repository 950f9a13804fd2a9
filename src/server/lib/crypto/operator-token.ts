import { bytesToHex } from '@noble/hashes/utils.js'
import { sha256Hex } from '../../../service/signature.ts'
import { isStrongSecret } from './secret-strength.ts'

/** A new token of an operator, and what the server keeps of it. */
export interface OperatorToken {
  /** For the operator; the server never has it. */
  token: string
  /** For `operators`, or the file of `OPERATORS`. */
  tokenSha256: string
}

const prefix = 'ppo_'
const randomBytes = 20
const checksumLength = 8

/**
 * A new token of an operator: `ppo_`, 160 random bits and a checksum, so that a mistyped one is recognized, and by
 * scanners of repositories a leaked one.
 *
 * @example
 * const { token, tokenSha256 } = createOperatorToken()
 */
export function createOperatorToken(): OperatorToken {
  const random = crypto.getRandomValues(new Uint8Array(randomBytes))
  const body = prefix + bytesToHex(random)
  const token = body + checksumOf(body)
  return { token, tokenSha256: sha256Hex(token) }
}

/** Whether a text begins as such a token and is none: cut off or mistyped. Never true of other texts. */
export function isMistyped(token: string): boolean {
  if (!token.startsWith(prefix)) return false
  const body = token.slice(0, -checksumLength)
  return (
    token.length !== prefix.length + 2 * randomBytes + checksumLength || token !== body + checksumOf(body)
  )
}

/** Whether nobody can guess it. Of its digest alone this cannot be said. */
export const isSafeToken = (token: string): boolean => token.startsWith(prefix) || isStrongSecret(token)

const checksumOf = (body: string): string => sha256Hex(body).slice(0, checksumLength)
