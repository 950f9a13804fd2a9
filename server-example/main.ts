import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Paypane } from 'paypane/server'
import { pino } from 'pino'
import { consolePages } from '../src/console/page.ts'
import { createMerchant } from './merchant.ts'
import { createMetrics } from './metrics.ts'
import { pages } from './pages.ts'
import { InvalidSettingError, readSettings, type Settings } from './settings.ts'

/** How long an answer may still take to reach its reader when the server stops. */
const stopMs = 5000

/** Every answer is of this moment. */
const noStore = { 'cache-control': 'no-store' }

/** What must never be read in a log, should a line ever carry it. */
const redactedKeys = ['authorization', 'signature', 'key', 'token', 'card', 'iban', 'phone', 'formUrl']

/** Logs are JSON lines on standard error; standard output is for the one line that says where it listens. */
const log = pino(
  { base: null, redact: [...redactedKeys, ...redactedKeys.map((name) => `*.${name}`)] },
  pino.destination({ dest: 2, sync: true }),
)

try {
  await serve(readSettings(process.env))
} catch (error) {
  // What stops the start is one line that says what to do.
  log.fatal(error instanceof InvalidSettingError ? error.message : `Could not start: ${errorMessage(error)}`)
  process.exit(1)
}

async function serve(settings: Settings): Promise<void> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const server = createServer(
    // Longer than a proxy in front keeps its connections, so that none is closed under a request.
    { keepAliveTimeout: 75_000 },
    getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false }),
  )
  await new Promise<void>((resolve, reject) => {
    server
      .once('error', (error) =>
        reject(new InvalidSettingError(`HOST and PORT cannot be listened on: ${error.message}`)),
      )
      .listen(settings.PORT, settings.HOST, resolve)
  })
  const listening = urlOf(server.address())

  const metrics = createMetrics()
  const paypane = createMerchant(settings, {
    publicUrl: publicUrl(settings, listening),
    log,
    recordMetric: metrics.record,
  })
  app.all('/pay/*', (c) => paypane.fetch(c.req.raw, { address: c.env.incoming.socket.remoteAddress }))
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
  app.route('/', pages())
  if (settings.ADMIN_TOKEN !== undefined) app.route('/', consolePages())
  await paypane.ready().catch((error: unknown) => {
    throw new InvalidSettingError(`DATABASE_URL cannot be used: ${errorMessage(error)}`)
  })
  if (settings.SHOP_SECRET === undefined)
    log.warn('SHOP_SECRET is unset: plain order references, no saved cards')

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop(server, paypane).then(() => log.info('stopped')))
  }
  process.stdout.write(`${JSON.stringify({ listening })}\n`)
}

/** Takes nothing new, answers what is held, finishes what is in hand; what then still hangs is cut off. */
async function stop(server: Server, paypane: Paypane): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await paypane.close()
  const idleSweep = setInterval(() => server.closeIdleConnections(), 20)
  const forceClose = setTimeout(() => server.closeAllConnections(), stopMs)
  await closed
  clearInterval(idleSweep)
  clearTimeout(forceClose)
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no network address.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** Payers and the service must reach it; on loopback the address it listens on will do. */
function publicUrl(settings: Settings, listening: string): string {
  if (settings.PUBLIC_URL !== undefined) return settings.PUBLIC_URL
  if (/^http:\/\/(127\.|\[::1\])/.test(listening)) return listening
  throw new InvalidSettingError(
    'PUBLIC_URL is the address under which payers and the service reach this server, and is missing',
  )
}
