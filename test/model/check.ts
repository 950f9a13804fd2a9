import { endings, invariants } from './invariants.ts'
import type { Guard, Scope } from './scopes.ts'
import { type Checkout, type State, start } from './state.ts'
import { type Step, steps } from './steps.ts'

export interface Violation {
  rule: string
  /** The shortest way to it. */
  trace: string[]
}

export interface Result {
  states: number
  transitions: number
  /** The longest of the shortest ways to a state. */
  depth: number
  violation: Violation | null
}

/** Numbers for texts, in the order in which they come. */
function createNumbers(): { of(text: string): number; texts: string[] } {
  const known = new Map<string, number>()
  const texts: string[] = []
  const of = (text: string): number => {
    const number = known.get(text)
    if (number !== undefined) return number
    known.set(text, texts.length)
    return texts.push(text) - 1
  }
  return { of, texts }
}

/** A short text for each state, and for what it stores: the parts recur, so each is a number. */
export function createKeys(): { ofState(state: State): string; ofStored(stored: Checkout): string } {
  const parts = createNumbers()
  const known = new WeakMap<object, number>()
  const numberOf = (part: object): number => {
    const number = known.get(part) ?? parts.of(JSON.stringify(part))
    known.set(part, number)
    return number
  }
  const ofStored = ({ attempts, expired, refunds }: Checkout): string =>
    `${expired} ${[refunds, ...attempts].map(numberOf)}`
  return {
    ofStored,
    ofState: ({ stored, service, inTime, inFlight, tasks, announced }) =>
      `${announced}${ofStored(stored)} ${[service, inTime, inFlight].map(numberOf)} ${tasks.map(numberOf)}`,
  }
}

/** Visits every state within the scope, breadth first. `without`: the guard that this mutant leaves out. */
export function check(scope: Scope, without: Guard | null = null): Result {
  const model = { ...scope, without }
  const { ofState: keyOf } = createKeys()
  const ids = new Map([[keyOf(start), 0]])
  const texts = createNumbers()
  /** By state: where it was first reached from, and by which step. */
  const from: number[] = [-1]
  const by: number[] = [-1]
  const reached = endings.map(({ isReached }) => [isReached(start)])
  /** By ending: pairs of a state and one that a run without faults goes to from it. */
  const edges = endings.map((): number[] => [])
  let transitions = 0
  let depth = 0

  const traceTo = (id: number): string[] => {
    const trace: string[] = []
    for (let at = id; at > 0; at = from[at] ?? 0) trace.unshift(texts.texts[by[at] ?? 0] ?? '')
    return trace
  }
  const result = (violation: Violation | null): Result => ({
    states: ids.size,
    transitions,
    depth,
    violation,
  })
  const brokenBy = (after: State, before: State, step: Step): string | undefined =>
    Object.entries(invariants).find(([, holds]) => !holds(after, before, step, model))?.[0]

  let level: { id: number; state: State }[] = [{ id: 0, state: start }]
  for (; level.length > 0; depth += 1) {
    const nextLevel: typeof level = []
    for (const { id, state } of level)
      for (const step of steps(state, model)) {
        transitions += 1
        const rule = brokenBy(step.to, state, step)
        if (rule !== undefined) return result({ rule, trace: [...traceTo(id), step.text] })
        const key = keyOf(step.to)
        const known = ids.get(key)
        const next = known ?? ids.size
        if (known === undefined) {
          ids.set(key, next)
          from.push(id)
          by.push(texts.of(step.text))
          for (const [index, { isReached }] of endings.entries()) reached[index]?.push(isReached(step.to))
          nextLevel.push({ id: next, state: step.to })
        }
        if (next !== id)
          for (const [index, { goesOn }] of endings.entries())
            if (goesOn(step) && reached[index]?.[id] !== true) edges[index]?.push(id, next)
      }
    level = nextLevel
  }
  for (const [index, { name, needs }] of endings.entries()) {
    if (scope.absent.includes(needs)) continue
    const stuck = firstStuck(reached[index] ?? [], edges[index] ?? [])
    if (stuck !== null)
      return result({ rule: name, trace: [...traceTo(stuck), 'no run without faults ends well from here'] })
  }
  return result(null)
}

/** The first state from which no way along the edges leads to one that is reached. */
function firstStuck(reached: readonly boolean[], edges: readonly number[]): number | null {
  const ends = Uint8Array.from(reached, Number)
  for (let isNew = true; isNew; ) {
    isNew = false
    // Later states first: most ways lead to them.
    for (let at = edges.length - 2; at >= 0; at -= 2) {
      const [source = 0, target = 0] = [edges[at], edges[at + 1]]
      if (ends[source] === 1 || ends[target] === 0) continue
      ends[source] = 1
      isNew = true
    }
  }
  const stuck = ends.indexOf(0)
  return stuck < 0 ? null : stuck
}
