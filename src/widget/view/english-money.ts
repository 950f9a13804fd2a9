import type { Money } from '../../contract/money.ts'

/** What English writes before an amount, where it does not write the currency's code. */
const symbols: Readonly<Record<string, string>> = {
  AUD: 'A$',
  BRL: 'R$',
  CAD: 'CA$',
  CNY: 'CN¥',
  EUR: '€',
  GBP: '£',
  HKD: 'HK$',
  ILS: '₪',
  INR: '₹',
  JPY: '¥',
  KRW: '₩',
  MXN: 'MX$',
  NZD: 'NZ$',
  PHP: '₱',
  TWD: 'NT$',
  USD: '$',
  VND: '₫',
}

/**
 * An amount in English, digit for digit what `Intl.NumberFormat` writes: the first of those takes a page 10 ms in
 * Chromium, and a slow phone 40, as long as all the rest of the first sight. Null for what is left to `Intl`: other
 * languages, currencies of several countries (`XOF`), and amounts whose currency has to tell how many digits to add.
 */
export function englishMoney({ value, currency }: Money, locale: string): string | null {
  const [whole = '', fraction] = value.replace(/^0+(?=\d)/, '').split('.')
  if (!fraction || !/^en(-US)?$/.test(locale) || !/^[A-WYZ][A-Z]{2}$/.test(currency)) return null
  const prefix = symbols[currency] ?? `${currency}\u00a0`
  return `${prefix}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}`
}
