import { html } from 'hono/html'
import type { SandboxOrder } from '../order.ts'
import { layout } from './layout.ts'

const rows = [
  ['Card', 'card'],
  ['Recipient', 'fio'],
  ['Bank', 'bank'],
  ['Phone', 'number'],
  ['IBAN', 'iban'],
  ['Account number', 'accountNumber'],
  ['Method', 'method'],
] as const

const qrImage = (qr: string | null) => {
  if (!qr) return ''
  const source = qr.startsWith('data:') ? qr : qr.startsWith('iVBOR') ? `data:image/png;base64,${qr}` : null
  return source
    ? html`<img class="qr" src="${source}" alt="The payment as a QR code">`
    : html`<div><dt>QR content</dt><dd>${qr}</dd></div>`
}

/** The form of a P2P deposit: what to pay, and what the payer could do next. */
export const transferPage = (order: SandboxOrder) =>
  layout(
    'Pay by transfer',
    html`<span class="badge">SANDBOX</span>
<section class="card">
<h1>Pay by transfer</h1>
<p class="sum">${order.amount} <small>${order.currency}</small></p>
<dl>${rows.map(([label, field]) => {
      const value = order.paymentDetails?.[field]
      return value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : ''
    })}</dl>
${qrImage(order.paymentDetails?.qrUrl ?? null)}
</section>
<form class="card" method="post">
<p class="soft">No money moves here. Choose what this payer does.</p>
<button class="main" name="do" value="pay">Send the money, it arrives</button>
<button name="do" value="submit">Send the money, it has not arrived yet</button>
<button name="do" value="cancel">Cancel the payment</button>
<button name="do" value="leave">Leave without paying</button>
</form>`,
  )
