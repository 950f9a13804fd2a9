import type { Money } from '../../contract/money.ts'
import type { Translator } from '../i18n/translator.ts'

/**
 * An amount as it is shown, digit for digit: the decimal text is formatted as text, with at least the fraction
 * digits that it has, for the usual number of digits hides money (1234.56 HUF as "1,235").
 */
export function formatMoney({ value, currency }: Money, locale: string): string {
  const isKnownShape = /^[A-Z]{3}$/.test(currency)
  const digits = value.split('.')[1]?.length ?? 0
  const format = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { numberingSystem: 'latn', ...options })
  if (!isDecimal(value)) return `${value} ${currencyLabel(currency)}`
  try {
    const currencyOptions = isKnownShape ? ({ style: 'currency', currency } as const) : {}
    const usual = isKnownShape ? (format(currencyOptions).resolvedOptions().minimumFractionDigits ?? 0) : 0
    const fraction = Math.max(usual, digits)
    const formatted = format({
      ...currencyOptions,
      minimumFractionDigits: fraction,
      maximumFractionDigits: fraction,
    }).format(value)
    return isKnownShape ? formatted : `${formatted} ${currencyLabel(currency)}`
  } catch {
    return `${value} ${currencyLabel(currency)}`
  }
}

function isDecimal(text: string): text is `${number}` {
  return /^\d+(\.\d+)?$/.test(text)
}

/** `USDT_TRC20` is an asset and its network. */
function currencyLabel(currency: string): string {
  const [, asset, network] = /^([^_]+)_(.+)$/.exec(currency) ?? []
  return asset && network ? `${asset} (${network})` : currency
}

/** Time left as a clock shows it; whole days in words before it. */
export function formatTimeLeft(leftMs: number, t: Translator): string {
  const total = Math.max(Math.ceil(leftMs / 1000), 0)
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const two = (part: number) => String(part).padStart(2, '0')
  const clock = `${two(Math.floor((total % 3600) / 60))}:${two(total % 60)}`
  if (days > 0) return `${t('daysLeft', { count: days })} ${hours}:${clock}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
