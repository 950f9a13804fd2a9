import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SandboxClock } from './clock.ts'
import type { SandboxSettings } from './config.ts'
import { controlRoutes, merchantEnvironment } from './controls/controls.ts'
import { ConnectionBrokenError } from './faults.ts'
import { type Env, errorResponse } from './http.ts'
import { type OrderJson, orderJson } from './order.ts'
import { pageRoutes } from './pages/pages.ts'
import { serviceRoutes } from './routes/service.ts'
import { createServices, type SandboxOptions } from './services.ts'

/** An emulator of the payments service. */
export interface Sandbox {
  /** Like the global `fetch`, answered by the sandbox. Rejects if a fault breaks the connection. */
  fetch: typeof fetch
  /** For listeners. Rejects with `ConnectionBrokenError` if the connection must be broken without a response. */
  handle(
    request: Request,
    from?: {
      /** The client's address. */
      address?: string
    },
  ): Promise<Response>
  /** Tests advance it to run scheduled work at once. */
  clock: SandboxClock
  /** All orders, oldest first. */
  orders(): OrderJson[]
  /** Every `PAYMENTS_*` setting for a merchant, like `GET /_sandbox/env`. */
  env(): SandboxSettings
  /** The seed of its random values. */
  seed: string
  /** Waits for callbacks being sent, and drops those due later. */
  close(): Promise<void>
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']
const maxBodyBytes = 256 * 1024

/**
 * Creates an in-memory emulator of the payments service for tests, demos and a first integration.
 * @throws zod's error if `config` is invalid.
 * @example
 * import { createPaymentsClient } from 'paypane/service'
 *
 * const sandbox = createSandbox({ seed: 'a run to repeat' })
 * const { PAYMENTS_BASE_URL } = sandbox.env()
 * const client = createPaymentsClient({ baseUrl: PAYMENTS_BASE_URL, fetch: sandbox.fetch })
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const seed = options.seed ?? crypto.randomUUID()
  const services = createServices({ ...options, seed })

  const app = new Hono<Env>()
  app.use(async (c, next) =>
    methods.includes(c.req.method) ? next() : errorResponse(405, 'method not allowed'),
  )
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: () => new Response(null, { status: 413 }) }))
  app.route('/', serviceRoutes(services))
  app.route('/_sandbox', controlRoutes(services, options.url))
  app.route('/', pageRoutes(services))
  app.notFound(() => errorResponse(404, 'path not found'))
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
