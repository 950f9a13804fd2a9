export type CsvValue = string | number | boolean | null

/** What a spreadsheet may run: also after spaces and invisible characters that it drops, and in full width. */
const formula = /^[\s\p{Cf}]*[=+\-−@]|^[\t\r\n]/u

/** A line of CSV (RFC 4180). Text that a spreadsheet would run as a formula begins with an apostrophe. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvField).join(',')}\r\n`

function csvField(value: CsvValue): string {
  if (value === null) return ''
  // NFKC: `＝` is `=`.
  const text =
    typeof value === 'string' && formula.test(value.normalize('NFKC')) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
