import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/**
 * Where the service sends a payer back to. The page shows the pane for that order: having come back proves
 * nothing, so the words are the view's, not the address's.
 */
export function pages(): Hono {
  const app = new Hono()
  app.get('/return/:outcome{processing|success|failed}', (c) => {
    const order = c.req.query('order') ?? ''
    return c.html(page(order), 200, headers)
  })
  // The pane, and what it asks for beside itself: a QR code's painter, and a language.
  for (const file of ['paypane.js', 'paypane-qr.js', 'locales/:tag{[A-Za-z-]+\\.js}']) {
    app.get(`/${file}`, async (c) => {
      const script = await readScript(c.req.path)
      if (script === null) return c.notFound()
      return c.body(script, 200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' })
    })
  }
  return app
}

async function readScript(path: string): Promise<string | null> {
  const file = new URL(import.meta.resolve(`paypane${path}`))
  return existsSync(file) ? await readFile(file, 'utf8') : null
}

const page = (order: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Your payment</title>
    <script src="/paypane.js" async></script>
  </head>
  <body>
    <main><pay-pane endpoint="/pay" order="${escapeHtml(order)}"></pay-pane></main>
  </body>
</html>
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)
