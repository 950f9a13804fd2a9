import type { z } from 'zod'
import { JsonNumber, parseJson } from '../../service/json.ts'
import { ProblemError } from '../lib/problem.ts'

const maxBodyBytes = 64 * 1024

/** The raw text of a request body. Throws `body_too_large`, or `malformed` if it is not UTF-8. */
export async function readText(request: Request): Promise<string> {
  if (request.bodyUsed) {
    throw new TypeError(
      'The request body was read before Paypane received it. Mount Paypane before anything that parses bodies: signatures cover the raw text.',
    )
  }
  const declared = request.headers.get('content-length')
  if (Number(declared) > maxBodyBytes) throw new ProblemError('body_too_large')
  try {
    // HTTP enforces a declared length, so the body can be read at once, which is far cheaper on Node.
    return decodeUtf8(
      declared === null ? await readBounded(request) : new Uint8Array(await request.arrayBuffer()),
    )
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError('malformed', 'The request body is incomplete or is not UTF-8 text.')
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.byteLength > maxBodyBytes) throw new ProblemError('body_too_large')
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Reads a body without a declared length, at most `maxBodyBytes` of it. */
async function readBounded(request: Request): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxBodyBytes)
  let size = 0
  const reader = request.body?.getReader()
  if (reader === undefined) return bytes.subarray(0, 0)
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (size + part.value.byteLength > maxBodyBytes) throw new ProblemError('body_too_large')
      bytes.set(part.value, size)
      size += part.value.byteLength
    }
    return bytes.subarray(0, size)
  } finally {
    reader.releaseLock()
  }
}

/** Parses and validates a JSON request. Throws `unsupported_media_type` or `malformed`. */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type.trim()))
    throw new ProblemError('unsupported_media_type')
  const parsed = schema.safeParse(parseBody(await readText(request)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.map(String).join('.') ?? ''
  throw new ProblemError('malformed', `${where === '' ? 'The body' : where}: ${issue?.message ?? 'invalid'}`)
}

function parseBody(text: string): unknown {
  try {
    return toPlainValue(parseJson(text))
  } catch {
    throw new ProblemError('malformed', 'The request body is not JSON.')
  }
}

/** Rule 12: an amount sent as a JSON number keeps its digits as text; no amount passes through a float. */
function toPlainValue(value: unknown, key = ''): unknown {
  if (value instanceof JsonNumber) return key === 'amount' ? value.text : Number(value.text)
  if (Array.isArray(value)) return value.map((item) => toPlainValue(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainValue(member, name)]))
}
