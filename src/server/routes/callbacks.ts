import { Hono } from 'hono'
import { acceptCallback, type CallbackPath } from '../callbacks.ts'
import type { Kit } from '../kit.ts'
import { rawText } from './body.ts'

/** Where the service calls back: the static address and the dynamic one. */
export function callbackRoutes(kit: Kit): Hono {
  const app = new Hono()
  const accept = async (request: Request, path: CallbackPath): Promise<Response> => {
    await acceptCallback(kit, await rawText(request), request.headers.get('signature'), path)
    return new Response(null, { status: 200 })
  }
  app.post('/callbacks', (c) => accept(c.req.raw, {}))
  app.post('/callbacks/:pipeline', (c) => accept(c.req.raw, { pipeline: c.req.param('pipeline') }))
  app.post('/callbacks/:pipeline/:transaction', (c) =>
    accept(c.req.raw, {
      pipeline: c.req.param('pipeline'),
      externalTransactionId: c.req.param('transaction'),
    }),
  )
  return app
}
