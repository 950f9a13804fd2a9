/** A value of a CSV file. */
export type CsvValue = string | number | boolean | null

/**
 * Where a spreadsheet may begin a cell with a formula: also behind a semicolon, a tab or a line break, at which some split
 * a line whatever its quotation marks, after spaces and invisible characters, which they drop, and in full width. Linear: no
 * character is read from two such places.
 */
const formulaStart =
  /(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])["\s\p{Cf}])*[=＝﹦+＋﹢\-－﹣−@＠﹫])|^(?=[\t\r\n])/gu

/** A line of CSV (RFC 4180) without its end. An apostrophe is put before what a spreadsheet would run as a formula. */
export const csvLine = (values: readonly CsvValue[]): string => values.map(csvField).join(',')

function csvField(value: CsvValue): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? value.replace(formulaStart, "'") : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
