import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createPaypane, type PipelineOptions } from 'paypane/server'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'
import { pino } from 'pino'
import { pages } from './pages.ts'
import { readOrders, readSettings, type Settings, WrongSetting } from './settings.ts'
import { createShop } from './shop.ts'

/** Logs are JSON lines on standard error; standard output is for the one line that says where it listens. */
const log = pino(
  {
    redact: [
      '*.authorization',
      '*.signature',
      '*.key',
      '*.token',
      '*.card',
      '*.iban',
      '*.phone',
      '*.formUrl',
    ],
  },
  pino.destination({ dest: 2, sync: true }),
)

try {
  await serve(readSettings(process.env))
} catch (error) {
  // What stops the start is one line that says what to do.
  log.fatal(error instanceof WrongSetting ? error.message : `Could not start: ${String(error)}`)
  process.exit(1)
}

async function serve(settings: Settings): Promise<void> {
  const app = new Hono()
  const server = createServer(
    getRequestListener((request) => app.fetch(request), { overrideGlobalObjects: false }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(settings.PORT, settings.HOST, resolve)
  })
  const listening = addressOf(server.address())
  const orders = readOrders(settings.SHOP_ORDERS)
  if (settings.SHOP_SECRET === undefined)
    log.warn('SHOP_SECRET is unset: plain order references, no saved cards')

  const paypane = createPaypane({
    service: createPaymentsClient({
      baseUrl: settings.PAYMENTS_BASE_URL,
      initUrl: settings.PAYMENTS_INIT_URL,
      tokenUrl: settings.PAYMENTS_TOKEN_URL,
      timeoutMs: settings.PAYMENTS_TIMEOUT_MS,
    }),
    pipelines: pipelines(settings),
    store: sqliteStore(settings.DATABASE_URL.replace(/^file:(\/\/)?/, '')),
    sealKey: settings.SEAL_KEY,
    order: createShop(orders, settings.SHOP_SECRET),
    onEvent: (event) => log.info({ event }, event.type),
    publicUrl: publicUrl(settings, listening),
    basePath: '/pay',
    callbacks: settings.CALLBACK_MODE,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    checkoutTtlSeconds: settings.CHECKOUT_TTL_SECONDS,
    correctionWatchHours: settings.CORRECTION_WATCH_HOURS,
    timeoutMs: settings.PAYMENTS_TIMEOUT_MS,
    settleMs: settings.SETTLE_MS ?? settings.PAYMENTS_TIMEOUT_MS,
    reviewAfterMinutes: settings.REVIEW_AFTER_MINUTES,
    confirmFinal: settings.CONFIRM_FINAL,
    log: ({ level, message, ...details }) => log[level](details, message),
  })
  app.get('/healthz', (c) => c.text('ok'))
  app.all('/pay/*', (c) => paypane.fetch(c.req.raw))
  app.route('/', pages())

  process.stdout.write(`${JSON.stringify({ listening })}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.close()
      void paypane.close().then(() => {
        log.info('stopped')
        server.closeAllConnections()
      })
    })
  }
}

/** A pipeline whose key is unset is off. */
function pipelines(settings: Settings): Record<string, PipelineOptions> {
  const privateKey = settings.PAYMENTS_PRIVATE_KEY
  const keys = {
    p2p: settings.PAYMENTS_P2P_KEY,
    form: settings.PAYMENTS_FORM_KEY,
    token: settings.PAYMENTS_TOKEN_KEY,
    payout: settings.PAYMENTS_PAYOUT_KEY,
  } as const
  const profiles = ['p2p', 'form', 'token', 'payout'] as const
  return Object.fromEntries(
    profiles.flatMap((profile) => {
      const key = keys[profile]
      return key === undefined ? [] : [[profile, { profile, key, privateKey }]]
    }),
  )
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server has no network address.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** Payers and the service must reach it; on loopback the address it listens on will do. */
function publicUrl(settings: Settings, listening: string): string {
  if (settings.PUBLIC_URL !== undefined) return settings.PUBLIC_URL
  if (/^http:\/\/(127\.|\[::1\])/.test(listening)) return listening
  throw new WrongSetting(
    'PUBLIC_URL is the address under which payers and the service reach this server, and is missing',
  )
}
