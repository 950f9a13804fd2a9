import { html } from 'hono/html'
import type { SandboxOrder } from '../order.ts'
import type { Markup } from './screen.ts'

/** A page of the sandbox. All that it shows goes through `html`, which escapes. */
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

/** The frame of a payment page: what is being paid, and what the payer is asked. */
export const paymentLayout = (title: string, order: SandboxOrder, content: Markup): Markup =>
  layout(
    title,
    html`<main>
<header><span class="badge">Sandbox</span><h1>${title}</h1>
<p class="amount">${order.amount} <small>${order.currency}</small></p></header>
${content}
<footer class="muted">An emulator: no money moves here.</footer>
</main>`,
  )

export const problemLine = (problem: string | null) =>
  problem ? html`<p class="problem" role="alert">${problem}</p>` : ''

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
