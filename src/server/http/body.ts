import type { z } from 'zod'
import { JsonNumber, parseJson, repeatedName } from '../../service/json.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/limits/concurrency-limit.ts'
import { ProblemError } from '../lib/problem.ts'

const defaultTimeoutMs = 10_000
/** Of an operator, who has proved it: a hundred recorded differences with the longest references. */
const operatorMaxBytes = 1024 * 1024

export interface BodyLimits {
  clock: Clock
  /** Default: ten seconds. */
  timeoutMs?: number
  /** A longer body is refused. */
  maxBytes: number
  /**
   * Called with the size of the body before any of it is read, and with what ends the wait for it. Returns what is called
   * afterwards. May refuse by throwing.
   */
  reserve?: (bytes: number, giveUp: () => void) => () => void
}

/** The raw text of a request body. Throws `malformed` if it is not UTF-8, or what `readBytes` throws. */
export const readText = async (request: Request, limits: BodyLimits): Promise<string> =>
  decodeUtf8(await readBytes(request, limits))

/** The bytes of a request body. Throws `body_too_large`, or `request_timeout` if it takes too long. */
export async function readBytes(
  request: Request,
  { clock, maxBytes, timeoutMs = defaultTimeoutMs, reserve = () => () => undefined }: BodyLimits,
): Promise<Uint8Array> {
  if (request.bodyUsed) {
    throw new TypeError(
      'The request body was read before Paypane received it. Mount Paypane before anything that parses bodies: signatures cover the raw text.',
    )
  }
  const declared = declaredLength(request)
  if (declared !== null && declared > maxBytes) throw new ProblemError('body_too_large')
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  // The rest of the body may still arrive, so the connection cannot be used again.
  const giveUp = () => reject(new ProblemError('request_timeout', undefined, { connection: 'close' }))
  const release = reserve(declared ?? maxBytes, giveUp)
  const cancel = clock.after(timeoutMs, giveUp)
  try {
    // HTTP enforces a declared length, so the body can be read at once, which is far cheaper on Node.
    const body =
      declared === null
        ? readBounded(request, maxBytes)
        : request.arrayBuffer().then((buffer) => new Uint8Array(buffer))
    const bytes = await Promise.race([body, tooLate])
    if (bytes.byteLength > maxBytes) throw new ProblemError('body_too_large')
    return bytes
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError('malformed', 'The request body is incomplete.')
  } finally {
    cancel()
    release()
  }
}

/** Throws `rate_limited` where so many bytes are being received that there is no room for this body. */
export function enterOrRefuse(
  bufferedBodies: ConcurrencyLimit,
  address: string | null,
  use: { size: number; perAddress?: number; giveUp?: () => void },
): () => void {
  const leave = bufferedBodies.enter(address, use)
  if (leave === null)
    throw new ProblemError('rate_limited', 'Too much is being received. Try again in 5 s.', {
      'retry-after': '5',
      connection: 'close',
    })
  return leave
}

function declaredLength({ headers }: Request): number | null {
  const text = headers.get('content-length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ProblemError('malformed', 'The request body is not UTF-8 text.')
  }
}

/** Reads a body without a declared length, at most `maxBytes` of it. */
async function readBounded(request: Request, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > maxBytes) throw new ProblemError('body_too_large')
      parts.push(part.value)
    }
  } finally {
    reader.releaseLock()
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

/** The text of a JSON body; `{}` without one. Throws `unsupported_media_type` or what `readText` throws. */
export async function readJsonText(request: Request, limits: BodyLimits): Promise<string> {
  const type = request.headers.get('content-type')
  const isJson = /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(type ?? '')
  if (type !== null && !isJson) throw new ProblemError('unsupported_media_type')
  const text = await readText(request, limits)
  if (!isJson && text !== '') throw new ProblemError('unsupported_media_type')
  return text === '' ? '{}' : text
}

/** Parses and validates a JSON request of an operator. Throws `malformed` or what `readJsonText` throws. */
export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
  clock: Clock,
): Promise<z.output<T>> {
  const text = await readJsonText(request, { clock, maxBytes: operatorMaxBytes })
  return validateJson(text, schema, (json) => toPlainValue(parseJson(json)))
}

/** Throws `malformed`, also for a member that is given twice. */
export function validateJson<T extends z.ZodType>(
  text: string,
  schema: T,
  parse: (text: string) => unknown,
): z.output<T> {
  const body = tryParse(text, parse)
  const repeated = repeatedName(text)
  if (repeated !== null) throw new ProblemError('malformed', `${repeated}: is given twice`)
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.map(String).join('.') ?? ''
  throw new ProblemError('malformed', `${where === '' ? 'The body' : where}: ${issue?.message ?? 'invalid'}`)
}

function tryParse(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    throw new ProblemError('malformed', 'The request body is not JSON.')
  }
}

/** An amount becomes text, and the value of an additional field keeps its digits: neither is ever a float (rules 12, 17). */
function toPlainValue(value: unknown, key = ''): unknown {
  if (value instanceof JsonNumber)
    return key === 'amount' ? value.text : key === 'value' ? value : Number(value.text)
  if (Array.isArray(value)) return value.map((item) => toPlainValue(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainValue(member, name)]))
}
