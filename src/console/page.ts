import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const readPackagedScript = (): Promise<string> =>
  readFile(fileURLToPath(import.meta.resolve('paypane/console.js')), 'utf8')

/**
 * The operator's console at `/admin/console`: a page and a script, both public, for all that is worth hiding comes
 * from the admin API with the token that the operator types in.
 */
export function consolePages(script: () => Promise<string> = readPackagedScript): Hono {
  const app = new Hono()
  app.get('/admin/console', (c) => c.html(page, 200, headers))
  app.get('/admin/console.js', async (c) =>
    c.body(await script(), 200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' }),
  )
  return app
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Paypane console</title>
    <script type="module" src="console.js"></script>
  </head>
  <body>
    <div id="paypane-console" data-api="../pay/admin"></div>
  </body>
</html>
`
