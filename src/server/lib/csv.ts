export type CsvValue = string | number | boolean | null

/** A line of CSV (RFC 4180). Text that a spreadsheet would run as a formula begins with an apostrophe. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvField).join(',')}\r\n`

function csvField(value: CsvValue): string {
  if (value === null) return ''
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
