import type { Attempt } from '../../src/server/rules/model.ts'
import type { Fact } from './fact.ts'

type State = Attempt['state'] | 'nothing'
const states: readonly State[] = [
  'nothing',
  'sending',
  'unknown',
  'placed',
  'succeeded',
  'failed',
  'refused',
  'not_created',
]

/** Counts what histories have drawn: each condition, and each move by the states that the last attempts were in before it. */
export function createCoverage() {
  const conditions = new Map<string, number>()
  const moves = new Map<string, Map<State, number>>()
  /** Of the history that is running, by checkout or payout. */
  let current = new Map<string, State>()

  const nameOf = (text: string): string => text.replace(/ ([\d{]).*/s, '')
  const count = <K>(map: Map<K, number>, key: K): Map<K, number> => map.set(key, (map.get(key) ?? 0) + 1)

  return {
    observe(fact: Fact): void {
      if (fact.type === 'stored') current.set(fact.entry.id, fact.entry.attempts.at(-1)?.state ?? 'nothing')
      else if (fact.type === 'history') {
        current = new Map()
        for (const text of fact.conditions) count(conditions, nameOf(text))
      } else if (fact.type === 'move') {
        const before = current.size === 0 ? (['nothing'] as const) : new Set(current.values())
        const row = moves.get(nameOf(fact.text)) ?? new Map<State, number>()
        for (const state of before) count(row, state)
        moves.set(nameOf(fact.text), row)
      }
    },
    /** Two tables in Markdown. */
    lines(): string[] {
      const byName = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
      return [
        '| condition | histories |\n|---|---|',
        ...byName(conditions).map(([name, histories]) => `| ${name} | ${histories} |`),
        `| move, while an attempt is | ${states.join(' | ')} |\n|---${'|---'.repeat(states.length)}|`,
        ...byName(moves).map(
          ([name, row]) => `| ${name} | ${states.map((state) => row.get(state) ?? 0).join(' | ')} |`,
        ),
      ]
    },
  }
}
