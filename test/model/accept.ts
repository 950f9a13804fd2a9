import { createKeys } from './check.ts'
import { type Scope, type State, start, type Task } from './state.ts'
import { steps } from './steps.ts'
import type { Observation, Trace } from './traces.ts'

/** `followed`: how many of the observations the model follows. `unknown`: the search was given up. */
export interface Acceptance {
  followed: number
  result: 'accepted' | 'rejected' | 'unknown'
}

/** More steps than the model makes between two writes. */
const maxHidden = 7

/**
 * Whether the model has a history that writes what the trace has, with the service in the same state at each write.
 * `limit`: the search visits no more states.
 */
export function accept(
  { asked, observations }: Pick<Trace, 'asked' | 'observations'>,
  limit = 6_000,
): Acceptance {
  const last = observations.at(-1)?.stored
  const numbers = observations.flatMap(({ service }) => service.filter((word) => typeof word === 'number'))
  const scope: Scope = {
    attempts: last?.attempts.length ?? 0,
    kinds: [...new Set(last?.attempts.map(({ kind }) => kind))],
    processes: 3,
    sends: Math.max(0, ...(last?.attempts ?? []).map(({ sends }) => sends)),
    asked,
    amounts: [...new Set(numbers)],
    news: 4,
    refunds: last?.refunds.length ?? 0,
    refundAmounts: [...new Set(last?.refunds.map(({ amount }) => amount))],
    absent: [],
  }
  const keys = createKeys()
  const expectedKeys = observations.map(({ stored }) => keys.ofStored(stored))
  const seen = new Set<string>()
  let followed = 0
  /** The observation that comes next is tried first, and few hidden steps before many. */
  const buckets: { state: State; at: number; hidden: number }[][] = []
  const push = (state: State, at: number, hidden: number): void => {
    const key = `${at} ${keys.ofState(state)}`
    if (seen.has(key) || hidden > maxHidden) return
    seen.add(key)
    const bucket = at * (maxHidden + 1) + (maxHidden - hidden)
    for (let index = buckets.length; index <= bucket; index += 1) buckets.push([])
    buckets[bucket]?.push({ state, at, hidden })
  }
  push(start, 0, 0)
  while (seen.size < limit) {
    const next = buckets.findLast(({ length }) => length > 0)?.pop()
    if (next === undefined) return { followed, result: 'rejected' }
    const expected = observations[next.at]
    if (expected === undefined) return { followed, result: 'accepted' }
    followed = Math.max(followed, next.at)
    const { stored } = next.state
    const storedKey = keys.ofStored(stored)
    for (const { to, actor } of steps(next.state, scope, { asked, without: null })) {
      if (actor === 'crash' && !makesRoom(next.state, to, scope)) continue
      const key = to.stored === stored ? storedKey : keys.ofStored(to.stored)
      if (key === storedKey) push({ ...to, stored }, next.at, next.hidden + 1)
      else if (key === expectedKeys[next.at] && isSaid(to, expected)) push(to, next.at + 1, 0)
    }
  }
  return { followed, result: 'unknown' }
}

/** Any other crash is the same as a process that goes on no more. */
const makesRoom = ({ tasks }: State, { tasks: left }: State, { processes }: Scope): boolean =>
  tasks.length === processes || tasks.filter(isHeld).length > left.filter(isHeld).length

const isHeld = ({ lease }: Task): boolean => lease === 'held'

const isSaid = ({ service }: State, expected: Observation): boolean =>
  expected.service.every((word, a) => (service[a]?.at(-1) ?? null) === word)
