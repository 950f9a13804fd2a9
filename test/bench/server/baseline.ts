import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { listen } from './listen.ts'

/** The baseline: a handler that does nothing else, on the same router. */
const app = new Hono().get('/checkouts/:id', (c) => c.json({ id: c.req.param('id'), status: 'pending' }))

await listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
