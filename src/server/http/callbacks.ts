import { Hono } from 'hono'
import type { Inbox } from '../callback/inbox.ts'
import type { CallbackPath } from '../callback/verify-for-pipelines.ts'
import type { Clock } from '../lib/clock.ts'
import type { ConcurrencyLimit } from '../lib/concurrency-limit.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import { enterOrRefuse, readText } from './body.ts'
import type { ClientAddress, Env } from './client-address.ts'

interface CallbackRouteServices {
  inbox: Pick<Inbox, 'accept'>
  clientAddress: ClientAddress
  rejectedCallbacks: Pick<RateLimiter, 'isLimited'>
  bufferedBodies: ConcurrencyLimit
  clock: Clock
}

/** A callback carries the whole history of its order. */
const maxBytes = 1024 * 1024
/** From an address with too many rejected callbacks: a usual callback, one at a time. */
const limitedMaxBytes = 64 * 1024

/** The service's callbacks, at the static and the dynamic URL. */
export function callbackRoutes(services: CallbackRouteServices): Hono<Env> {
  const { inbox, clientAddress, rejectedCallbacks, bufferedBodies, clock } = services
  const app = new Hono<Env>()
  const accept = async (request: Request, env: Env['Bindings'], path: CallbackPath): Promise<Response> => {
    const address = clientAddress(request, env)
    const readBody = (): Promise<string> => {
      const slot = rejectedCallbacks.isLimited(address)
        ? { maxBytes: limitedMaxBytes, perAddress: limitedMaxBytes }
        : { maxBytes }
      return readText(request, {
        clock,
        maxBytes: slot.maxBytes,
        reserve: (size) => enterOrRefuse(bufferedBodies, address, { ...slot, size }),
      })
    }
    await inbox.accept({ ...path, address, signature: request.headers.get('signature'), readBody })
    return new Response(null, { status: 200 })
  }
  app.post('/callbacks', (c) => accept(c.req.raw, c.env, {}))
  app.post('/callbacks/:pipeline', (c) => accept(c.req.raw, c.env, { pipeline: c.req.param('pipeline') }))
  app.post('/callbacks/:pipeline/:transaction', (c) =>
    accept(c.req.raw, c.env, {
      pipeline: c.req.param('pipeline'),
      externalTransactionId: c.req.param('transaction'),
    }),
  )
  return app
}
