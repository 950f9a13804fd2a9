import { Hono } from 'hono'
import { readPackageFile } from 'paypane/server/node'

const headers = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** The widget's script, its languages and its QR encoder. */
export function widgetFiles(): Hono {
  const app = new Hono()
  for (const file of ['paypane.js', 'paypane-qr.js', 'locales/:tag{[A-Za-z-]+\\.json}']) {
    app.get(`/${file}`, async (c) => {
      const name = c.req.path.split('/').slice(file.includes('/') ? -2 : -1)
      const content = await readPackageFile(name.join('/')).catch(() => null)
      if (content === null) return c.notFound()
      const type = file.startsWith('locales/') ? 'application/json' : 'text/javascript; charset=utf-8'
      return c.body(content, 200, { ...headers, 'content-type': type })
    })
  }
  return app
}
