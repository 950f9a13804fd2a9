import type { PaymentDetails } from '../service/order.ts'
import type { Config } from './config.ts'
import { qrPng } from './qr-png.ts'
import type { Random } from './random.ts'

const names = ['Olena Kovalenko', 'Andrii Bondar', 'Iryna Melnyk', 'Dmytro Shevchuk', 'Nadiia Tkach'] as const
const banks = ['Bank Emerald', 'Harbour Bank', 'First Meadow Bank', 'Sandbox Savings'] as const

function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** An IBAN with valid check digits (mod 97). */
function iban(country: string, account: string): string {
  const numeric = [...`${account}${country}00`].map((letter) => Number.parseInt(letter, 36)).join('')
  return `${country}${String(98n - (BigInt(numeric) % 97n)).padStart(2, '0')}${account}`
}

const encodeBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

async function formatQr(format: Config['paymentDetails']['qr'], text: string): Promise<string> {
  switch (format) {
    case 'png':
      return qrPng(text)
    case 'data-uri':
      return `data:image/png;base64,${await qrPng(text)}`
    case 'base64-text':
      return encodeBase64(text)
    case 'text':
      return text
    case 'url':
      return `https://qr.sandbox.test/?text=${encodeURIComponent(text)}`
  }
}

/** Payment details of one order. Card and IBAN have valid check digits; orders do not share account numbers. */
export async function createDetails(
  random: Random,
  settings: Config['paymentDetails'],
  order: { amount: string; currency: string },
): Promise<Omit<PaymentDetails, 'formUrl'>> {
  const cardDigits = `516875${random.digits(9)}`
  const account = random.digits(11)
  const values = {
    card: cardDigits + luhnDigit(cardDigits),
    fio: random.pick(names),
    bank: random.pick(banks),
    number: `+38067${random.digits(7)}`,
    iban: iban('UA', `305299${random.digits(19)}`),
    accountNumber: `000${account}`,
    qrUrl: '',
    method: settings.method,
  }
  const qrText = `SANDBOX|${values.iban}|${values.accountNumber}|${order.amount}|${order.currency}`
  const filled = { ...values, qrUrl: await formatQr(settings.qr, qrText) }
  const ifEnabled = (field: keyof typeof filled) => (settings.fields.includes(field) ? filled[field] : null)
  return {
    card: ifEnabled('card'),
    fio: ifEnabled('fio'),
    bank: ifEnabled('bank'),
    number: ifEnabled('number'),
    iban: ifEnabled('iban'),
    accountNumber: ifEnabled('accountNumber'),
    qrUrl: ifEnabled('qrUrl'),
    method: ifEnabled('method'),
  }
}
