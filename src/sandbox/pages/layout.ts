import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

/** A page of the sandbox. All that it shows goes through `html`, which escapes. */
export const layout = (
  title: string,
  content: Markup,
  kind: 'narrow' | 'wide' = 'narrow',
): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox.css">
${kind === 'wide' ? html`<script type="module" src="/sandbox.js"></script>` : ''}
</head>
<body><main class="${kind}">${content}</main></body>
</html>`

/** Schemes a form may lead to: its own page, and the merchant's return addresses. */
const formTargets = (addresses: (string | null)[]): string =>
  ["'self'", ...new Set(addresses.flatMap((address) => (address ? [new URL(address).protocol] : [])))].join(
    ' ',
  )

/** Headers of a page: nothing from elsewhere, nothing inline; the token in the address stays out of referrers. */
export const pageHeaders = (addresses: (string | null)[] = []): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formTargets(addresses)}`,
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
})
