import type { Model } from './scopes.ts'
import type { Actor, Attempt, State } from './state.ts'
import { isAbsent, isOpen, isPaid, isUndecided, received, reserved } from './state.ts'
import type { Step } from './steps.ts'

type Invariant = (after: State, before: State, step: Step, model: Model) => boolean

/** Of every attempt after the step; `before`: as it was, if it is not new. */
const each =
  (holds: (after: Attempt, before: Attempt | undefined, a: number, state: State) => boolean) =>
  (after: State, { stored: before }: State): boolean =>
    after.stored.attempts.every((attempt, a) => holds(attempt, before.attempts[a], a, after))

const wordsOf = ({ service }: State, a: number): readonly (number | string)[] => service[a] ?? []
const wasPaidAtService = (state: State, a: number): boolean =>
  wordsOf(state, a).some((word) => typeof word === 'number')
const liveCreates = ({ inFlight }: State, a: number): number => inFlight.filter((one) => one.a === a).length

/** What every step keeps, by the rules of money. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'rule 1: a create leaves only for an attempt that is stored': ({ stored, inFlight }) =>
    inFlight.every(({ a }) => a < stored.attempts.length),

  'rule 3: never two live creates of one attempt': each((_, __, a, state) => liveCreates(state, a) < 2),

  'rules 3 and 4: what is called absent does not exist and never will': each(
    (one, _, a, state) => !isAbsent(one) || (wordsOf(state, a).length === 0 && liveCreates(state, a) === 0),
  ),

  'rule 3: no attempt follows one whose outcome is open': ({ stored: after }, { stored: before }) =>
    after.attempts.length === before.attempts.length || !before.attempts.some(isUndecided),

  'rule 6: success is never taken back': each(
    (after, before) => before?.state !== 'succeeded' || after.state === 'succeeded',
  ),

  "rule 7: success needs the service's word": each(
    ({ state }, _, a, after) => state !== 'succeeded' || wasPaidAtService(after, a),
  ),

  'rule 7: a callback decides only after a lookup, or with a review': (after, before, { actor }) =>
    actor !== 'callback' || each((one, earlier) => one.state === earlier?.state)(after, before),

  'rule 7: success that no lookup has confirmed is in a review': (after, before, { lookup }) =>
    lookup === undefined ||
    lookup === 'paid' ||
    typeof lookup === 'number' ||
    each(
      ({ state, review }, earlier) => state !== 'succeeded' || state === earlier?.state || review !== null,
    )(after, before),

  'rule 8: what is paid is an amount that the service has named': each(
    ({ paid }, _, a, after) => paid === null || wordsOf(after, a).includes(paid),
  ),

  'rule 9: less than asked is paid only once an operator accepts it': (after, before, { actor }, model) =>
    actor === 'operator' ||
    each((one, earlier, a) => {
      const isNew = isPaid(one) && (earlier === undefined || !isPaid(earlier))
      const isPaidByAnother = before.stored.attempts.some((other, b) => b !== a && isPaid(other))
      return !isNew || one.kind === 'payout' || (one.paid ?? model.asked) >= model.enough || isPaidByAnother
    })(after, before),

  'never is paid counted twice: the shop receives it once': ({ announced }) => announced <= 1,

  'never is paid counted twice: each further payment gets a review': ({ stored }) => {
    const paid = stored.attempts.filter(isPaid)
    return paid.filter((one) => one.flagged || isOpen(one)).length >= paid.length - 1
  },

  'rule 16: never can two attempts be paid at a time': ({ stored }) =>
    stored.attempts.filter(({ details }) => details).length <= 1,

  'rule 21: money that goes back pays nothing': (after, before, _, { asked, enough }) =>
    before.stored.attempts.some(isPaid) ||
    each((one, earlier) => {
      const isNew = isPaid(one) && earlier?.short === true
      const kept = received(after.stored, asked) - reserved(after.stored)
      return !isNew || kept >= Math.min(one.paid ?? asked, enough)
    })(after, before),

  'rule 21: refunds never exceed what was received': ({ stored: after }, { stored: before }, _, { asked }) =>
    after.refunds.length === before.refunds.length || reserved(after) <= received(after, asked),
}

/** What a run without further faults comes to, from any state. */
interface Ending {
  name: string
  /** A scope without it says nothing of this. */
  needs: Actor
  /** Whether such a run makes the step. */
  goesOn(step: Step): boolean
  isReached(state: State): boolean
}

export const endings: readonly Ending[] = [
  {
    name: 'rule 14: all that the service paid is shown as paid or is in a review, without any callback',
    needs: 'server',
    goesOn: ({ actor }) => actor === 'server' || actor === 'time',
    isReached: (state) =>
      state.stored.attempts.every(
        (one, a) => !wasPaidAtService(state, a) || isPaid(one) || one.review !== null,
      ),
  },
  {
    name: 'rule 3: what is undecided is decided or in a review, although no lookup is answered',
    needs: 'silence',
    goesOn: ({ actor, lookup, stored }) =>
      actor === 'silence' ||
      actor === 'time' ||
      (actor === 'server' && (lookup === undefined || stored !== undefined)),
    isReached: ({ stored }) => stored.attempts.every((one) => !isUndecided(one) || one.review !== null),
  },
]
