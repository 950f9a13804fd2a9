import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createPaypane } from 'paypane/server'
import { readAsset, toNodeHandler } from 'paypane/server/node'
import { postgresStore } from 'paypane/server/postgres'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'
import { listen } from './listen.ts'

/**
 * A merchant server process. `DATABASE` is a file for SQLite, or a PostgreSQL URL. `PIPELINES` is their number. With
 * `PAGES`, a bundle of `paypane/server/html`, it serves payment pages. `ORDER_SECRET` signs the orders. `LIMITED`
 * names the limit that strangers are beyond.
 */
const {
  DATABASE: database = '',
  SEAL_KEY: sealKey = '',
  SERVICE: service = '',
  PIPELINES = '1',
  PAGES: pages,
  ORDER_SECRET: orderSecret,
  LIMITED: limited,
} = process.env

/** The first has the private key that callbacks are signed with. */
const pipelines = Object.fromEntries(
  Array.from({ length: Number(PIPELINES) }, (_, n) => [
    n === 0 ? 'p2p' : `p2p-${n}`,
    {
      profile: 'p2p' as const,
      key: `key-${n}`,
      privateKey: n === 0 ? 'the private key' : `another key ${n}`,
    },
  ]),
)

const html: typeof import('paypane/server/html') | null = pages === undefined ? null : await import(pages)

const paypane = createPaypane({
  service: createPaymentsClient({ baseUrl: service }),
  pipelines,
  store: database.startsWith('postgres:') ? postgresStore(database) : sqliteStore(database),
  sealKey,
  assets: readAsset,
  order: () => ({ amount: '10.00', currency: 'UAH' }),
  publicUrl: 'http://127.0.0.1',
  confirmFinal: false,
  ...(html !== null && { pages: html.hostedPages({ name: 'Shop' }) }),
  orderSecret,
  // One client opens everything.
  rateLimits: {
    ...{ order: 1e9, address: 1e9, longPolls: 20_000, longPollsPerAddress: 20_000 },
    ...{ unknownOrders: 1e9, clientSecrets: 1e9, malformedBodies: 1e9 },
    ...(limited === undefined ? {} : { [limited]: 0 }),
  },
})
const handler = toNodeHandler(paypane)
/** A health check that receives a body. */
const health = getRequestListener(
  new Hono().all('/healthz', async (c) => c.text(await c.req.text().then(() => 'ok'))).fetch,
  // As server-example serves it.
  { overrideGlobalObjects: false },
)

/** Statistics of this process. */
async function stats(): Promise<string> {
  const { openLongPolls } = await paypane.stats()
  const { user, system } = process.cpuUsage()
  return JSON.stringify({
    openLongPolls,
    rss: process.memoryUsage().rss,
    cpuMs: (user + system) / 1000,
  })
}

await listen(async (request, response) => {
  if (request.url === '/stats') response.end(await stats().catch(() => '{}'))
  else if (request.url === '/healthz') await health(request, response)
  else await handler(request, response)
})
