import { Hono } from 'hono'
import type { Inbox } from '../callback/inbox.ts'
import type { CallbackPath } from '../callback/verify-for-pipelines.ts'
import type { Clock } from '../lib/clock.ts'
import { readText } from './body.ts'
import type { ClientAddress, Env } from './client-address.ts'

interface CallbackRouteServices {
  inbox: Pick<Inbox, 'accept'>
  clientAddress: ClientAddress
  clock: Clock
}

/** A callback carries the whole history of its order. */
const maxBytes = 1024 * 1024

/** The service's callbacks, at the static and the dynamic URL. */
export function callbackRoutes({ inbox, clientAddress, clock }: CallbackRouteServices): Hono<Env> {
  const app = new Hono<Env>()
  const accept = async (request: Request, env: Env['Bindings'], path: CallbackPath): Promise<Response> => {
    await inbox.accept({
      ...path,
      address: clientAddress(request, env),
      signature: request.headers.get('signature'),
      readBody: () => readText(request, clock, maxBytes),
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
