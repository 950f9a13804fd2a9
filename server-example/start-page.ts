import { createHash } from 'node:crypto'

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f6f7f9, #0f1216);
  color: light-dark(#161a22, #edf0f5) }
main { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
a { color: light-dark(#23439b, #9db4ff) }
dl { margin: 1.5rem 0; padding: .25rem 1.25rem; border: 1px solid light-dark(#e2e5eb, #2c323d); border-radius: 10px;
  background: light-dark(#fff, #15181e) }
dt { margin-top: .75rem; font-weight: 600 }
dd { margin: 0 0 .75rem; color: light-dark(#586072, #a3acba) }
code { font: .9em ui-monospace, monospace }
`

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Paypane merchant server</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
<main>
<h1>Paypane merchant server</h1>
<p>It is running. Payers reach it from the shop’s page, at <code>/pay</code>.</p>
<dl>
<dt><a href="/healthz">/healthz</a> and <a href="/readyz">/readyz</a></dt>
<dd>Health of the process; readiness of its database and its worker.</dd>
<dt><code>/pay/o/ORDER</code></dt>
<dd>The payment page of an order, for links. If <code>SHOP_SECRET</code> is set, <code>ORDER</code> is an order token.</dd>
<dt><a href="/admin/console">/admin/console</a></dt>
<dd>The operator’s console. It needs <code>ADMIN_TOKEN</code> or <code>OPERATORS</code>. If <code>ADMIN_LISTEN</code> is set, it is at that address.</dd>
</dl>
</main>
</body>
</html>
`

const styleHash = createHash('sha256').update(styles).digest('base64')

/** `GET /`: a page about this server with its addresses, the same for everyone. */
export const startPage = (): Response =>
  new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
