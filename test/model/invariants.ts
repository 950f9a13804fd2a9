import type { Actor, Scope, State } from './state.ts'
import { isAbsent, isOpen, isPaid, isUndecided, received, reserved } from './state.ts'
import type { Step } from './steps.ts'

/** What has to hold in every state, and in every step to it. The names are those of the rules of money. */
interface Invariant {
  name: string
  /** `before`: null in the first state. */
  holds(after: State, before: State | null, step: Step | null, scope: Scope): boolean
}

const orderOf = (state: State, a: number): readonly (number | string)[] => state.service[a] ?? []
const wasPaidAtService = (state: State, a: number): boolean =>
  orderOf(state, a).some((news) => typeof news === 'number')
const createsOf = ({ inFlight }: State, a: number): number =>
  inFlight.filter((id) => id.startsWith(`${a}.`)).length

export const invariants: readonly Invariant[] = [
  {
    name: 'rule 1: a create leaves only for an attempt that is stored',
    holds: ({ stored, service, inFlight }) =>
      service.length <= stored.attempts.length &&
      inFlight.every((id) => Number.parseInt(id, 10) < stored.attempts.length),
  },
  {
    name: 'rule 3: never two live creates of one attempt',
    holds: (state) => state.stored.attempts.every((_, a) => createsOf(state, a) <= 1),
  },
  {
    name: 'rules 3 and 4: what is called absent does not exist and never will',
    holds: (state) =>
      state.stored.attempts.every(
        (one, a) => !isAbsent(one) || (orderOf(state, a).length === 0 && createsOf(state, a) === 0),
      ),
  },
  {
    name: 'rule 3: no attempt follows one whose outcome is open',
    holds: (after, before) =>
      before === null ||
      after.stored.attempts.length === before.stored.attempts.length ||
      !before.stored.attempts.some(isUndecided),
  },
  {
    name: 'rule 6: success is never taken back',
    holds: (after, before) =>
      before === null ||
      before.stored.attempts.every(
        ({ state }, a) => state !== 'succeeded' || after.stored.attempts[a]?.state === 'succeeded',
      ),
  },
  {
    name: "rule 7: success needs the service's word",
    holds: (state) =>
      state.stored.attempts.every((one, a) => one.state !== 'succeeded' || wasPaidAtService(state, a)),
  },
  {
    name: 'rule 7: a callback decides only after a lookup, or with a review',
    holds: (after, before, step) =>
      step?.actor !== 'callback' ||
      after.stored.attempts.every(
        ({ state }, a) =>
          state === before?.stored.attempts[a]?.state || (state !== 'succeeded' && state !== 'failed'),
      ),
  },
  {
    name: 'rule 7: success that no lookup has confirmed is in a review',
    holds: (after, before, step) =>
      step?.lookup === undefined ||
      typeof step.lookup === 'number' ||
      step.lookup === 'paid' ||
      after.stored.attempts.every(
        ({ state, review }, a) =>
          state !== 'succeeded' || before?.stored.attempts[a]?.state === 'succeeded' || review !== null,
      ),
  },
  {
    name: 'rule 8: what is paid is an amount that the service has named',
    holds: (state) =>
      state.stored.attempts.every(({ paid }, a) => paid === null || orderOf(state, a).includes(paid)),
  },
  {
    name: 'rule 9: less than asked is paid only once an operator accepts it',
    holds: (after, before, step, { asked, enough }) =>
      step?.actor === 'operator' ||
      after.stored.attempts.every((one, a) => {
        const earlier = before?.stored.attempts[a]
        const isNew = isPaid(one) && (earlier === undefined || !isPaid(earlier))
        const isPaidByAnother = before?.stored.attempts.some((other, b) => b !== a && isPaid(other))
        return !isNew || (one.paid ?? asked) >= enough || isPaidByAnother === true
      }),
  },
  {
    name: 'never is paid counted twice: the shop receives it once',
    holds: ({ announced }) => announced <= 1,
  },
  {
    name: 'never is paid counted twice: each further payment gets a review',
    holds: ({ stored }) => {
      const paid = stored.attempts.filter(isPaid)
      return paid.filter((one) => one.flagged || isOpen(one)).length >= paid.length - 1
    },
  },
  {
    name: 'rule 16: never can two attempts be paid at a time',
    holds: ({ stored }) => stored.attempts.filter(({ details }) => details).length <= 1,
  },
  {
    name: 'rule 21: refunds never exceed what was received',
    holds: (after, before, _, { asked }) =>
      before === null ||
      after.stored.refunds.length === before.stored.refunds.length ||
      reserved(after.stored) <= received(after.stored, asked),
  },
]

/** What a run without further faults comes to, from any state. */
export interface Ending {
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
      state.service.every((_, a) => {
        const attempt = state.stored.attempts[a]
        if (!wasPaidAtService(state, a)) return attempt !== undefined
        return attempt !== undefined && (isPaid(attempt) || attempt.review !== null)
      }),
  },
  {
    name: 'rule 3: what is undecided is decided or in a review, although no lookup is answered',
    needs: 'silence',
    goesOn: ({ actor, lookup, writes }) =>
      actor === 'silence' ||
      actor === 'time' ||
      (actor === 'server' && (lookup === undefined || writes === true)),
    isReached: ({ stored }) => stored.attempts.every((one) => !isUndecided(one) || one.review !== null),
  },
]
