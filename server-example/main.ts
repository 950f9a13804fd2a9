import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Paypane } from 'paypane/server'
import { InvalidSettingError, readSettings, type Settings } from 'paypane/server/node'
import { createApp } from './app.ts'
import { log } from './log.ts'
import { createMerchant } from './merchant.ts'
import { createMetrics } from './metrics.ts'

/** Longer than a proxy keeps idle connections open, so that no request meets a closing connection. */
const keepAliveTimeout = 75_000
/** How long open responses may take when the server stops. */
const stopTimeoutMs = 5000

try {
  await start(readSettings(process.env))
} catch (error) {
  if (error instanceof InvalidSettingError) for (const line of error.message.split('\n')) log.fatal(line)
  else log.fatal(`Could not start: ${errorMessage(error)}`)
  process.exit(1)
}

async function start(settings: Settings): Promise<void> {
  const server = createServer({ keepAliveTimeout })
  const listening = await listen(server, settings)
  const metrics = createMetrics()
  const paypane = createMerchant(settings, {
    publicUrl: settings.PUBLIC_URL ?? listening,
    log,
    recordMetric: metrics.record,
  })
  const app = createApp({ paypane, metrics, log, hasConsole: settings.ADMIN_TOKEN !== undefined })
  server.on(
    'request',
    getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false }),
  )
  await paypane.ready().catch((cause: unknown) => {
    throw new InvalidSettingError(`DATABASE_URL cannot be used: ${errorMessage(cause)}`, { cause })
  })
  if (settings.SHOP_SECRET === undefined)
    log.warn('SHOP_SECRET is not set: plain order references, no saved cards')

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop(server, paypane).then(() => log.info('stopped')))
  process.stdout.write(`${JSON.stringify({ listening })}\n`)
}

/** Resolves with the URL that the server listens on. */
function listen(server: Server, { HOST, PORT }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new InvalidSettingError(`HOST and PORT cannot be listened on: ${cause.message}`, { cause })),
    )
    server.listen(PORT, HOST, () => resolve(urlOf(server.address())))
  })
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no network address.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** Accepts no new requests, answers long polls, and waits a bounded time for the rest. */
async function stop(server: Server, paypane: Paypane): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await paypane.close()
  const idleSweep = setInterval(() => server.closeIdleConnections(), 20)
  const forceClose = setTimeout(() => server.closeAllConnections(), stopTimeoutMs)
  await closed
  clearInterval(idleSweep)
  clearTimeout(forceClose)
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
