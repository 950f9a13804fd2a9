import type { OutcomeUnknownKind } from './errors.ts'

/** Longer responses are not read to their end. */
const maxBytes = 1024 * 1024

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  /** The value of the `Authorization` header. */
  authorization: string
  body?: string
}

/** The time that obtaining the key, the request and its whole response have together. */
export interface Deadline {
  timeoutMs: number
  /** Aborted once it has passed. */
  signal: AbortSignal
  /** Resolves once it has passed. */
  passed: Promise<void>
}

/** A complete response, or why there is none. `status` is set if only the body failed. */
export type HttpResult =
  | { received: true; status: number; text: string }
  | { received: false; kind: OutcomeUnknownKind; status: number | null; problem: string }

type NoResponse = Extract<HttpResult, { received: false }>

/** A timer that is set to more ends at once. */
export const longestTimerMs = 2 ** 31 - 1

/** Runs a task that gives up when its deadline has passed. */
export async function withDeadline<T>(
  timeoutMs: number,
  task: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const { promise: passed, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    resolve()
    abort.abort()
  }, timeoutMs)
  try {
    return await task({ timeoutMs, signal: abort.signal, passed })
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a request once: no retries, no redirects, one deadline for the whole response, and a size limit. */
export async function sendRequest(
  request: HttpRequest,
  fetcher: typeof fetch,
  { timeoutMs, signal, passed }: Deadline,
): Promise<HttpResult> {
  const late = passed.then(() =>
    noResponse('timeout', null, `did not respond completely within ${timeoutMs} ms`),
  )
  return await Promise.race([fetchResponse(request, fetcher, signal), late])
}

async function fetchResponse(
  request: HttpRequest,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<HttpResult> {
  let status: number | null = null
  try {
    const response = await fetcher(request.url, {
      method: request.method,
      headers: {
        Authorization: request.authorization,
        Accept: 'application/json, application/problem+json',
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: request.body ?? null,
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
      signal,
    })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      return noResponse(
        'redirect',
        response.status || null,
        'answered with a redirect, which is not followed',
      )
    }
    status = response.status
    const text = await readLimitedText(response)
    return text === null
      ? noResponse('unreadable', status, `sent more than ${maxBytes} bytes`)
      : { received: true, status, text }
  } catch (error) {
    return noResponse('connection', status, `did not respond: the connection failed${errorCodeSuffix(error)}`)
  }
}

const noResponse = (kind: OutcomeUnknownKind, status: number | null, problem: string): NoResponse => ({
  received: false,
  kind,
  status,
  problem,
})

/** The body as text, or null if it is too long. */
async function readLimitedText(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of readChunks(response.body)) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Not every browser can iterate streams. Leaving the loop early cancels the rest. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}

/** ` (ECONNREFUSED)`: only the code of a network error is safe to show; its message may contain the request. */
function errorCodeSuffix(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ''
}
