import type { Method } from '../../contract/view.ts'
import type { Answer, Trouble } from './answer.ts'
import type { Environment } from './environment.ts'
import { parseJson } from './parse-json.ts'
import { readView } from './read-view.ts'

/** How long a question without `wait` may take; with it, so much longer than the wait. */
const patienceMs = 10_000
/** A new attempt calls the payments service before it answers. */
const startPatienceMs = 30_000
const longestRetryAfterMs = 300_000

/** How an attempt is paid. */
export interface Way {
  method: Method
  savedCard?: string | undefined
}

/** The payer's routes of the merchant's server. Every call answers; none throws. */
export interface Client {
  open(order: string, method: Method | undefined, signal: AbortSignal): Promise<Answer>
  look(id: string, seen: string | null, waitSeconds: number, signal: AbortSignal): Promise<Answer>
  start(id: string, way: Way, after: number, signal: AbortSignal): Promise<Answer>
  forget(card: string, order: string, signal: AbortSignal): Promise<Answer>
}

export function createClient(endpoint: string, { fetch, now, after }: Environment): Client {
  const base = endpoint.replace(/\/+$/, '')

  async function send(
    path: string,
    init: RequestInit,
    patience: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const controller = new AbortController()
    const giveUp = () => controller.abort()
    const cancel = after(patience, giveUp)
    signal.addEventListener('abort', giveUp)
    try {
      const response = await fetch(base + path, { cache: 'no-store', ...init, signal: controller.signal })
      return await readAnswer(response, now())
    } catch {
      return { type: 'later', silence: 'network', retryAfter: null }
    } finally {
      cancel()
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** Opens or starts something. */
  const post = (path: string, body: object, signal: AbortSignal) =>
    send(
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      startPatienceMs,
      signal,
    )

  return {
    open: (order, method, signal) => post('/checkouts', { order, method }, signal),
    look: (id, seen, waitSeconds, signal) =>
      send(
        `/checkouts/${encodeURIComponent(id)}${waitSeconds > 0 ? `?wait=${waitSeconds}` : ''}`,
        seen ? { headers: { 'if-none-match': seen } } : {},
        waitSeconds * 1000 + patienceMs,
        signal,
      ),
    start: (id, way, attempts, signal) =>
      post(`/checkouts/${encodeURIComponent(id)}/attempts`, { ...way, after: attempts }, signal),
    forget: (card, order, signal) =>
      send(
        `/cards/${encodeURIComponent(card)}?order=${encodeURIComponent(order)}`,
        { method: 'DELETE' },
        patienceMs,
        signal,
      ),
  }
}

async function readAnswer(response: Response, now: number): Promise<Answer> {
  const { status } = response
  if (status === 304) return { type: 'unchanged' }
  if (status === 204) return { type: 'done' }
  if (status === 429 || status >= 500 || status === 408) {
    const retryAfter = readRetryAfter(response.headers.get('retry-after'), now)
    return { type: 'later', silence: status === 429 ? 'busy' : 'server', retryAfter }
  }
  const body = await response.text()
  if (!response.ok) return { type: 'no', trouble: readTrouble(status, body) }
  const view = readView(parseJson(body))
  if (!view) return { type: 'later', silence: 'unreadable', retryAfter: null }
  return { type: 'view', view, etag: response.headers.get('etag') }
}

function readTrouble(status: number, problem: string): Trouble {
  if (status === 404 || status === 410) return 'notFound'
  if (status === 401 || status === 403) return 'forbidden'
  return status === 409 && problem.includes('"amount_changed"') ? 'amountChanged' : 'unavailable'
}

/** Seconds, or a date; never longer than a payer would wait. */
function readRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestRetryAfterMs)
}
