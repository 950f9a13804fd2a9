import type { Finding } from './finding.ts'

/** Colours a text if the terminal supports it. */
export type Colorize = (color: 'green' | 'yellow' | 'red', text: string) => string

const colors = { ok: 'green', warning: 'yellow', failed: 'red' } as const

const order = ['failed', 'warning', 'ok'] as const

/** The findings as a table, failures first. A warning or failure is followed by its fix. */
export function reportLines(findings: readonly Finding[], colorize: Colorize): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat('warning'.length)
  const sorted = order.flatMap((one) => findings.filter(({ status }) => status === one))
  const lines = sorted.flatMap(({ status, check, message, fix }) => [
    `${colorize(colors[status], status.padEnd(indent.length))}  ${check.padEnd(width)}  ${message}`,
    ...(fix ? [`${indent}  ${' '.repeat(width)}  → ${fix}`] : []),
  ])
  return [...lines, '', summarize(findings)]
}

function summarize(findings: readonly Finding[]): string {
  const count = (state: Finding['status']) => findings.filter((finding) => finding.status === state).length
  const [failures, warnings] = [count('failed'), count('warning')]
  if (failures === 0 && warnings === 0) return 'All checks passed.'
  return `${failures} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${count('ok')} passed.`
}
