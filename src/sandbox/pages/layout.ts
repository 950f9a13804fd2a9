import { html } from 'hono/html'
import type { SandboxOrder } from '../order.ts'
import type { Markup } from './screen.ts'

/** A page of the sandbox. The `html` template escapes all values. */
export const layout = (title: string, content: Markup, script = false): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
${script ? html`<script type="module" src="/sandbox.js"></script>` : ''}
</head>
<body>${content}</body>
</html>`

/** The layout of a payment page. */
export const paymentLayout = (title: string, order: SandboxOrder, content: Markup): Markup =>
  layout(
    title,
    html`<main>
<header><span class="badge">Sandbox</span><h1>${title}</h1>
<p class="amount">${order.amount} <small>${order.currency}</small></p></header>
${content}
<footer class="muted">This is an emulator: no money moves.</footer>
</main>`,
  )

export const problemLine = (problem: string | null): Markup | '' =>
  problem === null ? '' : html`<p class="problem" role="alert">${problem}</p>`

/** Allowed form targets: the page itself and the schemes of the merchant's return addresses. */
const formTargets = (addresses: (string | null)[]): string =>
  ["'self'", ...new Set(addresses.flatMap((address) => (address ? [new URL(address).protocol] : [])))].join(
    ' ',
  )

/** No external and no inline resources; the token in the address is not sent as a referrer. */
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
