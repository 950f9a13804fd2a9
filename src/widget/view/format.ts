import type { Money } from '../../contract/money.ts'

/**
 * Formats an amount without losing digits: `Intl` receives the decimal text, and shows at least its fraction digits. A
 * currency's default digits would hide money (1234.56 HUF as "1,235").
 */
export function formatMoney({ value, currency }: Money, locale: string): string {
  const isCode = /^[A-Z]{3}$/.test(currency)
  const fraction = value.split('.')[1]?.length
  const digits = fraction && Math.max(fraction, 2)
  let text = value
  try {
    if (isDecimal(value)) {
      // Chromium has no formats of these languages. Elsewhere theirs are not used either, so that no amount changes its look.
      text = new Intl.NumberFormat(locale.replace(/^(az|kk|uz)\b.*/, 'ru'), {
        numberingSystem: 'latn',
        ...(isCode && { style: 'currency', currency }),
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(value)
      // Chromium has UAH as a word (грн), servers as its sign. In right-to-left text that of `US$` would come before its letters.
      if (isCode) return text.replace(/г.*/, '₴').replace(/^\u200f.*\$/, '$&\u200e')
    }
  } catch {
    // With more digits than `Intl` takes, the amount stays as it is.
  }
  // `USDT_TRC20` (an asset and its network) becomes `USDT (TRC20)`.
  return `${text} ${currency.replace(/_(.+)/, ' ($1)')}`
}

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text)
