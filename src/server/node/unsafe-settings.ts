import { isLoopback } from '../lib/loopback.ts'
import { isStrongSecret } from '../lib/secret-strength.ts'
import { parseHttpUrl, splitList } from './setting-rules.ts'
import type { Environment, SettingName } from './settings.ts'

/** Settings that are safe only while nobody but this machine reaches the server. */
export function* unsafeSettings(env: Environment): Generator<readonly [SettingName, string]> {
  if (!isReachable(env)) return
  for (const name of Object.keys(rules).filter(isRuleName)) {
    const value = env[name]
    const problem = value === undefined ? null : rules[name](value)
    if (problem !== null) yield [name, problem]
  }
}

/** Other machines reach the server, directly or through a proxy. */
function isReachable({ HOST, PUBLIC_URL }: Environment): boolean {
  const publicUrl = PUBLIC_URL === undefined ? null : parseHttpUrl(PUBLIC_URL)
  return (HOST !== undefined && !isLoopback(HOST)) || (publicUrl !== null && !isLoopback(publicUrl.hostname))
}

const minSignatureKeyBytes = 32
const isWeak = 'is weaker than 128 random bits'

function sealKeysProblem(value: string): string | null {
  const keys = splitList(value)
  const index = keys.findIndex((key) => !isRandom(Buffer.from(key, 'base64')))
  return index === -1 ? null : `has a key that is not random (key ${index + 1} of ${keys.length})`
}

function privateKeysProblem(value: string): string | null {
  const keys = splitList(value)
  const index = keys.findIndex((key) => !isStrongSecret(key))
  return index === -1 ? null : `has a key that ${isWeak} (key ${index + 1} of ${keys.length})`
}

const rules = {
  PUBLIC_URL: (value) =>
    value.startsWith('http:') ? 'is http, so callbacks and payers would reach it unencrypted' : null,
  SEAL_KEY: sealKeysProblem,
  ADMIN_TOKEN: (value) => (isStrongSecret(value) ? null : isWeak),
  ALLOWED_ORIGINS: (value) => (splitList(value).every(isEncryptedOrigin) ? null : 'has an http origin'),
  PAYMENTS_PRIVATE_KEY: privateKeysProblem,
  EVENTS_SECRET: (value) => (isStrongSecret(value.replace(/^whsec_/, '')) ? null : isWeak),
  SHOP_SECRET: (value) => {
    if (Buffer.byteLength(value) < minSignatureKeyBytes)
      return `is shorter than ${minSignatureKeyBytes} bytes`
    return isStrongSecret(value) ? null : isWeak
  },
} as const satisfies Partial<Record<SettingName, (value: string) => string | null>>

const isRuleName = (name: string): name is keyof typeof rules => Object.hasOwn(rules, name)

/** Pages of this machine cannot be changed on their way. */
function isEncryptedOrigin(origin: string): boolean {
  const url = parseHttpUrl(origin)
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname)
}

/** Of 32 random bytes, about 30 differ, and so do about 29 of the 31 steps between neighbours. */
const minDistinct = 18

/** False for a text, a repeated pattern or a count: random bytes fail this less than once in ten million keys. */
function isRandom(key: Uint8Array): boolean {
  const steps = Array.from(key.subarray(1), (byte, index) => (byte - (key[index] ?? 0)) & 0xff)
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  return !isText && new Set(key).size >= minDistinct && new Set(steps).size >= minDistinct
}
