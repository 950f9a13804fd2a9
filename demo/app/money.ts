/** An amount formatted for a locale as the widget does; a key that is not an ISO currency code follows the number. */
export function formatAmount(value: string, currency: string, locale: string): string {
  const isCode = /^[A-Z]{3}$/.test(currency)
  const fraction = value.split('.')[1]?.length
  const digits = fraction && Math.max(fraction, 2)
  // Chromium has no formats of these languages.
  const number = new Intl.NumberFormat(locale.replace(/^(az|kk|uz)\b.*/, 'ru'), {
    numberingSystem: 'latn',
    ...(isCode && { style: 'currency', currency }),
    ...(digits && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  })
  // Intl formats decimal text exactly.
  const text = isDecimal(value) ? number.format(value) : value
  // Chromium has UAH as a word (грн). In right-to-left text the sign of `US$` would come before its letters.
  if (isCode) return text.replace(/г.*/, '₴').replace(/^\u200f.*\$$/, '$&\u200e')
  return `${text} ${currency.replace(/_(.+)$/, ' ($1)')}`
}

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text)
