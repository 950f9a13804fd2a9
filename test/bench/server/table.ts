/** One figure: what was measured, what came out, what was hoped for. */
export interface Row {
  label: string
  value: string
  target: string
  /** Null: no target, told so that others can be understood. */
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

/** A ratio with its spread, as a row tells it. */
export const formatRatio = (ratio: number, [least, most]: readonly [number, number]): string =>
  `${ratio.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`

/** A ratio of two rates, with both. */
export const formatRates = (result: {
  ours: number
  baseline: number
  ratio: number
  spread: [number, number]
}): string =>
  `${formatRatio(result.ratio, result.spread)}; ${Math.round(result.ours)}/s : ${Math.round(result.baseline)}/s`
