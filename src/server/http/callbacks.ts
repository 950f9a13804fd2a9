import { Hono } from 'hono'
import { receiveCallback } from '../callback/receive-callback.ts'
import type { CallbackPath } from '../callback/verify-for-pipelines.ts'
import type { Context } from '../context.ts'
import { enterOrRefuse, readText } from './body.ts'
import type { Env } from './env.ts'

/** A callback carries the whole history of its order. */
const maxBytes = 1024 * 1024
/** From an address with too many rejected callbacks: a usual callback, one at a time. */
const limitedMaxBytes = 64 * 1024

/** The service's callbacks, at the static and the dynamic URL. */
export function callbackRoutes(context: Context): Hono<Env> {
  const { clientAddress, guard, clock } = context
  const app = new Hono<Env>()
  const accept = async (request: Request, env: Env['Bindings'], path: CallbackPath): Promise<Response> => {
    const address = clientAddress(request, env)
    const readBody = (): Promise<string> => {
      const slot = guard.rejectedCallbacks.isLimited(address)
        ? { maxBytes: limitedMaxBytes, perAddress: limitedMaxBytes }
        : { maxBytes }
      return readText(request, {
        clock,
        maxBytes: slot.maxBytes,
        reserve: (size) => enterOrRefuse(guard.callbackBodies, address, { ...slot, size }),
      })
    }
    await receiveCallback(context, {
      ...path,
      address,
      signature: request.headers.get('signature'),
      readBody,
    })
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
