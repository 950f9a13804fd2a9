import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { Env } from './bindings.ts'
import { type Clock, realTime, type TimeSource } from './clock.ts'
import { ConfigPatch } from './config.ts'
import { ConnectionBrokenError } from './faults.ts'
import { leverRoutes, merchantEnvironment } from './levers/levers.ts'
import { type OrderJson, orderJson } from './order.ts'
import { pageRoutes } from './pages/pages.ts'
import { serviceRoutes } from './routes/service.ts'
import { createServices } from './services.ts'

/** How a sandbox is made. */
export interface SandboxOptions {
  /** Where it is reached, without a closing slash. Without it, addresses are made from each request's own. */
  url?: string
  /** The same seed and the same requests give the same ids and instructions. Without it every run has its own. */
  seed?: string
  /** Where its time comes from. Real time by default; `frozenTime()` moves only when the clock is turned. */
  clock?: TimeSource
  /** How callbacks leave. `globalThis.fetch` by default. */
  fetch?: typeof fetch
  /** The configuration to begin with, and to come back to after a reset: as `POST /_sandbox/config` takes it. */
  config?: z.input<typeof ConfigPatch>
  /** Beyond so many orders the oldest are forgotten. 5000. */
  maxOrders?: number
  /** Beyond so many deliveries the oldest are forgotten. 20000. */
  maxDeliveries?: number
}

/** The service, emulated. */
export interface Sandbox {
  /** As the global `fetch`, with the sandbox behind it; rejects where a fault breaks the connection. */
  fetch: typeof fetch
  /** For listeners: rejects with `ConnectionBrokenError` where the connection is to be broken without an answer. */
  handle(request: Request, from?: { address?: string }): Promise<Response>
  /** Turned by tests, so that what is due later happens now. */
  clock: Clock
  /** What it holds, oldest first. */
  orders(): OrderJson[]
  /** Every `PAYMENTS_*` setting for a merchant, as `GET /_sandbox/env` gives them. */
  env(): Record<string, string>
  /** What its random values come from: the same seed, the same run. */
  seed: string
  /** Waits for callbacks that are on their way, and drops those that are due later. */
  close(): Promise<void>
}

const maxBodyBytes = 256 * 1024

/**
 * The payments service as its interface describes it, in memory: for tests, demonstrations and a merchant's first day.
 * @throws zod's error where `config` is none.
 * @example
 * import { createPaymentsClient } from 'paypane/service'
 *
 * const sandbox = createSandbox({ seed: 'a run to repeat' })
 * const { PAYMENTS_BASE_URL = '' } = sandbox.env()
 * const client = createPaymentsClient({ baseUrl: PAYMENTS_BASE_URL, fetch: sandbox.fetch })
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const seed = options.seed ?? crypto.randomUUID()
  const services = createServices(
    {
      seed,
      time: options.clock ?? realTime,
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      maxOrders: options.maxOrders ?? 5000,
      maxDeliveries: options.maxDeliveries ?? 20_000,
    },
    ConfigPatch.parse(options.config ?? {}),
  )

  const app = new Hono<Env>()
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: () => new Response(null, { status: 413 }) }))
  app.route('/', serviceRoutes(services))
  app.route('/_sandbox', leverRoutes(services, options.url))
  app.route('/', pageRoutes(services))
  app.notFound(() => new Response(null, { status: 404 }))
  app.onError((error) => {
    throw error
  })

  const handle: Sandbox['handle'] = async (request, { address = '127.0.0.1' } = {}) =>
    app.fetch(request, { address, baseUrl: options.url ?? new URL(request.url).origin })

  return {
    handle,
    async fetch(input, init) {
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      const aborted = new Promise<never>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
      })
      try {
        return await Promise.race([handle(request), aborted])
      } catch (error) {
        if (error instanceof ConnectionBrokenError) throw new TypeError('fetch failed', { cause: error })
        throw error
      }
    },
    clock: { now: services.scheduler.now, advance: services.scheduler.advance },
    orders: () => services.orders.all().map(orderJson),
    env: () => merchantEnvironment(services.config().pipelines, options.url ?? 'http://sandbox.test'),
    seed,
    async close() {
      services.scheduler.reset()
      await services.scheduler.idle()
      services.scheduler.reset()
    },
  }
}
