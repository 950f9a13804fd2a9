import { createKeys } from './check.ts'
import type { Model, Scope } from './scopes.ts'
import { type Checkout, type State, start, type Task } from './state.ts'
import { steps } from './steps.ts'
import { withAmounts } from './stored.ts'
import type { Observation, Trace } from './traces.ts'

/** `followed`: how many of the observations the model follows. */
export interface Acceptance {
  isAccepted: boolean
  followed: number
}

/** More steps between two writes than any history has needed. */
const maxHidden = 7

/** What is tried, one after another: most histories need little. `states`: how many are visited. */
const tries: readonly (Pick<Scope, 'processes' | 'absent'> & { states: number })[] = [
  { processes: 1, absent: ['silence', 'lag', 'unclear'], states: 2_000 },
  { processes: 2, absent: [], states: 20_000 },
  { processes: 2, absent: ['not found yet', 'lag', 'no amount', 'unclear'], states: 200_000 },
  { processes: 2, absent: [], states: 800_000 },
]

type Observed = Pick<Trace, 'asked' | 'enough' | 'words' | 'observations'>

/** Whether the model has a history that writes what the trace has, with the service in the same state at each write. */
export function accept(trace: Observed): Acceptance {
  let followed = 0
  for (const { states, ...scope } of tries) {
    const acceptance = search(trace, { ...scopeOf(trace), ...scope, without: null }, states)
    if (acceptance.isAccepted) return acceptance
    followed = Math.max(followed, acceptance.followed)
  }
  return { isAccepted: false, followed }
}

function scopeOf({ asked, enough, words, observations }: Observed): Omit<Scope, 'processes' | 'absent'> {
  const { attempts = [], refunds = [] } = observations.at(-1)?.stored ?? {}
  return {
    attempts: attempts.length,
    kinds: [...new Set(attempts.map(({ kind }) => kind))],
    sends: Math.max(0, ...attempts.map(({ sends }) => sends)),
    asked,
    enough,
    amounts: [...new Set(words.flat().filter((word) => typeof word === 'number'))],
    news: Math.max(0, ...words.map(({ length }) => length)),
    refunds: refunds.length,
    refundAmounts: [...new Set(refunds.map(({ amount }) => amount))],
  }
}

function search({ asked, words, observations }: Observed, model: Model, maxStates: number): Acceptance {
  const keys = createKeys()
  const keyOf = (stored: Checkout): string => keys.ofStored(withAmounts(stored, asked))
  const expectedKeys = observations.map(({ stored }) => keyOf(stored))
  const seen = new Set<string>()
  let followed = 0
  /** Few hidden steps are tried before many, and of these what has followed most observations. */
  const buckets: { state: State; at: number; hidden: number }[][] = []
  const push = (state: State, at: number, hidden: number): void => {
    const key = `${at} ${keys.ofState(state)}`
    const expected = observations[at]
    if (seen.has(key) || hidden > maxHidden || (expected !== undefined && !leadsTo(state, expected, words)))
      return
    seen.add(key)
    const bucket = (maxHidden - hidden) * (observations.length + 1) + at
    for (let index = buckets.length; index <= bucket; index += 1) buckets.push([])
    buckets[bucket]?.push({ state, at, hidden })
  }
  push(start, 0, 0)
  while (seen.size < maxStates) {
    const next = buckets.findLast(({ length }) => length > 0)?.pop()
    if (next === undefined) break
    const expected = observations[next.at]
    if (expected === undefined) return { isAccepted: true, followed: observations.length }
    followed = Math.max(followed, next.at)
    const { stored } = next.state
    const storedKey = keyOf(stored)
    for (const { to, actor } of steps(next.state, model)) {
      if (actor === 'crash' && !makesRoom(next.state, to, model)) continue
      const key = to.stored === stored ? storedKey : keyOf(to.stored)
      // What the service says is in the trace, so it is no choice.
      if (key === storedKey) push(to, next.at, next.hidden + (actor === 'service' ? 0 : 1))
      else if (key === expectedKeys[next.at] && isSaid(to, expected)) push(to, next.at + 1, 0)
    }
  }
  return { isAccepted: false, followed }
}

/** Any other crash is the same as a process that goes on no more. */
const makesRoom = ({ tasks }: State, { tasks: left }: State, { processes }: Model): boolean =>
  tasks.length === processes || tasks.filter(isHeld).length > left.filter(isHeld).length

const isHeld = ({ lease }: Task): boolean => lease === 'held'

/** The service has said what it said in the trace, and may still come to what is expected. */
const leadsTo = ({ service }: State, expected: Observation, words: Trace['words']): boolean =>
  service.every((said, a) => {
    const all = words[a] ?? []
    const next = expected.service[a]
    const isInTime = next != null && said.length <= all.lastIndexOf(next) + 1
    return said.length === 0 || (isInTime && said.every((word, index) => word === all[index]))
  })

const isSaid = ({ service }: State, expected: Observation): boolean =>
  expected.service.every((word, a) => (service[a]?.at(-1) ?? null) === word)
