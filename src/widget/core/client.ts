import type { CheckoutView, Method } from '../../contract/view.ts'
import type { Environment } from './environment.ts'
import { parseView } from './read-view.ts'

/** A request that is held (`wait`) may take this much longer than the wait. */
const requestTimeoutMs = 10_000
/** Starting an attempt includes a request to the payments service. */
const startTimeoutMs = 30_000
const maxRetryAfterMs = 300_000

/** How an attempt is paid. */
export interface PaymentChoice {
  method: Method
  savedCard?: string | undefined
}

/** The request cannot succeed until the page or the server changes something. */
export type BlockingErrorCode = 'notFound' | 'forbidden' | 'amountChanged' | 'unavailable'

/** Why a request had no usable response. It implies nothing about the payment. */
export type RequestFailure = 'network' | 'server' | 'rateLimited' | 'invalidResponse'

/** The result of one request to the merchant's server. */
export type RequestResult =
  | { type: 'view'; view: CheckoutView; etag: string | null }
  | { type: 'unchanged' }
  | { type: 'deleted' }
  | { type: 'rejected'; errorCode: BlockingErrorCode }
  /** May be retried, after `retryAfter` milliseconds if the server named a time. */
  | { type: 'failed'; failure: RequestFailure; retryAfter: number | null }

/** The payer's routes of the merchant's server. Its functions never throw. */
export interface Client {
  createCheckout(order: string, method: Method | undefined, signal: AbortSignal): Promise<RequestResult>
  getCheckout(
    id: string,
    etag: string | null,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<RequestResult>
  startAttempt(
    id: string,
    choice: PaymentChoice,
    attemptCount: number,
    signal: AbortSignal,
  ): Promise<RequestResult>
  deleteCard(cardId: string, order: string, signal: AbortSignal): Promise<RequestResult>
}

export function createClient(endpoint: string, { fetch, now, setTimer }: Environment): Client {
  const base = endpoint.replace(/\/+$/, '')

  async function send(
    path: string,
    init: RequestInit,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<RequestResult> {
    const controller = new AbortController()
    const abort = () => controller.abort()
    const cancelTimeout = setTimer(timeoutMs, abort)
    signal.addEventListener('abort', abort)
    try {
      const response = await fetch(base + path, { cache: 'no-store', ...init, signal: controller.signal })
      return await parseResponse(response, now())
    } catch {
      return { type: 'failed', failure: 'network', retryAfter: null }
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', abort)
    }
  }

  const post = (path: string, body: object, signal: AbortSignal) =>
    send(
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      startTimeoutMs,
      signal,
    )

  return {
    createCheckout: (order, method, signal) => post('/checkouts', { order, method }, signal),
    getCheckout: (id, etag, waitSeconds, signal) =>
      send(
        `/checkouts/${encodeURIComponent(id)}${waitSeconds > 0 ? `?wait=${waitSeconds}` : ''}`,
        etag ? { headers: { 'if-none-match': etag } } : {},
        waitSeconds * 1000 + requestTimeoutMs,
        signal,
      ),
    startAttempt: (id, choice, attemptCount, signal) =>
      post(`/checkouts/${encodeURIComponent(id)}/attempts`, { ...choice, after: attemptCount }, signal),
    deleteCard: (cardId, order, signal) =>
      send(
        `/cards/${encodeURIComponent(cardId)}?order=${encodeURIComponent(order)}`,
        { method: 'DELETE' },
        requestTimeoutMs,
        signal,
      ),
  }
}

async function parseResponse(response: Response, now: number): Promise<RequestResult> {
  const { status } = response
  if (status === 304) return { type: 'unchanged' }
  if (status === 204) return { type: 'deleted' }
  if (status === 429 || status >= 500 || status === 408) {
    const retryAfter = readRetryAfter(response.headers.get('retry-after'), now)
    return { type: 'failed', failure: status === 429 ? 'rateLimited' : 'server', retryAfter }
  }
  const body = await response.text()
  if (!response.ok) return { type: 'rejected', errorCode: errorCodeFor(status, body) }
  const view = parseView(body)
  if (!view) return { type: 'failed', failure: 'invalidResponse', retryAfter: null }
  return { type: 'view', view, etag: response.headers.get('etag') }
}

function errorCodeFor(status: number, body: string): BlockingErrorCode {
  if (status === 404 || status === 410) return 'notFound'
  if (status === 401 || status === 403) return 'forbidden'
  return status === 409 && body.includes('"amount_changed"') ? 'amountChanged' : 'unavailable'
}

/** Reads seconds or an HTTP date as milliseconds, at most five minutes. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}
