import type { Sandbox } from '../../../src/sandbox/index.ts'
import type { ManualClock } from '../harness.ts'
import type { ProcessGate } from './gate.ts'
import { trackPending } from './idle.ts'

export const timeoutMs = 10_000
export const settleMs = 10_000

/** A create that is slow: on its way there, or its answer on the way back. */
export interface Delay {
  what: 'request' | 'answer'
  ms: number
}

/** The network between our processes and the service, on the hand-turned clock. */
export interface Network {
  /** `fetch`, as one process has it. */
  of(gate: ProcessGate): typeof fetch
  /** The next create is slow. */
  delay(delay: Delay): void
  quiesce(): void
  /** The bytes that were sent under each id, as often as they were. */
  sent: Map<string, string[]>
}

/** What an answer says of an order, where it can be read. */
function reportStatus(text: string, wrapped: (externalId: string, status: string) => void): void {
  const [, id] = /"externalId":"([^"]+)"/.exec(text) ?? []
  const [, status] = /"orderStatus":"([^"]+)"/.exec(text) ?? []
  if (id !== undefined && status !== undefined) wrapped(id, status)
}

const networkError = () => new TypeError('fetch failed')

export function createNetwork(
  sandbox: Sandbox,
  clock: ManualClock,
  onCreateSent: (externalTransactionId: string, gate: ProcessGate) => Promise<void>,
  wrapped: (externalId: string, status: string) => void,
): Network {
  let delays: Delay[] = []
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
    if (what === 'answer') {
      const response = await forward(request)
      if (ms >= timeoutMs) return await timedOut()
      await delayFor(ms)
      return response
    }
    // It arrives whatever becomes of the one who sent it.
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
      // Held up at the door until its time was over: it is given up, and does not leave.
      if (clock.now() - from >= timeoutMs) throw networkError()
      const request = new Request(input, { ...init, signal: null })
      const response = await (request.method === 'POST' ? create(request, gate) : forward(request))
      await gate.advance()
      const text = await response.text()
      if (response.ok) reportStatus(text, wrapped)
      return new Response(text, response)
    },
    delay: (delay) => delays.push(delay),
    quiesce() {
      delays = []
    },
    sent,
  }
}
