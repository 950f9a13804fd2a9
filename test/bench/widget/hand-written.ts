import { toCanvas } from 'qrcode'

/**
 * A minimal page for comparison: payment details, QR code, a poll every three seconds, and "paid". It has no countdown, no
 * lifecycle handling and no validation of responses.
 */
interface View {
  clientSecret?: string
  id: string
  status: string
  amount: { value: string; currency: string }
  action: { card: string; recipient: string; bank: string; phone: string; iban: string; qr: string }
}

const view: View = JSON.parse(document.querySelector('#view')?.textContent ?? '')
const container = document.querySelector('main') ?? document.body

function row(label: string, value: string): HTMLElement {
  const element = document.createElement('p')
  const name = document.createElement('span')
  name.textContent = `${label} `
  const shown = document.createElement('b')
  shown.textContent = value
  const copy = document.createElement('button')
  copy.textContent = 'Copy'
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(value)
    copy.textContent = 'Copied'
  })
  element.append(name, shown, copy)
  return element
}

const heading = document.createElement('h2')
heading.textContent = 'Send exactly this amount'
const { card, recipient, bank, phone, iban, qr } = view.action
const amount = new Intl.NumberFormat('en', { style: 'currency', currency: view.amount.currency })
const code = document.createElement('canvas')
container.append(
  heading,
  row('Amount', amount.format(Number(view.amount.value))),
  row('Card number', card),
  row('Phone number', phone),
  row('IBAN', iban),
  row('Recipient', recipient),
  row('Bank', bank),
  code,
)
void toCanvas(code, qr, { width: 280 })

const poll = setInterval(async () => {
  const headers = { 'checkout-secret': view.clientSecret ?? '' }
  const response = await fetch(`/pay/checkouts/${view.id}`, { headers })
  const { status }: View = await response.json()
  if (status !== 'succeeded') return
  clearInterval(poll)
  heading.textContent = 'Paid'
  container.replaceChildren(heading)
}, 3000)
