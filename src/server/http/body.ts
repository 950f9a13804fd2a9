import type { z } from 'zod'
import { JsonNumber, parseJson } from '../../service/json.ts'
import { ProblemError } from '../lib/problem.ts'

/** No request here needs more. */
const maxBodyBytes = 64 * 1024

/** The raw text of a request's body, as it came. Throws a problem where it is too large or is not UTF-8. */
export async function readText(request: Request): Promise<string> {
  if (request.bodyUsed) {
    throw new TypeError(
      'The request body was read before Paypane saw it. Mount Paypane before anything that parses bodies: a signature is over the raw text.',
    )
  }
  const declared = request.headers.get('content-length')
  if (Number(declared) > maxBodyBytes) throw new ProblemError('body_too_large')
  try {
    // A declared length is one that HTTP itself holds the sender to, so the body may come whole: far cheaper on Node.
    return decodeUtf8(
      declared === null ? await readBounded(request) : new Uint8Array(await request.arrayBuffer()),
    )
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError('malformed', 'The request body broke off or is not UTF-8 text.')
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.byteLength > maxBodyBytes) throw new ProblemError('body_too_large')
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** A body of which nobody said how long it is: no more of it is read than may be. */
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

/** The request's JSON, parsed at the door. */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type.trim()))
    throw new ProblemError('unsupported_media_type')
  const parsed = schema.safeParse(parseBody(await readText(request)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.map(String).join('.') ?? ''
  throw new ProblemError(
    'malformed',
    `${where === '' ? 'The body' : where}: ${issue?.message ?? 'not as expected'}`,
  )
}

function parseBody(text: string): unknown {
  try {
    return toPlainValue(parseJson(text))
  } catch {
    throw new ProblemError('malformed', 'The request body is not JSON.')
  }
}

/** An amount that was written as a number keeps its own digits, as text; no amount passes through a float. */
function toPlainValue(value: unknown, key = ''): unknown {
  if (value instanceof JsonNumber) return key === 'amount' ? value.text : Number(value.text)
  if (Array.isArray(value)) return value.map((item) => toPlainValue(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlainValue(member, name)]))
}
