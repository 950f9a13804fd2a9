import type { Finding } from './finding.ts'

/** Colours a word, or not: that is the terminal's affair. */
export type Paint = (colour: 'green' | 'yellow' | 'red', text: string) => string

const colours = { ok: 'green', warning: 'yellow', failed: 'red' } as const

/** The findings as a table; under each line that is not well, what to do. */
export function reportLines(findings: readonly Finding[], paint: Paint): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat('warning'.length)
  const lines = findings.flatMap(({ state, check, found, fix }) => [
    `${paint(colours[state], state.padEnd(indent.length))}  ${check.padEnd(width)}  ${found}`,
    ...(fix ? [`${indent}  ${' '.repeat(width)}  → ${fix}`] : []),
  ])
  return [...lines, '', summary(findings)]
}

function summary(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const [wrong, doubtful] = [count('failed'), count('warning')]
  if (wrong === 0 && doubtful === 0) return 'Everything is well.'
  return `${wrong} failed, ${doubtful} to look at, ${count('ok')} well.`
}
