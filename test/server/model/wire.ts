import type { Sandbox } from '../../../src/sandbox/index.ts'
import type { HandClock } from '../world.ts'
import { underWay } from './calm.ts'
import type { Gate } from './gate.ts'

export const timeoutMs = 10_000
export const settleMs = 10_000

/** A create that is slow: on its way there, or its answer on the way back. */
export interface Delay {
  what: 'request' | 'answer'
  ms: number
}

/** The network between our processes and the service, on the hand-turned clock. */
export interface Wire {
  /** `fetch`, as one process has it. */
  of(gate: Gate): typeof fetch
  /** The next create is slow. */
  delay(delay: Delay): void
  quiet(): void
  /** The bytes that were sent under each id, as often as they were. */
  sent: Map<string, string[]>
}

/** What an answer says of an order, where it can be read. */
function hear(text: string, told: (externalId: string, status: string) => void): void {
  const [, id] = /"externalId":"([^"]+)"/.exec(text) ?? []
  const [, status] = /"orderStatus":"([^"]+)"/.exec(text) ?? []
  if (id !== undefined && status !== undefined) told(id, status)
}

const lost = () => new TypeError('fetch failed')

export function createWire(
  sandbox: Sandbox,
  clock: HandClock,
  leaving: (externalTransactionId: string, gate: Gate) => Promise<void>,
  told: (externalId: string, status: string) => void,
): Wire {
  let delays: Delay[] = []
  const sent = new Map<string, string[]>()

  const later = (ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    clock.after(ms, resolve)
    return promise
  }
  const timedOut = async (): Promise<never> => {
    await later(timeoutMs)
    throw lost()
  }
  const served = (request: Request): Promise<Response> => underWay(() => sandbox.fetch(request))

  async function slow(request: Request, { what, ms }: Delay): Promise<Response> {
    if (what === 'answer') {
      const response = await served(request)
      if (ms >= timeoutMs) return await timedOut()
      await later(ms)
      return response
    }
    // It arrives whatever becomes of the one who sent it.
    const arrived = later(ms).then(() => served(request))
    arrived.catch(() => undefined)
    return await (ms >= timeoutMs ? timedOut() : arrived)
  }

  async function create(request: Request, gate: Gate): Promise<Response> {
    const body = await request.clone().text()
    const { externalTransactionId } = JSON.parse(body)
    const id = String(externalTransactionId)
    sent.set(id, [...(sent.get(id) ?? []), body])
    await underWay(() => leaving(id, gate))
    const delay = delays.shift()
    return delay === undefined ? await served(request) : await slow(request, delay)
  }

  return {
    of: (gate) => async (input, init) => {
      const from = clock.now()
      await gate.pass()
      // Held up at the door until its time was over: it is given up, and does not leave.
      if (clock.now() - from >= timeoutMs) throw lost()
      const request = new Request(input, { ...init, signal: null })
      const response = await (request.method === 'POST' ? create(request, gate) : served(request))
      await gate.pass()
      const text = await response.text()
      if (response.ok) hear(text, told)
      return new Response(text, response)
    },
    delay: (delay) => delays.push(delay),
    quiet() {
      delays = []
    },
    sent,
  }
}
