import { html } from 'hono/html'
import { groupByFour, handleAbandon, paymentLayout, pressedAction, type Screen } from './layout.ts'

const rows = [
  ['Card', 'card'],
  ['Recipient', 'fio'],
  ['Bank', 'bank'],
  ['Phone', 'number'],
  ['IBAN', 'iban'],
  ['Account number', 'accountNumber'],
  ['Method', 'method'],
] as const

const grouped: ReadonlySet<string> = new Set(['card', 'iban'])

function imageSource(qr: string): string | null {
  if (qr.startsWith('data:image/')) return qr
  return qr.startsWith('iVBOR') ? `data:image/png;base64,${qr}` : null
}

function qrPart(qr: string | null) {
  if (!qr) return ''
  const image = imageSource(qr)
  return image === null
    ? html`<dl><div><dt>QR content</dt><dd>${qr}</dd></div></dl>`
    : html`<img class="qr" src="${image}" alt="The payment as a QR code">`
}

/** The page of a P2P deposit: payment details, and a button for each action of the payer. */
export const transferScreen: Screen = {
  page: (order) =>
    paymentLayout(
      'Pay by transfer',
      order,
      html`<section class="card">
<dl>${rows.map(([label, field]) => {
        const value = order.paymentDetails?.[field]
        return value
          ? html`<div><dt>${label}</dt><dd>${grouped.has(field) ? groupByFour(value) : value}</dd></div>`
          : ''
      })}</dl>
${qrPart(order.paymentDetails?.qrUrl ?? null)}
</section>
<form class="card" method="post">
<p class="muted">What does this payer do?</p>
<button class="main" name="do" value="pay">Send the money: it arrives</button>
<button name="do" value="submit">Send the money: it is processing</button>
<button name="do" value="cancel">Cancel the payment</button>
<button name="do" value="leave">Leave without paying</button>
</form>`,
    ),
  submit(lifecycle, order, form) {
    if (handleAbandon(lifecycle, order, form)) return 'return'
    lifecycle.applyEvent(order, 'submit')
    if (pressedAction(form) !== 'submit') lifecycle.applyEvent(order, 'pay')
    return 'return'
  },
}
