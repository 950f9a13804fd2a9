import type { Sandbox } from '../../../src/sandbox/index.ts'
import type { ManualClock } from '../harness.ts'
import type { ProcessGate } from './gate.ts'
import { trackPending } from './idle.ts'

export const timeoutMs = 10_000
export const createGraceMs = 10_000

/** A slow create: its request or its response is delayed. */
export interface Delay {
  what: 'request' | 'response'
  ms: number
}

/** The network between our processes and the service, on the manual clock. */
export interface Network {
  /** The `fetch` of one process. */
  of(gate: ProcessGate): typeof fetch
  /** Delays the next create. */
  delay(delay: Delay): void
  /** From now on lookups report no amount and no history. */
  hideDetails(): void
  /** Whether lookups ever reported less than they know. */
  hasHiddenDetails(): boolean
  /** Ends all delays. `showDetails`: lookups report all that they know again. */
  quiesce(showDetails: boolean): void
  /** The bytes of every send, by externalTransactionId. */
  sent: Map<string, string[]>
}

/** Reports the status of the order in a response, if it has one. */
function reportStatus(text: string, onStatus: (externalId: string, status: string) => void): void {
  const [, id] = /"externalId":"([^"]+)"/.exec(text) ?? []
  const [, status] = /"orderStatus":"([^"]+)"/.exec(text) ?? []
  if (id !== undefined && status !== undefined) onStatus(id, status)
}

/** What the interface does not promise for every flow. */
function withoutDetails(text: string): string {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) return text
  return JSON.stringify({ ...parsed, amount: undefined, orderHistory: undefined })
}

const networkError = () => new TypeError('fetch failed')

export function createNetwork(
  sandbox: Sandbox,
  clock: ManualClock,
  onCreateSent: (externalTransactionId: string, gate: ProcessGate) => Promise<void>,
  onStatus: (externalId: string, status: string) => void,
): Network {
  let delays: Delay[] = []
  let hidesDetails = false
  let hasHidden = false
  const sent = new Map<string, string[]>()

  const delayFor = (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    clock.after(ms, resolve)
    return promise
  }
  const timedOut = async (): Promise<never> => {
    await delayFor(timeoutMs)
    throw networkError()
  }
  const forward = (request: Request): Promise<Response> => trackPending(() => sandbox.fetch(request))

  async function sendDelayed(request: Request, { what, ms }: Delay): Promise<Response> {
    if (what === 'response') {
      const response = await forward(request)
      if (ms >= timeoutMs) return await timedOut()
      await delayFor(ms)
      return response
    }
    // The request arrives even if its sender stops or times out.
    const arrived = delayFor(ms).then(() => forward(request))
    arrived.catch(() => undefined)
    return await (ms >= timeoutMs ? timedOut() : arrived)
  }

  async function create(request: Request, gate: ProcessGate): Promise<Response> {
    const body = await request.clone().text()
    const { externalTransactionId } = JSON.parse(body)
    const id = String(externalTransactionId)
    sent.set(id, [...(sent.get(id) ?? []), body])
    await trackPending(() => onCreateSent(id, gate))
    const delay = delays.shift()
    return delay === undefined ? await forward(request) : await sendDelayed(request, delay)
  }

  return {
    of: (gate) => async (input, init) => {
      const from = clock.now()
      await gate.advance()
      // Frozen until its timeout was over: the request is not sent.
      if (clock.now() - from >= timeoutMs) throw networkError()
      const request = new Request(input, { ...init, signal: null })
      const response = await (request.method === 'POST' ? create(request, gate) : forward(request))
      await gate.advance()
      const text = await response.text()
      if (response.ok) reportStatus(text, onStatus)
      const isLookup = request.method === 'GET' && response.ok
      return new Response(isLookup && hidesDetails ? withoutDetails(text) : text, response)
    },
    delay: (delay) => delays.push(delay),
    hideDetails() {
      hidesDetails = true
      hasHidden = true
    },
    hasHiddenDetails: () => hasHidden,
    quiesce(showDetails) {
      delays = []
      hidesDetails &&= !showDetails
    },
    sent,
  }
}
