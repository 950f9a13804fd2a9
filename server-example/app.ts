import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { consolePages } from 'paypane/console'
import type { Paypane } from 'paypane/server'
import { readPackageFile } from 'paypane/server/node'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import { pages } from './pages.ts'

interface AppOptions {
  paypane: Paypane
  metrics: Metrics
  log: Logger
  /** Serve the operator's console. */
  hasConsole: boolean
}

const operatorConsole = consolePages({ script: () => readPackageFile('console.js') })

const noStore = { 'cache-control': 'private, no-store' }

/** The routes of this server: Paypane under `/pay`, the console, the return pages, health and metrics. */
export function createApp({
  paypane,
  metrics,
  log,
  hasConsole,
}: AppOptions): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('/pay/*', (c) => paypane.fetch(c.req.raw, { address: c.env.incoming.socket.remoteAddress }))
  if (hasConsole) app.get('/admin/*', (c) => operatorConsole.fetch(c.req.raw))
  app.route('/', pages())
  app.get('/healthz', (c) => c.text('ok', 200, noStore))
  app.get('/readyz', async (c) => {
    try {
      await paypane.ready()
      return c.text('ready', 200, noStore)
    } catch (error) {
      log.warn(`not ready: ${String(error)}`)
      return c.text('not ready', 503, noStore)
    }
  })
  app.get('/metrics', async (c) => c.text(await metrics.text(paypane), 200, noStore))
  return app
}
