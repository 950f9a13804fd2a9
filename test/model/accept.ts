import { createKeys } from './check.ts'
import { type Attempt, type Checkout, type Scope, type State, start, type Task } from './state.ts'
import { steps } from './steps.ts'
import type { Observation, Trace } from './traces.ts'

/** `followed`: how many of the observations the model follows. */
export interface Acceptance {
  isAccepted: boolean
  followed: number
}

/** More steps between two writes than any history has needed. */
const maxHidden = 4
/** The search visits no more states: most histories need some hundred, and a few some ten thousand. */
const maxStates = 200_000

/** Whether the model has a history that writes what the trace has, with the service in the same state at each write. */
export function accept({
  asked,
  amounts,
  lags,
  observations,
}: Omit<Trace, 'checkout' | 'outOfScope'>): Acceptance {
  const last = observations.at(-1)?.stored
  const scope: Scope = {
    attempts: last?.attempts.length ?? 0,
    kinds: [...new Set(last?.attempts.map(({ kind }) => kind))],
    processes: 3,
    sends: Math.max(0, ...(last?.attempts ?? []).map(({ sends }) => sends)),
    asked,
    amounts,
    news: 4,
    refunds: last?.refunds.length ?? 0,
    refundAmounts: [...new Set(last?.refunds.map(({ amount }) => amount))],
    absent: lags ? [] : ['lag'],
  }
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
    if (seen.has(key) || hidden > maxHidden || (expected !== undefined && !leadsTo(state, expected))) return
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
    for (const { to, actor } of steps(next.state, scope, { asked, without: null })) {
      if (actor === 'crash' && !makesRoom(next.state, to, scope)) continue
      const key = to.stored === stored ? storedKey : keyOf(to.stored)
      if (key === storedKey) push(to, next.at, next.hidden + 1)
      else if (key === expectedKeys[next.at] && isSaid(to, expected)) push(to, next.at + 1, 0)
    }
  }
  return { isAccepted: false, followed }
}

/** The server may have an amount from before the payment, which counts as much as none: all that was asked for. */
const withAmounts = (stored: Checkout, asked: number): Checkout =>
  stored.attempts.some(isUnnamed)
    ? { ...stored, attempts: stored.attempts.map((one) => (isUnnamed(one) ? { ...one, paid: asked } : one)) }
    : stored

const isUnnamed = ({ state, paid }: Attempt): boolean => state === 'succeeded' && paid === null

/** Any other crash is the same as a process that goes on no more. */
const makesRoom = ({ tasks }: State, { tasks: left }: State, { processes }: Scope): boolean =>
  tasks.length === processes || tasks.filter(isHeld).length > left.filter(isHeld).length

const isHeld = ({ lease }: Task): boolean => lease === 'held'

/** The service may still come to say what is expected: only from what is open does it come to anything else. */
const leadsTo = ({ service }: State, expected: Observation): boolean =>
  service.every((words, a) => {
    const word = words.at(-1)
    const next = expected.service[a] ?? null
    return (
      word === undefined ||
      word === next ||
      word === 'pending' ||
      (next !== null && next !== 'pending' && next !== 'failed')
    )
  })

const isSaid = ({ service }: State, expected: Observation): boolean =>
  expected.service.every((word, a) => (service[a]?.at(-1) ?? null) === word)
