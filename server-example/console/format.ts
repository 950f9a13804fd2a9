import type { Money } from 'paypane/contract'

/** A narrow gap that no line breaks at: unlike a comma or a dot it never reads as a decimal sign. */
const gap = '\u202f'

/** Decimal text with its thousands apart, digit for digit; anything else as it came. */
export function grouped(value: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(value) ?? []
  if (sign === undefined || whole === undefined) return value
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, gap)}${fraction}`
}

/** `1 250.00 UAH` */
export const moneyText = ({ value, currency }: Money): string => `${grouped(value)}\u00a0${currency}`

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** What the service gives without `Z` or an offset is UTC. */
export const instant = (text: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)

/** A time in the operator's own time zone, to the second; what is no time as it came. */
export function timeText(text: string): string {
  const at = instant(text)
  return Number.isNaN(at) ? text : local.format(at)
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `2 hours 13 minutes`: the two largest units of a span; empty below a second. */
export function spanText(ms: number): string {
  let left = Math.round(ms / 1000)
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.slice(0, 2).join(' ')
}
