import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createRandom, type Random } from '../../src/sandbox/random.ts'
import { SimulatedHeaders, SimulatedRequest, SimulatedResponse } from './http.ts'

/**
 * Makes a run a function of its seed, in Node and in browsers: ids and keys come from the seed, WebCrypto and bodies
 * finish in the order of their calls, and the time-out of a service request is virtual.
 */

let source: Random = createRandom('not seeded')
let pending = 0
let previous: Promise<void> = Promise.resolve()
let onIdle = Promise.withResolvers<void>()

/** Ids, keys and nonces are drawn from here on. */
export function seedRandomness(random: Random): void {
  source = random
}

/**
 * Work that finishes outside of our own code, in a database: counted, and one after the other, since a database may show
 * what is written before the writer receives the response.
 */
export async function trackPending<T>(work: () => Promise<T>): Promise<T> {
  if (pending === 0) onIdle = Promise.withResolvers<void>()
  pending += 1
  const result = previous.then(work)
  previous = result.then(
    () => undefined,
    () => undefined,
  )
  try {
    return await result
  } finally {
    pending -= 1
    if (pending === 0) onIdle.resolve()
  }
}

/** Runs once all microtasks have. */
const afterMicrotasks: (call: () => void) => void =
  'setImmediate' in globalThis ? setImmediate : postMessageTask()

/** Browsers have no `setImmediate`, and their shortest timer takes 4 ms. */
function postMessageTask(): (call: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  const calls: (() => void)[] = []
  port1.onmessage = () => calls.shift()?.()
  return (call) => {
    calls.push(call)
    port2.postMessage(null)
  }
}

/** Resolves once all work has finished or waits for the virtual clock. */
export async function settle(): Promise<void> {
  do {
    if (pending > 0) await onIdle.promise
    await new Promise<void>((resolve) => afterMicrotasks(resolve))
  } while (pending > 0)
}

function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

replace(crypto, 'randomUUID', () => source.uuid())
replace(crypto, 'getRandomValues', (bytes: Uint8Array) => {
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = source.int(256)
  return bytes
})

/** Two words of state that stand for the bytes of a key. */
type SimulatedKey = readonly [number, number]
interface AesGcm {
  iv: Uint8Array
  additionalData?: Uint8Array
}
const tagLength = 16
const signatureLength = 32
const copied = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** The state after these bytes (FNV-1a, and its multiplier changed). */
function hashed([first, second]: SimulatedKey, bytes: Uint8Array): SimulatedKey {
  let [a, b] = [first ^ bytes.length, second]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(b ^ byte, 0x85ebca6b)
  }
  return [a, b]
}

/** The next byte from a state, repeatedly: xorshift, and the other word for texts that share one of them. */
function streamOf([a, b]: SimulatedKey): () => number {
  let state = a ^ Math.imul(b, 0x9e3779b1) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state & 255
  }
}

/** Encrypts and decrypts. Hides the text and is cheap, which is enough for a simulator. */
function masked(key: SimulatedKey, iv: Uint8Array, data: Uint8Array): Uint8Array {
  const next = streamOf(hashed(key, iv))
  return data.map((byte) => byte ^ next())
}

/** Bytes that differ for another key and after a change of what follows. */
function drawn(length: number, key: SimulatedKey, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [a, b] = parts.reduce(hashed, key)
  const streams = [streamOf([a, 0]), streamOf([b, 1])]
  return Uint8Array.from({ length }, (_, at) => streams[at % 2]?.() ?? 0)
}

/** Fails to match under another key, for other associated data or after a change of the text. */
const tagOf = (key: SimulatedKey, { iv, additionalData = new Uint8Array() }: AesGcm, data: Uint8Array) =>
  drawn(tagLength, key, iv, additionalData, data)

const secretOf = new WeakMap<SimulatedKey, Uint8Array>()
const webCrypto = {
  async digest(algorithm: string, data: Uint8Array) {
    if (algorithm !== 'SHA-256') throw new Error(`${algorithm} is not simulated.`)
    return copied(sha256(data))
  },
  async importKey(_: 'raw', data: Uint8Array): Promise<SimulatedKey> {
    const key = hashed([0x811c9dc5, 0x9e3779b9], data)
    const hmacKey = { algorithm: { name: 'HMAC', hash: { name: 'SHA-256' } }, usages: ['sign', 'verify'] }
    const imported = Object.assign(key, hmacKey)
    secretOf.set(imported, data)
    return imported
  },
  /** Of tokens that a shop signs, which are real. */
  async verify(_: 'HMAC', key: SimulatedKey, signature: Uint8Array, data: Uint8Array) {
    const expected = hmac(sha256, secretOf.get(key) ?? new Uint8Array(), data)
    return expected.every((byte, at) => byte === signature[at])
  },
  sign: async (_: 'HMAC', key: SimulatedKey, data: Uint8Array) => drawn(signatureLength, key, data).buffer,
  async encrypt(algorithm: AesGcm, key: SimulatedKey, data: Uint8Array) {
    const sealed = new Uint8Array(data.length + tagLength)
    sealed.set(masked(key, algorithm.iv, data))
    sealed.set(tagOf(key, algorithm, data), data.length)
    return sealed.buffer
  },
  async decrypt(algorithm: AesGcm, key: SimulatedKey, sealed: Uint8Array) {
    const data = masked(key, algorithm.iv, sealed.subarray(0, -tagLength))
    const tag = sealed.subarray(-tagLength)
    if (!tagOf(key, algorithm, data).every((byte, at) => byte === tag[at]))
      throw new DOMException('The tag does not match.', 'OperationError')
    return copied(data)
  },
}
for (const [name, method] of Object.entries(webCrypto)) replace(SubtleCrypto.prototype, name, method)

replace(globalThis, 'Headers', SimulatedHeaders)
replace(globalThis, 'Request', SimulatedRequest)
replace(globalThis, 'Response', SimulatedResponse)

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
