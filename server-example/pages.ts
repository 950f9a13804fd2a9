import { Hono } from 'hono'

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const headers = {
  'cache-control': 'private, no-store',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The pages that the service redirects payers to. */
export function pages(): Hono {
  const app = new Hono()
  // Every outcome has the same page: it shows the view's status, because a URL proves nothing.
  app.get('/return/:outcome{processing|success|failed}', (c) =>
    c.html(page(c.req.query('order') ?? ''), 200, headers),
  )
  // Where version 0.1 served the widget's files.
  for (const file of ['paypane.js', 'paypane-qr.js', 'paypane-fields.js', 'locales/:tag'])
    app.get(`/${file}`, (c) => c.redirect(`/pay${c.req.path}`, 308))
  return app
}

const page = (order: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Your payment</title>
    <script src="/pay/paypane.js" async></script>
  </head>
  <body>
    <main><pay-pane endpoint="/pay" order="${escapeHtml(order)}"></pay-pane></main>
  </body>
</html>
`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)
