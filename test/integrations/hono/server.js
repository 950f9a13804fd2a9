import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { openPaypane } from './paypane.js'

const app = new Hono()
const paypane = openPaypane()
app.all('/pay/*', (c) => paypane.fetch(c.req.raw, getConnInfo(c).remote))
app.use(serveStatic({ root: 'public' }))
serve({ fetch: app.fetch, port: process.env.PORT ?? 8787, hostname: '127.0.0.1' })
