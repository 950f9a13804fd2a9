import { withAsciiDigits } from '../payer-fields/check-value.ts'

/** Decimal text of an amount as people type it: `1 250,00`, `1,250.00`, `1.250`; undefined if it is none. */
export function typedAmount(typed: string): string | undefined {
  const text = withAsciiDigits(typed).replace(/[\s\u00a0\u066b\u202f'’]/g, (sign) =>
    sign === '\u066b' ? ',' : '',
  )
  // Groups of three are thousands, as long as the same mark separates them.
  const isGrouped = /^[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?)$/.test(text)
  const mark = /[.,](?=\d{3}(?:\D|$))/.exec(text)?.[0] ?? ''
  const value = (isGrouped ? text.replaceAll(mark, '') : text).replace(',', '.')
  return /^\d{1,15}(\.\d{1,18})?$/.test(value) ? value : undefined
}
