import { isAbsent } from '../../src/server/rules/attempt/transitions.ts'
import { withConsequences } from '../../src/server/rules/consequences.ts'
import { merchantEvents } from '../../src/server/rules/merchant-events.ts'
import type * as server from '../../src/server/rules/model.ts'
import { createKeys } from './check.ts'
import { dayMs, emptyEntry, inputs } from './inputs.ts'
import type { Model, Scope } from './scopes.ts'
import { type Actor, type Checkout, type State, start } from './state.ts'
import { steps } from './steps.ts'
import { outOfScope, storedOf, withAmounts } from './stored.ts'

interface Walk {
  states: number
  /** The shortest way to something that the model does not have; null: there is none. */
  difference: string[] | null
}

/** A moment later, and after every deadline. */
const paces = [100, dayMs]

/**
 * Gives every input to the rules of the code in every state that inputs lead to, breadth first, up to `maxStates`. What they
 * store and announce has to be what a step of the model stores and announces. Of what people request, all may be refused.
 */
export function walk(scope: Scope, maxStates: number): Walk {
  const isInModel = createComparison(scope)
  const seen = new Set<string>()
  const queue: { stored: server.Entry; at: number; way: string[] }[] = []
  const visit = (stored: server.Entry, at: number, way: string[]): void => {
    const key = keyOf(stored, at)
    if (seen.has(key) || seen.size === maxStates) return
    seen.add(key)
    queue.push({ stored, at, way })
  }
  visit(emptyEntry(scope), 1e12, [])
  for (const { stored, at, way } of queue)
    for (const later of paces.map((ms) => at + ms))
      for (const { text, after: decided, actor, from } of inputs(stored, later, scope)) {
        if (decided === null) continue
        const after = withConsequences(stored, decided, later)
        const wayTo = [...way, later - at === dayMs ? `a day later, ${text}` : text]
        if (!isInModel(stored, after, actor, from) || isForgotten(after))
          return { states: seen.size, difference: [...wayTo, JSON.stringify(after.attempts)] }
        visit(after, later, wayTo)
      }
  return { states: seen.size, difference: null }
}

/** Money may still come by an attempt that is never looked up again. */
const isForgotten = ({ attempts }: server.Entry): boolean =>
  attempts.some(
    (attempt) =>
      attempt.nextLookupAt === null &&
      !isAbsent(attempt) &&
      attempt.state !== 'succeeded' &&
      (attempt.state !== 'failed' || attempt.profile === 'p2p'),
  )

/** Whether the code's change is one of the model's. */
function createComparison(scope: Scope) {
  const model: Model = {
    ...scope,
    ...{ attempts: 9, sends: 9, news: 9, refunds: 9, absent: [], without: null },
  }
  const keys = createKeys()
  const known = new Map<string, Set<string>>()
  const keyOfChange = (stored: Checkout, isAnnounced: boolean): string =>
    `${isAnnounced} ${keys.ofStored(withAmounts(stored, scope.asked))}`
  const possible = (state: State, actor: Actor): Set<string> => {
    const key = `${actor} ${keys.ofState(state)}`
    const changes =
      known.get(key) ??
      new Set(
        steps(state, model)
          .filter((step) => step.actor === actor)
          .map(({ to }) => keyOfChange(to.stored, to.announced > 0)),
      )
    known.set(key, changes)
    return changes
  }
  return (before: server.Entry, after: server.Entry, actor: Actor, from: Partial<State>): boolean => {
    if (after.attempts.some((attempt) => outOfScope(attempt) !== null)) return false
    const stored = storedOf(before)
    const isAnnounced = merchantEvents(before, after).some(({ type }) => type.endsWith('.succeeded'))
    const change = keyOfChange(storedOf(after), isAnnounced)
    const isByPerson = actor === 'operator' || actor === 'payer'
    if (isByPerson && change === keyOfChange(stored, false)) return true
    const service = stored.attempts.map(() => [])
    return possible({ ...start, service, ...from, stored }, actor).has(change)
  }
}

/** What the code stores, as far as rules may depend on it: times are recent or long ago. */
function keyOf(stored: server.Entry, at: number): string {
  const timeOf = (time: number): string => (at - time < dayMs ? 'recent' : 'long ago')
  return JSON.stringify([storedOf(stored), stored], (name, value: unknown) => {
    if (['activity', 'createdAt', 'updatedAt', 'seenAt', 'history'].includes(name)) return undefined
    if (name === 'failedLookups') return value === 0
    return typeof value === 'number' && value >= 1e12 ? timeOf(value) : value
  })
}
