import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
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
  for (const file of ['paypane.js', 'paypane-qr.js'] as const) {
    app.get(`/${file}`, async () => {
      const script = await readFile(fileURLToPath(import.meta.resolve(`paypane/${file}`)))
      return new Response(script, {
        headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' },
      })
    })
  }
  return app
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
    <main><pay-pane endpoint="/pay" order="${escaped(order)}"></pay-pane></main>
  </body>
</html>
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)
