import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { listen } from './listen.ts'

/** The baseline: a handler that does nothing else, on the same router. */
const app = new Hono()
  .get('/checkouts/:id', (c) =>
    c.req.header('accept') === 'text/html'
      ? c.html(page)
      : c.json({ id: c.req.param('id'), status: 'pending' }),
  )
  // A constant page, as large as one that is rendered.
  .get('/o/:order', (c) => c.html(page))
const page = '<!doctype html>…'.padEnd(14_000, '.')

await listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
