import { html } from 'hono/html'
import { z } from 'zod'
import type { Lifecycle } from '../lifecycle.ts'
import { type SandboxOrder, shopOrder } from '../order.ts'

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

/** The layout of a payment page: who is paid, for what, and how much. */
export function paymentLayout(title: string, order: SandboxOrder, content: Markup): Markup {
  const { shop, reference } = shopOrder(order)
  return layout(
    title,
    html`<main>
<header><span class="badge">Sandbox</span><h1>${title}</h1>
<p class="amount">${order.amount} <small>${order.currency}</small></p>
<dl class="purpose">${shop && html`<div><dt>Shop</dt><dd>${shop}</dd></div>`}
<div><dt>Order</dt><dd>${reference}</dd></div></dl></header>
${content}
<footer class="muted">This is an emulator: no money moves.</footer>
</main>`,
  )
}

export const problemLine = (problem: Problem | null): Markup | '' =>
  problem === null ? '' : html`<p class="problem" role="alert" id="problem">${problem.message}</p>`

/** A labelled field with the entered text. The field with a problem receives the focus. */
export function field(label: string, name: string, problem: Problem | null, attributes?: Markup): Markup {
  const mistake = html` aria-invalid="true" aria-describedby="problem" autofocus`
  return html`<label>${label} <input name="${name}" required value="${problem?.entered[name] ?? ''}" ${attributes}${problem?.field === name ? mistake : ''}></label>`
}

/** For fields of digits. */
export const numeric = html`inputmode="numeric"`

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

/** Groups of four characters, as cards and IBANs are printed. */
export const groupByFour = (text: string): string => text.replace(/(\w{4})(?=\w)/g, '$1 ')

export type Markup = ReturnType<typeof html>

/** Why a submitted form is shown again. */
export interface Problem {
  message: string
  /** The name of the field that it concerns. */
  field: string
  /** The entered text that may be shown again, by field. */
  entered: Readonly<Record<string, string>>
}

/** The next step: back to the shop, the next screen, or this screen with a problem. */
export type SubmitResult = 'return' | 'next' | Problem

/** One screen of a payment page. */
export interface Screen {
  page(order: SandboxOrder, problem: Problem | null): Markup
  submit(lifecycle: Lifecycle, order: SandboxOrder, form: Record<string, unknown>): SubmitResult
}

/** Handles a payer who cancels or leaves. Returns false if the payer pays. */
export function handleAbandon(
  lifecycle: Lifecycle,
  order: SandboxOrder,
  form: Record<string, unknown>,
): boolean {
  const action = pressedAction(form)
  if (action === 'cancel') lifecycle.applyEvent(order, 'cancel')
  else if (action === 'leave') lifecycle.addHistoryEntry(order, '3.0.1.52')
  else return false
  return true
}

const PressedButton = z.object({ do: z.string() })

/** The pressed button. Default: the first one. */
export const pressedAction = (form: Record<string, unknown>): string =>
  PressedButton.safeParse(form).data?.do ?? 'pay'
