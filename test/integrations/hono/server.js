import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { orderPage } from './order-page.js'
import { openPaypane } from './paypane.js'

const app = new Hono()
const paypane = openPaypane()
app.all('/pay/*', (c) => paypane.fetch(c.req.raw, getConnInfo(c).remote))
app.get('/', async (c) => c.html(await orderPage('1042'), 200, { 'cache-control': 'private, no-store' }))
serve({ fetch: app.fetch, port: process.env.PORT ?? 8787, hostname: '127.0.0.1' })
