/** The demo's merchant server as a process that may be killed at any time. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { consolePages } from 'paypane/console'
import { readAsset, readPackageFile } from 'paypane/server/node'
import { sqliteStore } from 'paypane/server/sqlite'
import { z } from 'zod'
import { createOffsetClock } from '../merchant/clock.ts'
import { createDemoMerchant } from '../merchant/merchant.ts'
import { createOrderBook, ShopOrder } from '../merchant/orders.ts'
import { keepAliveTimeout } from './keep-alive.ts'
import { AdvanceCommand, report, stopOnSignal } from './report.ts'

const settings = z
  .object({
    DEMO_DATA: z.string(),
    DEMO_CLOCK_OFFSET_SECONDS: z.coerce.number(),
    PUBLIC_URL: z.url(),
    SEAL_KEY: z.string(),
    ADMIN_TOKEN: z.string(),
    /** Path of the console's script. Default: the one in the package. */
    DEMO_CONSOLE: z.string().optional(),
  })
  .parse(process.env)

const ordersFile = join(settings.DEMO_DATA, 'orders.json')
const orders = createOrderBook(
  existsSync(ordersFile)
    ? z.array(z.tuple([z.string(), ShopOrder])).parse(JSON.parse(readFileSync(ordersFile, 'utf8')))
    : [],
  (entries) => writeFileSync(ordersFile, JSON.stringify(entries)),
)
const clock = createOffsetClock(settings.DEMO_CLOCK_OFFSET_SECONDS)
const paypane = createDemoMerchant({
  env: process.env,
  orders,
  store: sqliteStore(join(settings.DEMO_DATA, 'paypane.db')),
  sealKey: settings.SEAL_KEY,
  adminToken: settings.ADMIN_TOKEN,
  publicUrl: settings.PUBLIC_URL,
  clock,
  assets: readAsset,
  log: (line) =>
    process.stderr.write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), ...line })}\n`),
})

const app = new Hono<{ Bindings: HttpBindings }>()
app.all('/pay/*', (c) => paypane.fetch(c.req.raw, { address: c.env.incoming.socket.remoteAddress }))
const { DEMO_CONSOLE } = settings
const operatorConsole = consolePages({
  adminUrl: '../demo/admin',
  authenticated: true,
  script: () => (DEMO_CONSOLE === undefined ? readPackageFile('console.js') : readFile(DEMO_CONSOLE, 'utf8')),
})
app.get('/admin/*', (c) => operatorConsole.fetch(c.req.raw))
app.post('/shop/orders', async (c) => {
  const parsed = ShopOrder.safeParse(await c.req.json().catch(() => null))
  return parsed.success
    ? c.json({ order: orders.place(parsed.data) }, 201)
    : c.json({ error: z.prettifyError(parsed.error) }, 400)
})

const server = createServer(
  { keepAliveTimeout },
  getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false }),
)
await paypane.ready()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) report({ listening: `http://127.0.0.1:${address.port}` })
})
process.on('message', (message) => {
  const command = AdvanceCommand.safeParse(message)
  if (command.success) clock.advance(command.data.advance)
})
stopOnSignal(async () => {
  server.close()
  await paypane.close()
  server.closeAllConnections()
})
