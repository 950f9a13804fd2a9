import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { BackendUpdate } from '../traffic/message.ts'
import type { TrafficRecorder } from '../traffic/traffic-recorder.ts'
import type { MerchantHost } from './merchant-host.ts'
import { siteFiles } from './site-files.ts'

interface ProxyOptions {
  sandboxUrl: string
  merchant: MerchantHost
  adminToken: string
  recorder: TrafficRecorder
  /** Calls the listener when the merchant server goes down or comes up. Returns an unsubscribe function. */
  watchServer(listener: (up: boolean) => void): () => void
}

type Env = { Bindings: HttpBindings }
type ProxyContext = Context<Env>

/** The demo's only address. Forwards and records all traffic between page, server and service. */
export function createProxy({
  sandboxUrl,
  merchant,
  adminToken,
  recorder,
  watchServer,
}: ProxyOptions): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    // Requests from pages of other origins are rejected.
    const origin = c.req.header('origin')
    const isSameOrigin = origin === undefined || URL.parse(origin)?.host === c.req.header('host')
    return isSameOrigin ? next() : c.text('cross-origin requests are not allowed', 403)
  })

  const toMerchant = (request: Request): Promise<Response> => {
    const url = merchant.url()
    return url === null ? Promise.reject(new ServerDownError()) : forward(request, url)
  }
  const pageToServer = recorder.record('page', 'server', toMerchant)
  const serviceToServer = recorder.record('service', 'server', toMerchant)
  const serverToService = recorder.record('server', 'service', (request) => forward(request, sandboxUrl))

  // The operator's requests are not recorded.
  app.on(['GET', 'POST'], ['/pay/admin/*', '/admin/*'], async (c) =>
    frameableByDemo(await proxyRequest(c, toMerchant)),
  )
  app.all('/pay/callbacks/*', (c) => proxyRequest(c, serviceToServer))
  app.all('/pay/*', (c) => proxyRequest(c, pageToServer))
  app.post('/shop/orders', (c) => proxyRequest(c, toMerchant))
  app.all('/service/*', (c) => proxyRequest(c, serverToService, '/service'))
  app.all('/_sandbox/*', (c) => proxyRequest(c, (request) => forward(request, sandboxUrl)))

  // The demo's page and its console act as the operator.
  app.on(['GET', 'POST'], '/demo/admin/*', (c) =>
    proxyRequest(c, (request) => toMerchant(withOperatorToken(request, adminToken))),
  )
  app.post('/demo/kill', async (c) => {
    await merchant.kill()
    return c.body(null, 204)
  })
  app.post('/demo/advance-clock', async (c) => {
    const { seconds } = z.object({ seconds: z.number().nonnegative() }).parse(await c.req.json())
    merchant.advanceClock(seconds)
    for (const listener of clockListeners) listener()
    return c.body(null, 204)
  })
  const clockListeners = new Set<() => void>()
  app.get('/demo/updates', (c) =>
    streamSSE(c, async (stream) => {
      const send = (update: BackendUpdate) => void stream.writeSSE({ data: JSON.stringify(update) })
      const sendClock = () => send({ type: 'clock', advancedSeconds: merchant.advancedSeconds() })
      send({ type: 'server', up: merchant.url() !== null })
      sendClock()
      clockListeners.add(sendClock)
      const subscriptions = [
        recorder.subscribe((message) => send({ type: 'message', message })),
        watchServer((up) => send({ type: 'server', up })),
      ]
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      clockListeners.delete(sendClock)
      for (const unsubscribe of subscriptions) unsubscribe()
    }),
  )

  // A return from a payment page proves nothing: the page continues with the order.
  app.get('/return/:outcome', (c) =>
    c.redirect(`/?order=${encodeURIComponent(c.req.query('order') ?? '')}`, 303),
  )
  app.get('*', siteFiles())
  return app
}

/** The demo's page shows the console in place. */
function frameableByDemo(response: Response): Response {
  const policy = response.headers.get('content-security-policy')
  if (policy) {
    const own = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    response.headers.set('content-security-policy', own)
  }
  return response
}

class ServerDownError extends Error {}

/** Forwards a request; if the connection to the service breaks, the sender's connection is reset, too. */
async function proxyRequest(
  c: ProxyContext,
  send: (request: Request) => Promise<Response>,
  prefix = '',
): Promise<Response> {
  const url = new URL(c.req.url)
  url.pathname = url.pathname.slice(prefix.length)
  try {
    return await send(new Request(url, c.req.raw))
  } catch (cause) {
    if (prefix === '')
      return c.json(
        {
          error:
            cause instanceof ServerDownError
              ? 'The merchant server is down.'
              : 'There was no response: the connection broke.',
        },
        502,
      )
    c.env.incoming.socket.resetAndDestroy()
    return RESPONSE_ALREADY_SENT
  }
}

async function forward(request: Request, to: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.delete('host')
  headers.delete('connection')
  const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.arrayBuffer()
  const response = await fetch(to + pathname + search, {
    method: request.method,
    headers,
    body,
    redirect: 'manual',
    signal: request.signal,
  })
  // fetch has decoded the body.
  const responseHeaders = new Headers(response.headers)
  responseHeaders.delete('content-encoding')
  responseHeaders.delete('content-length')
  responseHeaders.delete('transfer-encoding')
  const empty = response.status === 204 || response.status === 304
  return new Response(empty ? null : await response.arrayBuffer(), {
    status: response.status,
    headers: responseHeaders,
  })
}

function withOperatorToken(request: Request, token: string): Request {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace('/demo/', '/pay/')
  const adminRequest = new Request(url, request)
  adminRequest.headers.set('authorization', `Bearer ${token}`)
  return adminRequest
}
