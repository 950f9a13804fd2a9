/** One result with its target. */
export interface Row {
  label: string
  value: string
  target: string
  /** Null if there is no target. */
  reached: boolean | null
}

export function table(rows: readonly Row[]): string {
  const cells = [
    ['', 'what', 'measured', 'target'],
    ...rows.map(({ label, value, target, reached }) => [
      reached === null ? '·' : reached ? '✓' : '✗',
      label,
      value,
      target,
    ]),
  ]
  const width = (column: number): number => Math.max(...cells.map((row) => row[column]?.length ?? 0))
  const line = (row: string[]): string => row.map((cell, column) => cell.padEnd(width(column))).join('  ')
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Formats a ratio with its range. */
export const formatRatio = (ratio: number, [least, most]: readonly [number, number]): string =>
  `${ratio.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`

/** Formats a ratio of two rates, with both rates. */
export const formatRates = (result: {
  ours: number
  baseline: number
  ratio: number
  spread: [number, number]
}): string =>
  `${formatRatio(result.ratio, result.spread)}; ${Math.round(result.ours)}/s : ${Math.round(result.baseline)}/s`
