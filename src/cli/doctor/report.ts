import type { Finding } from './finding.ts'

/** Colours a word, or not: that is the terminal's affair. */
export type Colorize = (color: 'green' | 'yellow' | 'red', text: string) => string

const colors = { ok: 'green', warning: 'yellow', failed: 'red' } as const

/** The findings as a table; under each line that is not well, what to do. */
export function reportLines(findings: readonly Finding[], colorize: Colorize): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat('warning'.length)
  const lines = findings.flatMap(({ status, check, message, fix }) => [
    `${colorize(colors[status], status.padEnd(indent.length))}  ${check.padEnd(width)}  ${message}`,
    ...(fix ? [`${indent}  ${' '.repeat(width)}  → ${fix}`] : []),
  ])
  return [...lines, '', summary(findings)]
}

function summary(findings: readonly Finding[]): string {
  const count = (state: Finding['status']) => findings.filter((finding) => finding.status === state).length
  const [failures, warnings] = [count('failed'), count('warning')]
  if (failures === 0 && warnings === 0) return 'Everything is well.'
  return `${failures} failed, ${warnings} to look at, ${count('ok')} well.`
}
