import type { Money } from '../contract/index.ts'

/** A narrow gap that no line breaks at: unlike a comma or a dot it never reads as a decimal sign. */
const narrowNoBreakSpace = '\u202f'

/** Decimal text with its thousands apart, digit for digit; anything else as it came. */
export function groupDigits(value: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(value) ?? []
  if (sign === undefined || whole === undefined) return value
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, narrowNoBreakSpace)}${fraction}`
}

/** `1 250.00 UAH` */
export const formatMoney = ({ value, currency }: Money): string => `${groupDigits(value)}\u00a0${currency}`

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

/** What the service gives without `Z` or an offset is UTC. */
export const parseTime = (text: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)

/** A time in the operator's own time zone, to the second; what is no time as it came. */
export function formatTime(text: string): string {
  const timestamp = parseTime(text)
  return Number.isNaN(timestamp) ? text : dateTimeFormat.format(timestamp)
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `2 hours 13 minutes`: the two largest units of a span; empty below a second. */
export function formatDuration(ms: number): string {
  let remaining = Math.round(ms / 1000)
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(remaining / size)
    remaining -= count * size
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.slice(0, 2).join(' ')
}
