import type { Money } from '../../contract/money.ts'

/**
 * Formats an amount without losing digits: `Intl` receives the decimal text, and shows at least its fraction digits. A
 * currency's default digits would hide money (1234.56 HUF as "1,235").
 */
export function formatMoney({ value, currency }: Money, locale: string): string {
  const isCode = /^[A-Z]{3}$/.test(currency)
  const fraction = value.split('.')[1]?.length
  const digits = fraction ? Math.max(fraction, 2) : undefined
  let text = value
  try {
    text = new Intl.NumberFormat(locale, {
      numberingSystem: 'latn',
      ...(isCode && { style: 'currency', currency }),
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(isDecimal(value) ? value : Number.NaN)
    // In right-to-left text the sign of `US$` would come before its letters.
    if (isCode) return text.replace(/^\u200f.*\$$/, '$&\u200e')
  } catch {
    // With more digits than `Intl` takes, the amount stays as it is.
  }
  // `USDT_TRC20` (an asset and its network) becomes `USDT (TRC20)`.
  return `${text} ${currency.replace(/^([^_]+)_(.+)$/, '$1 ($2)')}`
}

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text)
