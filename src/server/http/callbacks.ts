import { Hono } from 'hono'
import type { Inbox } from '../callback/inbox.ts'
import type { CallbackPath } from '../callback/verify-for-pipelines.ts'
import { readText } from './body.ts'

/** The service's callbacks, at the static and the dynamic URL. */
export function callbackRoutes(inbox: Inbox): Hono {
  const app = new Hono()
  const accept = async (request: Request, path: CallbackPath): Promise<Response> => {
    await inbox.accept(await readText(request), request.headers.get('signature'), path)
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
