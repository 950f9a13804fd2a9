import type { PayerField } from '../../contract/index.ts'

/** The well-known keys in words. The service defines which keys a flow requires. */
const labels: Readonly<Record<string, string>> = {
  cardNumber: 'Card number',
  cardHolder: "Cardholder's name",
  bankName: 'Bank',
  BankAccount: 'Bank account',
  accountNumber: 'Account number',
  iban: 'IBAN',
  payeerIdentifier: 'Payee identifier',
  email: 'Email',
  phone: 'Phone',
}

/** The destination of a payout where the merchant declares none. */
export const defaultFields: readonly PayerField[] = [
  { key: 'cardNumber', kind: 'digits', required: false },
  { key: 'cardHolder', kind: 'text', required: false },
]

export const fieldLabel = (key: string): string => labels[key] ?? key

const isCardNumber = (key: string): boolean => /card.*num/i.test(key)
const compact = (value: string): string => value.replace(/[\s-]/g, '')
const isIban = (value: string): boolean => /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/i.test(compact(value))

/** The value as it is sent: a card number and an IBAN without spaces. */
export const sentValue = (key: string, value: string): string =>
  isCardNumber(key) || isIban(value) ? compact(value) : value.trim()

/** Long numbers in groups of four, to be compared with what they were copied from. */
export const groupValue = (key: string, value: string): string =>
  isCardNumber(key) || isIban(value) ? compact(value).replace(/(.{4})(?=.)/g, '$1 ') : value

/** What is wrong with a value, in words; empty if nothing is. */
export function valueProblem({ key, kind, required }: PayerField, value: string): string {
  const text = sentValue(key, value)
  if (text === '') return required ? 'Fill this in.' : ''
  if (isCardNumber(key)) {
    if (!/^\d{12,19}$/.test(text)) return 'A card number has 12 to 19 digits.'
    if (!hasCheckDigit(text)) return 'This is no card number: compare each digit.'
  }
  if (kind === 'iban' && !isIban(text)) return 'This is no IBAN.'
  if (isIban(text) && !hasIbanCheck(text)) return 'This is no IBAN: compare each character.'
  return ''
}

/** Luhn: every second digit from the end is doubled. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}

/** ISO 13616: letters are numbers from 10, and the remainder by 97 is 1. */
function hasIbanCheck(iban: string): boolean {
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (letter) => Number.parseInt(letter, 36)).join(
    '',
  )
  return BigInt(digits) % 97n === 1n
}
