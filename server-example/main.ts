import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { PaypaneServer } from 'paypane/server'
import {
  hasPlainPath,
  InvalidSettingError,
  inspectSettings,
  isLoopback,
  readSettings,
  type Settings,
} from 'paypane/server/node'
import { type App, createAdminApp, createPublicApp, noStore } from './app.ts'
import { log } from './log.ts'
import { createMerchant } from './merchant.ts'
import { createMetrics } from './metrics.ts'

/** Longer than a proxy keeps idle connections open, so that no request meets a closing connection. */
const keepAliveTimeout = 75_000
/** How long open responses may take when the server stops. */
const stopTimeoutMs = 5000

/** Paths of payers and the service. Operators' paths have only one form, so that a proxy's rule covers them. */
const publicPath = /^\/(pay\/(?!admin(\/|$))|return\/)/

try {
  await start(readSettings(process.env))
} catch (error) {
  if (error instanceof InvalidSettingError) for (const line of error.message.split('\n')) log.fatal(line)
  else log.fatal(`Could not start: ${errorMessage(error)}`)
  process.exit(1)
}

async function start(settings: Settings): Promise<void> {
  const server = createServer({ keepAliveTimeout }, unavailable)
  const listening = await listen(server, { host: settings.HOST, port: settings.PORT, names: 'HOST and PORT' })
  const admin = settings.ADMIN_LISTEN && { ...settings.ADMIN_LISTEN, names: 'ADMIN_LISTEN' }
  const adminServer = admin && createServer({ keepAliveTimeout }, unavailable)
  const adminListening = admin && adminServer && (await listen(adminServer, admin))
  const metrics = createMetrics()
  const publicUrl = settings.PUBLIC_URL ?? listening
  const paypane = await createMerchant(settings, {
    publicUrl,
    log,
    recordMetric: metrics.record,
  })
  let isStopping = false
  const options = {
    paypane,
    metrics,
    log,
    isStopping: () => isStopping,
    isMetricsPublic: !isLoopback(metricsHost(settings)),
    hasConsole: (settings.ADMIN_TOKEN ?? settings.OPERATORS) !== undefined,
  }
  const publicApp = createPublicApp(options)
  const adminApp = createAdminApp(options)
  await paypane.ready().catch((cause: unknown) => {
    const isClock = cause instanceof Error && cause.name === 'ClockError'
    const what = isClock ? 'The server exits' : 'DATABASE_URL cannot be used, so the server exits'
    throw new InvalidSettingError(`${what}: ${errorMessage(cause)}`, { cause })
  })
  const subPath = new URL(publicUrl).pathname.replace(/\/+$/, '')
  const openResponses = new Set<ServerResponse>()
  if (adminServer) serve(adminServer, adminApp, { subPath, openResponses })
  // The admin routes come first: the public app responds 404 to them.
  serve(server, adminServer ? publicApp : adminApp.route('/', publicApp), { subPath, openResponses })
  for (const { name, meant } of inspectSettings(process.env).misspelt)
    log.warn(`${name} is not a setting. Did you mean ${meant}?`)
  if (settings.SHOP_SECRET === undefined)
    log.warn('SHOP_SECRET is not set: plain order references, no saved cards')

  const drained = new AbortController()
  const shutDown = async (): Promise<void> => {
    // A second signal skips the wait.
    if (isStopping) return drained.abort()
    isStopping = true
    await setTimeout(settings.DRAIN_SECONDS * 1000, null, drained).catch(() => null)
    await stop(adminServer ? [server, adminServer] : [server], openResponses, paypane)
    log.info('stopped')
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void shutDown())
  process.stdout.write(`${JSON.stringify({ listening, adminListening })}\n`)
}

/** Where `/metrics` is reached: at its own address, or with everything else. */
function metricsHost({ ADMIN_LISTEN, HOST, PUBLIC_URL }: Settings): string {
  if (ADMIN_LISTEN !== undefined) return ADMIN_LISTEN.host
  return PUBLIC_URL === undefined ? HOST : new URL(PUBLIC_URL).hostname
}

/** Responds until the database is open; clients repeat the request. */
function unavailable(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'retry-after': '1', ...noStore }).end()
}

interface Mount {
  /** The path of the public URL. */
  subPath: string
  /** Responses that have not ended. */
  openResponses: Set<ServerResponse>
}

/**
 * Serves the app. Its public paths are also served below the path of the public URL, for proxies that do not remove it.
 * Responds 404 to a path that a proxy could read differently.
 */
function serve(server: Server, app: App, { subPath, openResponses }: Mount): void {
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // The host of a request without one.
    hostname: 'localhost',
  })
  server.off('request', unavailable).on('request', (request, response) => {
    if (server.listening) {
      openResponses.add(response)
      response.once('close', () => openResponses.delete(response))
    } else endConnection(response)
    const { url = '/' } = request
    const below = url.startsWith(`${subPath}/`) ? url.slice(subPath.length) : ''
    if (publicPath.test(below)) request.url = below
    if (hasPlainPath(request)) void listener(request, response)
    else response.writeHead(404, noStore).end()
  })
}

interface Address {
  host: string
  port: number
  /** The names of its settings, for errors. */
  names: string
}

/** Resolves with the URL that the server listens on. */
function listen(server: Server, { host, port, names }: Address): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const isTaken = 'code' in cause && cause.code === 'EADDRINUSE'
      const fix = isTaken ? ` Another process uses it; choose another, such as ${port + 1}.` : ''
      reject(
        new InvalidSettingError(`${names}: the server cannot listen there: ${cause.message}.${fix}`, {
          cause,
        }),
      )
    })
    server.listen(port, host, () => resolve(urlOf(server.address())))
  })
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no network address.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** No request follows on the response's connection. */
function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

/** Accepts no new connections, answers long polls, and waits a bounded time for the rest. */
async function stop(
  servers: readonly Server[],
  openResponses: ReadonlySet<ServerResponse>,
  paypane: PaypaneServer,
): Promise<void> {
  const closed = Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
  )
  openResponses.forEach(endConnection)
  await paypane.close()
  const eachServer = (close: (server: Server) => void) => () => servers.forEach(close)
  const idleSweep = setInterval(
    eachServer((server) => server.closeIdleConnections()),
    20,
  )
  await Promise.race([closed, setTimeout(stopTimeoutMs, null, { ref: false })])
  for (const server of servers) server.closeAllConnections()
  await closed
  clearInterval(idleSweep)
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
