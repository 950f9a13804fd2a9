/** An amount as people write it in a language; a key that is no ISO currency stands beside the number. */
export function formatAmount(value: string, currency: string, locale: string): string {
  const decimals = value.split('.')[1]?.length ?? 0
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: Math.max(2, decimals) }
  const format = (options: Intl.NumberFormatOptions) => {
    const number = new Intl.NumberFormat(locale, { ...digits, ...options })
    // Decimal text is formatted exactly; a float would not be.
    return isDecimal(value) ? number.format(value) : value
  }
  return /^[A-Z]{3}$/.test(currency)
    ? format({ style: 'currency', currency })
    : `${format({})} ${currency.replace(/_(.+)$/, ' ($1)')}`
}

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text)
