import type { CheckoutView, Method } from '../../contract/view.ts'
import type { CheckoutAccess } from './checkout-access.ts'
import type { Environment } from './environment.ts'
import {
  type FieldError,
  isObject,
  parseJson,
  readFieldErrors,
  readIdentifier,
  readView,
} from './read-view.ts'

/** A long poll may take this much longer than its wait. */
const requestTimeoutMs = 10_000
/** Starting an attempt includes a request to the payments service. */
const startTimeoutMs = 30_000
const maxRetryAfterMs = 300_000

/** How an attempt is paid. */
export interface PaymentChoice {
  /** One of the view's `methods`. */
  method: Method
  /** For the method `saved-card`: its `id` in the view. */
  savedCard?: string | undefined
  /** Replaces the open attempt: the payer states that no money was sent. Only where the view says `canReplace`. */
  replace?: true | undefined
  /** The values of the method's payer fields, by key. */
  fields?: FieldValues | undefined
}

/** What the payer filled in, by the key of the field. */
export type FieldValues = Readonly<Record<string, string>>

/** The payer says that the money of an attempt was sent, or takes that back. */
export interface SentReport {
  /** The attempt's number. */
  attempt: number
  /** False takes it back. */
  sent: boolean
}

/** The request cannot succeed until the page or the server changes something. */
export type BlockingErrorCode =
  | 'notFound'
  | 'forbidden'
  | 'orderExpired'
  | 'amountChanged'
  | 'attemptsLimit'
  | 'notReplaceable'
  | 'unavailable'

/** Why a request had no usable response. It implies nothing about the payment. */
export type RequestFailure = 'network' | 'server' | 'rateLimited' | 'invalidResponse'

export type RequestResult =
  | { type: 'view'; view: CheckoutView; clientSecret: string | null; etag: string | null }
  /** `date`: the server's time, as an HTTP date; null if the page may not read it. */
  | { type: 'unchanged'; date: string | null }
  | { type: 'deleted' }
  | { type: 'rejected'; errorCode: BlockingErrorCode }
  | { type: 'fieldsInvalid'; errors: readonly FieldError[] }
  /** May be retried, after `retryAfter` milliseconds if the server named a time. */
  | { type: 'failed'; failure: RequestFailure; retryAfter: number | null }

export const noResponse: RequestResult = { type: 'failed', failure: 'network', retryAfter: null }

const pathOf = (checkoutId: string) => `/checkouts/${encodeURIComponent(checkoutId)}`

/** The payer's routes of the merchant's server. Its functions never throw. */
export function createClient(endpoint: string, { fetch, language, now, setTimer }: Environment) {
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
      return await parseResponse(response, now(), init.method)
    } catch {
      return noResponse
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', abort)
    }
  }

  /** The secret is in a header, since URLs are logged. */
  function headersFor(secret: string | null): Record<string, string> {
    const tag = language()
    return { ...(tag && { 'accept-language': tag }), ...(secret && { 'checkout-secret': secret }) }
  }

  const post = (
    path: string,
    body: object,
    secret: string | null,
    signal: AbortSignal,
    timeoutMs = startTimeoutMs,
  ) =>
    send(
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersFor(secret) },
        body: JSON.stringify(body),
      },
      timeoutMs,
      signal,
    )

  return {
    createCheckout: (
      order: string,
      choice: { method?: Method | undefined; fields?: FieldValues | undefined },
      signal: AbortSignal,
    ) => post('/checkouts', { order, ...choice }, null, signal),
    getCheckout: (
      { id, secret }: CheckoutAccess,
      etag: string | null,
      waitSeconds: number,
      signal: AbortSignal,
    ) =>
      send(
        `${pathOf(id)}${waitSeconds > 0 ? `?wait=${waitSeconds}` : ''}`,
        { headers: { ...headersFor(secret), ...(etag && { 'if-none-match': etag }) } },
        waitSeconds * 1000 + requestTimeoutMs,
        signal,
      ),
    startAttempt: (
      { id, secret }: CheckoutAccess,
      choice: PaymentChoice,
      attemptCount: number,
      signal: AbortSignal,
    ) => post(`${pathOf(id)}/attempts`, { ...choice, after: attemptCount }, secret, signal),
    extend: ({ id, secret }: CheckoutAccess, signal: AbortSignal) =>
      post(`${pathOf(id)}/extend`, {}, secret, signal, requestTimeoutMs),
    reportSent: ({ id, secret }: CheckoutAccess, { attempt, sent }: SentReport, signal: AbortSignal) =>
      post(`${pathOf(id)}/attempts/${attempt}/sent`, { sent }, secret, signal, requestTimeoutMs),
    /** The order proves the customer only where the server gives no client secret. */
    deleteCard: (cardId: string, secret: string | null, order: string, signal: AbortSignal) =>
      send(
        `/cards/${encodeURIComponent(cardId)}${secret ? '' : `?order=${encodeURIComponent(order)}`}`,
        { method: 'DELETE', headers: headersFor(secret) },
        requestTimeoutMs,
        signal,
      ),
  }
}

async function parseResponse(response: Response, now: number, method?: string): Promise<RequestResult> {
  const { status } = response
  if (status === 304) return { type: 'unchanged', date: response.headers.get('date') }
  if (status === 204) return { type: 'deleted' }
  if (status === 429 || status >= 500 || status === 408) {
    const retryAfter = readRetryAfter(response.headers.get('retry-after'), now)
    return { type: 'failed', failure: status === 429 ? 'rateLimited' : 'server', retryAfter }
  }
  const json = parseJson(await response.text())
  const body = isObject(json) ? json : {}
  const { code } = body
  if (code === 'fields_invalid') return { type: 'fieldsInvalid', errors: readFieldErrors(body['fields']) }
  // An error without JSON in place of a view is a proxy's page: it says nothing about the checkout.
  if (!response.ok && (json || method)) return { type: 'rejected', errorCode: errorCodeFor(status, code) }
  const view = readView(body)
  if (!view) return { type: 'failed', failure: 'invalidResponse', retryAfter: null }
  const clientSecret = readIdentifier(body['clientSecret'])
  return { type: 'view', view, clientSecret, etag: response.headers.get('etag') }
}

function errorCodeFor(status: number, code: unknown): BlockingErrorCode {
  if (code === 'order_expired') return 'orderExpired'
  if (code === 'attempts_limit') return 'attemptsLimit'
  if (code === 'not_replaceable') return 'notReplaceable'
  if (status === 404 || status === 410) return 'notFound'
  if (status === 401 || status === 403) return 'forbidden'
  return code === 'amount_changed' ? 'amountChanged' : 'unavailable'
}

/**
 * Reads seconds or an HTTP date as milliseconds, at most five minutes; null for a time that is no later than now, as on a
 * device whose clock is ahead: without a delay, requests would follow each other at once.
 */
function readRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return ms > 0 ? Math.min(ms, maxRetryAfterMs) : null
}
