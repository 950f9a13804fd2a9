import type { HttpBindings } from '@hono/node-server'
import { Hono, type NotFoundHandler } from 'hono'
import { consolePages } from 'paypane/console'
import type { PaypaneServer } from 'paypane/server'
import { readPackageFile } from 'paypane/server/node'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import { startPage } from './start-page.ts'

interface AppOptions {
  paypane: PaypaneServer
  metrics: Metrics
  log: Logger
  /** Whether the server is shutting down, so that load balancers send no more requests. */
  isStopping(): boolean
  /** Whether `/metrics` needs an operator: others than this machine reach it. */
  isMetricsPublic: boolean
  /** Whether the operator's console is served. */
  hasConsole: boolean
}

/** The routes of one listener. */
export type App = Hono<{ Bindings: HttpBindings }>

const operatorConsole = consolePages({ script: () => readPackageFile('console.js') })

export const noStore = { 'cache-control': 'private, no-store' }

/** The operators' routes: `/pay/admin`, the console and metrics. */
export function createAdminApp({ paypane, metrics, isMetricsPublic, hasConsole }: AppOptions): App {
  const app: App = new Hono()
  app.all('/pay/admin/*', (c) => servePaypane(paypane, c.req.raw, c.env))
  if (hasConsole) app.get('/admin/*', (c) => operatorConsole.fetch(c.req.raw))
  app.get('/metrics', async (c) => {
    if (isMetricsPublic) {
      const identity = new Request(new URL('/pay/admin/me', c.req.url), { headers: c.req.raw.headers })
      const response = await servePaypane(paypane, identity, c.env)
      if (!response.ok) return c.text('this needs the token of an operator', 401, noStore)
    }
    return c.text(await metrics.text(paypane), 200, noStore)
  })
  app.notFound(notFound)
  return app
}

/** The payers' and the service's routes: Paypane under `/pay`, its return pages and health. */
export function createPublicApp({ paypane, log, isStopping }: AppOptions): App {
  const app: App = new Hono()
  app.all('/pay/admin/*', (c) => c.notFound())
  app.all('/pay/*', (c) => servePaypane(paypane, c.req.raw, c.env))
  // The default redirects are outside of `/pay`.
  app.get('/return/*', (c) => servePaypane(paypane, c.req.raw, c.env))
  app.get('/', startPage)
  app.get('/healthz', (c) => c.text('ok', 200, noStore))
  let isReady = true
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.text('stopping', 503, noStore)
    const problem = await paypane.ready().then(() => null, String)
    // Probes come every few seconds: only a change is logged.
    if (isReady && problem !== null) log.warn(`not ready: ${problem}`)
    if (!isReady && problem === null) log.info('ready again')
    isReady = problem === null
    return isReady ? c.text('ready', 200, noStore) : c.text('not ready', 503, noStore)
  })
  app.notFound(notFound)
  return app
}

const notFound: NotFoundHandler = (c) => c.text('not found', 404, noStore)

const servePaypane = (
  paypane: PaypaneServer,
  request: Request,
  { incoming }: HttpBindings,
): Promise<Response> => paypane.fetch(request, { address: incoming.socket.remoteAddress })
