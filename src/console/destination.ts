import type { PayerField } from '../contract/index.ts'

type Kind = PayerField['kind']

/** What is wrong with a value of a payout's destination, for people; empty: nothing that can be seen. */
export function destinationMistake(key: string, value: string, kind?: Kind): string {
  const compact = value.replace(/[\s-]/g, '').toUpperCase()
  const isIban = kind === 'iban' || /iban/i.test(key) || /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)
  if (isIban) return hasIbanChecksum(compact) ? '' : 'A character of this IBAN is wrong or missing.'
  if (/card.*(num|no$)|^(card|pan)$/i.test(key))
    return isCardNumber(compact) ? '' : 'A digit of this card number is wrong or missing.'
  if (kind === 'tel' && !/^\+?\d{6,15}$/.test(compact.replace(/[().]/g, '')))
    return 'Enter a phone number, with its country code.'
  if (kind === 'digits' && !/^\d+$/.test(compact)) return 'Enter digits only.'
  if (kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return 'Enter an email address.'
  return ''
}

/** 13 to 19 digits whose last one checks the others (Luhn). */
function isCardNumber(text: string): boolean {
  if (!/^\d{13,19}$/.test(text)) return false
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return sum % 10 === 0
}

/** ISO 13616: the rearranged digits leave 1 when divided by 97. */
function hasIbanChecksum(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}

/** As it is sent: without the separators that people type into long numbers. */
export const withoutSeparators = (value: string): string => {
  const compact = value.replace(/[\s-]/g, '')
  return /^([A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30}|\d{12,})$/.test(compact) ? compact : value
}

/** Every digit, in groups of four where it is a long number: a person compares it. */
export const grouped = (value: string): string =>
  withoutSeparators(value) === value && /^([A-Za-z]{2})?\d[\dA-Za-z]{11,}$/.test(value)
    ? (value.match(/.{1,4}/g) ?? []).join('\u00a0')
    : value
