import { html } from 'hono/html'

/** Options of the console's pages. */
export interface ConsolePagesOptions {
  /** Loads the text of the package's `console.js`. On Node: `() => readPackageFile('console.js')`. */
  script(): Promise<string>
  /** The base URL of the admin API, on the console's origin: a path, or relative to the page. Default: `../pay/admin`. */
  adminUrl?: string
  /**
   * A proxy in front of `adminUrl` authenticates the operator, for example by a cookie: the console opens without its
   * sign-in. Default: false.
   */
  authenticated?: boolean
}

/** The console's request handler. */
export interface ConsolePages {
  /** Serves the page at any path that ends in `/console`, and its script at `console.js` beside it. */
  fetch(request: Request): Promise<Response>
}

/**
 * The operator's console: a page and a script. Both are public, because all data comes from the admin API with the
 * operator's token.
 *
 * @example
 * import { consolePages } from 'paypane/console'
 * import { readPackageFile } from 'paypane/server/node'
 *
 * const { fetch } = consolePages({ script: () => readPackageFile('console.js') })
 * // With Hono: app.get('/admin/console', (c) => fetch(c.req.raw)), and the same for '/admin/console.js'.
 */
export function consolePages({
  script,
  adminUrl = '../pay/admin',
  authenticated = false,
}: ConsolePagesOptions): ConsolePages {
  return {
    async fetch({ url }) {
      const { pathname } = new URL(url)
      if (pathname.endsWith('/console')) return respond('text/html', await pageHtml(adminUrl, authenticated))
      if (pathname.endsWith('/console.js')) return respond('text/javascript', await script())
      return new Response(null, { status: 404 })
    },
  }
}

const securityHeaders = {
  'cache-control': 'private, no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const respond = (type: string, body: string): Response =>
  new Response(body, { headers: { ...securityHeaders, 'content-type': `${type}; charset=utf-8` } })

const pageHtml = async (adminUrl: string, authenticated: boolean): Promise<string> =>
  String(
    await html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Paypane console</title>
    <script type="module" src="console.js"></script>
  </head>
  <body>
    <div id="paypane-console" data-api="${adminUrl}"${authenticated ? ' data-authenticated' : ''}></div>
  </body>
</html>
`,
  )
