import { Hono } from 'hono'
import { acceptCallback, type CallbackPath } from '../callback/inbox.ts'
import type { Context } from '../context.ts'
import { readText } from './body.ts'

/** Where the service calls back: the static address and the dynamic one. */
export function callbackRoutes(context: Context): Hono {
  const app = new Hono()
  const accept = async (request: Request, path: CallbackPath): Promise<Response> => {
    await acceptCallback(context, await readText(request), request.headers.get('signature'), path)
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
