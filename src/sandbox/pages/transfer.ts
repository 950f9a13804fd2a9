import { html } from 'hono/html'
import { paymentLayout } from './layout.ts'
import { pressedAction, type Screen } from './screen.ts'

const rows = [
  ['Card', 'card'],
  ['Recipient', 'fio'],
  ['Bank', 'bank'],
  ['Phone', 'number'],
  ['IBAN', 'iban'],
  ['Account number', 'accountNumber'],
  ['Method', 'method'],
] as const

const imageSource = (qr: string): string | null => {
  if (qr.startsWith('data:image/')) return qr
  return qr.startsWith('iVBOR') ? `data:image/png;base64,${qr}` : null
}

const qrPart = (qr: string | null) => {
  if (!qr) return ''
  const image = imageSource(qr)
  return image
    ? html`<img class="qr" src="${image}" alt="The payment as a QR code">`
    : html`<dl><div><dt>QR content</dt><dd>${qr}</dd></div></dl>`
}

/** The form of a P2P deposit: what to pay, and what the payer does next. */
export const transferScreen: Screen = {
  page: (order) =>
    paymentLayout(
      'Pay by transfer',
      order,
      html`<section class="card">
<dl>${rows.map(([label, field]) => {
        const value = order.paymentDetails?.[field]
        return value ? html`<div><dt>${label}</dt><dd>${value}</dd></div>` : ''
      })}</dl>
${qrPart(order.paymentDetails?.qrUrl ?? null)}
</section>
<form class="card" method="post">
<p class="muted">What does this payer do?</p>
<button class="main" name="do" value="pay">Send the money: it arrives</button>
<button name="do" value="submit">Send the money: it is on its way</button>
<button name="do" value="cancel">Cancel the payment</button>
<button name="do" value="leave">Leave without paying</button>
</form>`,
    ),
  submit(lifecycle, order, form) {
    switch (pressedAction(form)) {
      case 'cancel':
        lifecycle.applyEvent(order, 'cancel')
        break
      case 'leave':
        lifecycle.addHistoryEntry(order, '3.0.1.52')
        break
      case 'submit':
        lifecycle.applyEvent(order, 'submit')
        break
      default:
        lifecycle.applyEvent(order, 'submit')
        lifecycle.applyEvent(order, 'pay')
    }
    return 'return'
  },
}
