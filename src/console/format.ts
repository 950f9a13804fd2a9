import type { Money } from '../contract/index.ts'

/** Unlike a comma or a dot, it cannot be read as a decimal separator. */
export const narrowNoBreakSpace = '\u202f'

/** Groups the thousands of decimal text, digit for digit. Other text is returned unchanged. */
export function groupDigits(value: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(value) ?? []
  if (sign === undefined || whole === undefined) return value
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, narrowNoBreakSpace)}${fraction}`
}

/** `1 250.00 UAH` */
export const formatMoney = ({ value, currency }: Money): string => `${groupDigits(value)}\u00a0${currency}`

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const toTheMinute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** The service's times without `Z` or an offset are UTC. */
export const parseTime = (text: string): number =>
  Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)

/**
 * A time in the operator's time zone, to the second; without its date on the day of `since`. Other text is returned
 * unchanged.
 */
export function formatTime(text: string, since = ''): string {
  const timestamp = parseTime(text)
  if (Number.isNaN(timestamp)) return text
  const day = (at: number): string => new Date(at).toDateString()
  const format = day(timestamp) === day(parseTime(since)) ? timeFormat : dateTimeFormat
  return format.format(timestamp)
}

/** `5 minutes ago`, within a day before `now`; otherwise the time to the minute. */
export function formatAge(text: string, now: number): string {
  const at = parseTime(text)
  const age = now - at
  if (Number.isNaN(age)) return text
  if (age < 0 || age >= 86_400_000) return toTheMinute.format(at)
  if (age < 60_000) return 'just now'
  const [count, unit] = formatDuration(age).split(' ')
  return `${count} ${unit} ago`
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `2 hours 13 minutes`: the two largest units of a duration; empty below a second. */
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
