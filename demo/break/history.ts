import type { Step } from '../../test/simulator/crowd.ts'
import type { Dot, Line, Violation } from '../../test/simulator/crowd-story.ts'

/** What has happened so far in the history that is shown. */
export interface History {
  at: number
  phase: Step['phase']
  dots: readonly Dot[]
  stories: readonly Story[]
  violations: readonly Violation[]
  counts: Step['counts']
  /** An order whose story tells something: whose money was lost or doubled, or that was paid in spite of faults. */
  example: number | null
}

/** `count`: how often the line was repeated. */
export type Story = readonly (Line & { count: number })[]

export const emptyHistory = (payers: number): History => ({
  at: 0,
  phase: 'payers',
  dots: Array.from({ length: payers }, () => 'waiting'),
  stories: Array.from({ length: payers }, () => []),
  violations: [],
  counts: { lostCallbacks: 0, kills: 0, requests: 0, lookups: 0, checks: 0 },
  example: null,
})

export function withSteps(history: History, steps: readonly Step[]): History {
  const dots = [...history.dots]
  const stories = [...history.stories]
  let { example } = history
  for (const step of steps) {
    for (const line of step.lines) stories[line.payer] = withLine(stories[line.payer] ?? [], line)
    for (const { payer, dot } of step.dots) {
      dots[payer] = dot
      const faults = stories[payer]?.filter(({ tone }) => tone === 'fault').length ?? 0
      if (dot === 'paid' && faults > 1) example ??= payer
    }
  }
  const last = steps.at(-1)
  const violations = [...history.violations, ...steps.flatMap((step) => step.violations)]
  const isHarmed = history.violations.some(({ harm }) => harm !== 'other')
  if (!isHarmed) example = violations.find(({ harm }) => harm !== 'other')?.payer ?? example
  return {
    at: last?.at ?? history.at,
    phase: last?.phase ?? history.phase,
    counts: last?.counts ?? history.counts,
    dots,
    stories,
    violations,
    example,
  }
}

function withLine(story: Story, line: Line): Story {
  const last = story.at(-1)
  return last?.text === line.text
    ? [...story.slice(0, -1), { ...last, count: last.count + 1 }]
    : [...story, { ...line, count: 1 }]
}

/** Payers whose money was lost or taken twice. */
export const harmed = ({ violations }: History, harm: Violation['harm']): number[] => [
  ...new Set(violations.flatMap((one) => (one.harm === harm && one.payer !== null ? [one.payer] : []))),
]

/** `12:05`, or `1:12:05` from an hour on. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return [...(hours > 0 ? [hours] : []), ...parts].join(':')
}
