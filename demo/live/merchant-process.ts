import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { sqliteStore } from 'paypane/server/sqlite'
import { z } from 'zod'
import { consolePages } from '../../server-example/console/page.ts'
import { turnableClock } from '../merchant/clock.ts'
import { createDemoMerchant } from '../merchant/merchant.ts'
import { orderBook, ShopOrder } from '../merchant/orders.ts'
import { report, stopWith, Turn } from './report.ts'

/** The demo's merchant server, in a process of its own that may be killed at any moment. */
const settings = z
  .object({
    DEMO_DATA: z.string(),
    DEMO_CLOCK_AHEAD: z.coerce.number(),
    PUBLIC_URL: z.url(),
    SEAL_KEY: z.string(),
    ADMIN_TOKEN: z.string(),
    /** The console's script, where it is not the package's. */
    DEMO_CONSOLE: z.string().optional(),
  })
  .parse(process.env)

const ordersFile = join(settings.DEMO_DATA, 'orders.json')
const orders = orderBook(
  existsSync(ordersFile)
    ? z.array(z.tuple([z.string(), ShopOrder])).parse(JSON.parse(readFileSync(ordersFile, 'utf8')))
    : [],
  (kept) => writeFileSync(ordersFile, JSON.stringify(kept)),
)
const clock = turnableClock(settings.DEMO_CLOCK_AHEAD)
const paypane = createDemoMerchant({
  env: process.env,
  orders,
  store: sqliteStore(join(settings.DEMO_DATA, 'paypane.db')),
  sealKey: settings.SEAL_KEY,
  adminToken: settings.ADMIN_TOKEN,
  publicUrl: settings.PUBLIC_URL,
  clock,
  log: (line) =>
    process.stderr.write(`${JSON.stringify({ time: new Date(clock.now()).toISOString(), ...line })}\n`),
})

const app = new Hono<{ Bindings: HttpBindings }>()
app.all('/pay/*', (c) => paypane.fetch(c.req.raw, { address: c.env.incoming.socket.remoteAddress }))
const { DEMO_CONSOLE } = settings
app.route('/', consolePages(DEMO_CONSOLE === undefined ? undefined : () => readFile(DEMO_CONSOLE, 'utf8')))
app.post('/shop/orders', async (c) => {
  const wish = ShopOrder.safeParse(await c.req.json().catch(() => null))
  return wish.success
    ? c.json({ order: orders.place(wish.data) }, 201)
    : c.json({ error: z.prettifyError(wish.error) }, 400)
})

const server = createServer(
  getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false }),
)
await paypane.ready()
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) report({ listening: `http://127.0.0.1:${address.port}` })
})
process.on('message', (message) => {
  const read = Turn.safeParse(message)
  if (read.success) clock.turn(read.data.turn)
})
stopWith(async () => {
  server.close()
  await paypane.close()
  server.closeAllConnections()
})
