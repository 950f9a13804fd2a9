export interface Finding {
  /** The setting, or the name of the check. */
  check: string
  /** `skipped`: not checked, and why. */
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  /** Never holds a secret. */
  message: string
  /** The next step; null if the check passed. */
  fix: string | null
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message, fix: null })

const withFix =
  (status: Finding['status'], prefix = '') =>
  (check: string, message: string, fix: string): Finding => ({
    check,
    status,
    message: prefix + message,
    fix,
  })

export const warning = withFix('warning')
export const failed = withFix('failed')
export const notChecked = withFix('skipped', 'not checked: ')

/** Colours a text if the terminal supports it. */
type Colorize = (color: 'green' | 'yellow' | 'red', text: string) => string

const colors = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'yellow' } as const

/** The findings as a table, failures first. A warning or failure is followed by its fix. */
export function reportLines(findings: readonly Finding[], colorize: Colorize): string[] {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const indent = ' '.repeat('warning'.length)
  const linesOf = (wanted: Finding['status']): string[] =>
    findings
      .filter(({ status }) => status === wanted)
      .flatMap(({ status, check, message, fix }) => [
        `${colorize(colors[status], status.padEnd(indent.length))}  ${check.padEnd(width)}  ${message}`,
        ...(fix ? [`${indent}  ${' '.repeat(width)}  → ${fix}`] : []),
      ])
  const problems = (['failed', 'warning', 'skipped'] as const).flatMap(linesOf)
  const parts = [problems, linesOf('ok'), [summarize(findings)]].filter(({ length }) => length > 0)
  return parts.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

function summarize(findings: readonly Finding[]): string {
  const count = (state: Finding['status']) => findings.filter((finding) => finding.status === state).length
  const [failures, warnings, skipped] = [count('failed'), count('warning'), count('skipped')]
  const left = skipped === 0 ? '' : ` Not checked: ${skipped}.`
  if (failures === 0 && warnings === 0) return `All checks passed.${left}`
  return `${failures} failed, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, ${count('ok')} passed.${left}`
}
