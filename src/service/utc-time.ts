const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9})\d*)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?$/

/**
 * Converts a time of the service to RFC 3339 in UTC with milliseconds; null if it is not a time. A time without
 * an offset is UTC.
 * @example utcTime('2026-03-01T10:00:00.1234567') // '2026-03-01T10:00:00.123Z'
 */
export function utcTime(text: string): string | null {
  const [, date, time, fraction = '', zone = 'Z'] = dateTimePattern.exec(text.trim()) ?? []
  if (date === undefined || time === undefined) return null
  const seconds = time.length === 5 ? `${time}:00` : time
  const parsed = new Date(`${date}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${normalizeOffset(zone)}`)
  return Number.isNaN(parsed.getTime()) ? null : parsed.toISOString()
}

function normalizeOffset(zone: string): string {
  if (zone === 'Z' || zone === 'z') return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}
