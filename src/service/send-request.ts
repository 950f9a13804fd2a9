import type { OutcomeUnknownKind } from './errors.ts'

/** No answer of the service is this long; what goes on longer is not read to its end. */
const maxBytes = 1024 * 1024

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: string
  /** A header value already: see `bearer`. */
  authorization: string
  body?: string
}

export interface HttpOptions {
  fetch: typeof fetch
  timeoutMs: number
}

/** A whole answer, or why there is none. `status` is known where only the body failed. */
export type HttpResult =
  | { received: true; status: number; text: string }
  | { received: false; kind: OutcomeUnknownKind; status: number | null; problem: string }

type NoResponse = Extract<HttpResult, { received: false }>

/**
 * Sends one request once: no retry, no redirect followed, one deadline over the whole answer, a bound on its
 * size.
 */
export async function sendRequest(request: HttpRequest, options: HttpOptions): Promise<HttpResult> {
  const abort = new AbortController()
  const { promise: deadline, resolve: resolveDeadline } = Promise.withResolvers<NoResponse>()
  const timer = setTimeout(() => {
    const problem = `gave no whole answer within ${options.timeoutMs} ms`
    resolveDeadline({ received: false, kind: 'timeout', status: null, problem })
    abort.abort()
  }, options.timeoutMs)
  try {
    return await Promise.race([fetchResponse(request, options.fetch, abort.signal), deadline])
  } finally {
    clearTimeout(timer)
  }
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
      ...(request.body === undefined ? {} : { body: request.body }),
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
    return noResponse(
      'connection',
      status,
      `could not be heard: the connection failed${errorCodeSuffix(error)}`,
    )
  }
}

const noResponse = (kind: OutcomeUnknownKind, status: number | null, problem: string): NoResponse => ({
  received: false,
  kind,
  status,
  problem,
})

/** The body as text, or null where it is too long. */
async function readLimitedText(response: Response): Promise<string | null> {
  if (!response.body) return ''
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

/** Streams are not iterable in every browser. Leaving the loop early cancels the rest. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}

/**
 * ` (ECONNREFUSED)`: the one thing of a network error that is safe to repeat. The error itself may hold the
 * request.
 */
function errorCodeSuffix(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : ''
}
