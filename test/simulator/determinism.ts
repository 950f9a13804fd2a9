import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  KeyObject,
} from 'node:crypto'
import { createRandom, type Random } from '../../src/sandbox/random.ts'

/**
 * Makes a run a function of its seed: ids and keys come from the seed, WebCrypto finishes in the order of its calls, and
 * the time-out of a service request is virtual.
 */

let source: Random = createRandom('not seeded')
let pending = 0
let onIdle = Promise.withResolvers<void>()
let steps = 0

/** Ids, keys and nonces are drawn from here on. */
export function seedRandomness(random: Random): void {
  source = random
}

/** Counts work that finishes outside of our own code: in a database. */
export async function trackPending<T>(work: () => Promise<T>): Promise<T> {
  if (pending === 0) onIdle = Promise.withResolvers<void>()
  pending += 1
  steps += 1
  try {
    return await work()
  } finally {
    pending -= 1
    if (pending === 0) onIdle.resolve()
  }
}

/** Resolves once all work has finished or waits for the virtual clock. */
export async function settle(): Promise<void> {
  for (let rounds = 0; rounds < 1; ) {
    const before = steps
    if (pending > 0) await onIdle.promise
    await new Promise((resolve) => setImmediate(resolve))
    rounds = pending === 0 && steps === before ? rounds + 1 : 0
  }
}

function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

replace(crypto, 'randomUUID', () => source.uuid())
replace(crypto, 'getRandomValues', (bytes: Uint8Array) => {
  for (const index of bytes.keys()) bytes[index] = source.int(256)
  return bytes
})

type Algorithm = string | { name: string }
interface AesGcm {
  iv: Uint8Array
  additionalData?: Uint8Array
}
const tagLength = 16
const hashName = (algorithm: Algorithm): string =>
  (typeof algorithm === 'string' ? algorithm : algorithm.name).replace('-', '').toLowerCase()
const hashOf = ({ algorithm }: CryptoKey): string =>
  'hash' in algorithm &&
  typeof algorithm.hash === 'object' &&
  algorithm.hash !== null &&
  'name' in algorithm.hash
    ? hashName(String(algorithm.hash.name))
    : 'sha256'
const arrayBuffer = (buffer: Uint8Array): ArrayBuffer => new Uint8Array(buffer).buffer

const webCrypto = {
  digest: async (algorithm: Algorithm, data: Uint8Array) =>
    arrayBuffer(createHash(hashName(algorithm)).update(data).digest()),
  importKey: async (
    _: 'raw',
    data: Uint8Array,
    algorithm: AlgorithmIdentifier,
    __: boolean,
    usages: KeyUsage[],
  ) => createSecretKey(data).toCryptoKey(algorithm, true, usages),
  sign: async (_: Algorithm, key: CryptoKey, data: Uint8Array) =>
    arrayBuffer(createHmac(hashOf(key), KeyObject.from(key)).update(data).digest()),
  async encrypt({ iv, additionalData }: AesGcm, key: CryptoKey, data: Uint8Array) {
    const cipher = createCipheriv('aes-256-gcm', KeyObject.from(key), iv)
    if (additionalData !== undefined) cipher.setAAD(additionalData)
    return arrayBuffer(Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]))
  },
  async decrypt({ iv, additionalData }: AesGcm, key: CryptoKey, data: Uint8Array) {
    const decipher = createDecipheriv('aes-256-gcm', KeyObject.from(key), iv)
    if (additionalData !== undefined) decipher.setAAD(additionalData)
    decipher.setAuthTag(data.subarray(data.length - tagLength))
    return arrayBuffer(Buffer.concat([decipher.update(data.subarray(0, -tagLength)), decipher.final()]))
  },
}
for (const [name, method] of Object.entries(webCrypto)) replace(SubtleCrypto.prototype, name, method)

/** Only the timer of this length is virtual: the payments client's, which cannot be injected. */
export const clientTimeoutMs = 9900

const realSetTimeout = globalThis.setTimeout
const realClearTimeout = globalThis.clearTimeout
replace(AbortSignal, 'timeout', () => new AbortController().signal)

export function virtualizeTimeouts(after: (ms: number, call: () => void) => () => void): void {
  replace(globalThis, 'setTimeout', (call: () => void, ms = 0) =>
    ms === clientTimeoutMs ? { cancel: after(ms, call) } : realSetTimeout(call, ms),
  )
  replace(globalThis, 'clearTimeout', (timer?: ReturnType<typeof setTimeout> | { cancel(): void }) => {
    if (typeof timer === 'object' && 'cancel' in timer) timer.cancel()
    else realClearTimeout(timer)
  })
}
