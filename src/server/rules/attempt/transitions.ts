import { orderStatuses } from '../../../service/order.ts'
import type { Attempt, AttemptState } from '../model.ts'

/** What the service's status means for money. An unknown status means nothing yet. */
export type NormalizedStatus = 'pending' | 'success' | 'failed'
export const normalizeStatus = (status: string): NormalizedStatus =>
  status === 'Success' ? 'success' : status === 'Failed' ? 'failed' : 'pending'

/** Any other status does not say what has become of the order. */
export const isDocumented = (status: string): boolean => orderStatuses.some((known) => known === status)

/** Everything that can move an attempt's state. */
export const stateInputs = [
  // The response to the current send. Success and failure are not taken from a create: it counts as placed.
  'create_placed',
  'create_refused',
  'create_unknown',
  // The response to an earlier send: an order exists.
  'create_placed_late',
  // A lookup. Success in another currency, and a status that a verified callback contradicts, count as pending.
  'found_pending',
  // A status that is not documented.
  'found_unclear',
  'found_success',
  'found_failed',
  'not_found',
  // No lookup has decided it by its deadline, or the order found may be another's.
  'undecided',
  // An accepted verified callback: without `confirmFinal`, or when no lookup agreed in time.
  'callback_pending',
  'callback_success',
  'callback_failed',
  // Our own decision, or an operator's.
  'create_resent',
  'discarded',
  'success_accepted',
] as const
export type StateInput = (typeof stateInputs)[number]

/** A failed transfer can be corrected, so it has a row of its own. */
export type Row = AttemptState | 'failed_transfer'

/** `contradiction`: the state stays. From a lookup it opens a review; from a callback it is only logged. */
type NextState = AttemptState | 'contradiction'

/** Whatever the create's outcome seemed to be, an order that is found is followed. */
const found = {
  found_pending: 'placed',
  found_unclear: 'placed',
  found_success: 'succeeded',
  found_failed: 'failed',
} as const

/** Every move of an attempt's state. An input that a row does not list leaves the state as it is. */
export const transitions: Record<Row, Partial<Record<StateInput, NextState>>> = {
  sending: {
    create_placed: 'placed',
    create_refused: 'refused',
    create_unknown: 'unknown',
    create_placed_late: 'unknown',
    ...found,
    not_found: 'unknown',
    undecided: 'unknown',
  },
  unknown: {
    ...found,
    create_resent: 'sending',
    discarded: 'not_created',
  },
  not_created: {
    create_placed_late: 'unknown',
    ...found,
  },
  refused: {
    create_placed_late: 'unknown',
    ...found,
  },
  placed: {
    found_success: 'succeeded',
    found_failed: 'failed',
    callback_success: 'succeeded',
    callback_failed: 'failed',
    success_accepted: 'succeeded',
  },
  failed: {
    found_unclear: 'contradiction',
    found_success: 'contradiction',
    callback_success: 'contradiction',
  },
  failed_transfer: {
    found_success: 'succeeded',
    callback_success: 'succeeded',
    success_accepted: 'succeeded',
  },
  succeeded: {
    found_unclear: 'contradiction',
    found_failed: 'contradiction',
    callback_failed: 'contradiction',
  },
}

interface StateOf {
  state: AttemptState
  profile: Attempt['profile']
}

export const rowOf = ({ state, profile }: StateOf): Row =>
  state === 'failed' && profile === 'p2p' ? 'failed_transfer' : state

export const nextState = (attempt: StateOf, input: StateInput): NextState =>
  transitions[rowOf(attempt)][input] ?? attempt.state

/** The attempt in its next state. The only place that writes `state`. */
export function moveState(attempt: Attempt, input: StateInput, at: number): Attempt {
  const next = nextState(attempt, input)
  if (next === 'contradiction' || next === attempt.state) return attempt
  const isFinal = next === 'failed' || next === 'succeeded'
  return {
    ...attempt,
    state: next,
    paymentDetails: isFinal ? null : attempt.paymentDetails,
    finalAt: isFinal || next === 'not_created' ? at : null,
    historyComplete: false,
    ...(attempt.state === 'failed' && next === 'succeeded' ? { corrected: true } : {}),
    doubtedAt: isPlaced(next) ? null : attempt.doubtedAt,
  }
}

/** It was decided that no order exists. */
export const isCalledAbsent = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'not_created' || (state === 'refused' && confirmedAbsent)

/** No order exists, and nothing has contradicted that. */
export const isAbsent = (attempt: Attempt): boolean => isCalledAbsent(attempt) && attempt.doubtedAt === null

/** It may have created an order, or still may: nothing may follow it yet. */
export const isUndecided = (attempt: Attempt): boolean => !isPlaced(attempt.state) && !isAbsent(attempt)

/** A saved card is being charged: without the payer its order may still succeed. */
export const mayCompleteByItself = ({ state, profile }: StateOf): boolean =>
  state === 'placed' && profile === 'token'

/** An order exists at the service. */
export const isPlaced = (state: AttemptState): boolean =>
  state === 'placed' || state === 'failed' || state === 'succeeded'
