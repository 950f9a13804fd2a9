import type { ResolveReview, ReviewAction, ReviewReason } from '../../contract/review.ts'
import { logActivity } from './activity.ts'
import { discard, doubtAbsence } from './attempt/absence.ts'
import { acceptSuccess } from './attempt/attempt.ts'
import { adopt } from './attempt/foreign-order.ts'
import { isAbsent, type Row, rowOf } from './attempt/transitions.ts'
import { acceptAmount, keepsPayment } from './attempt/underpaid.ts'
import { otherPayments, withoutTermsOncePaid } from './entry.ts'
import { type Attempt, changeAttempt, type Entry } from './model.ts'

/** What was decided, and the name of the operator. */
type Decided = ResolveReview & { operator?: string }

interface Decision {
  reason: ReviewReason
  states: readonly Row[]
  action: ReviewAction
  move(attempt: Attempt, at: number): Attempt
}

/** It may have no order. */
const undecided: readonly Row[] = ['unknown', 'refused', 'not_created']

/**
 * What an operator's act changes, by the reason of the review and the state of the attempt. `acknowledge` closes any
 * open review without a change, and `recheck` looks up any attempt; every other combination is not resolvable.
 */
const decisions: readonly Decision[] = [
  // No such order: a next attempt, or a payout under a new reference, may follow.
  { reason: 'unresolved', states: undecided, action: 'discard', move: discard },
  { reason: 'foreign', states: undecided, action: 'discard', move: discard },
  // The order is ours: its status counts from the next lookup on.
  { reason: 'foreign', states: undecided, action: 'accept', move: adopt },
  // Less than asked counts as paid, also where a newer review has replaced that of the amount.
  { reason: 'underpaid', states: ['succeeded'], action: 'accept', move: acceptAmount },
  // The success in another currency counts as paid.
  { reason: 'currency', states: ['placed', 'failed_transfer'], action: 'accept', move: acceptSuccess },
]

/** The entry after an operator's decision; null where it is not resolvable. */
export function applyOperatorDecision(entry: Entry, decision: Decided, at: number): Entry | null {
  const attempt = entry.attempts.find(({ n }) => n === decision.attempt)
  if (attempt === undefined || !isAsSeen(attempt, decision)) return null
  if (acceptsAmount(attempt, decision) && goesBack(entry, attempt)) return null
  const decided = decide(attempt, decision, at)
  return decided && withoutTermsOncePaid(changeAttempt(entry, attempt.n, () => decided))
}

const acceptsAmount = ({ underpaid }: Attempt, { action }: Decided): boolean =>
  underpaid && action === 'accept'

const goesBack = (entry: Entry, attempt: Attempt): boolean =>
  !keepsPayment(attempt, otherPayments(entry, attempt.n))

/** Without `seen` the decision is about whatever is stored. */
const isAsSeen = ({ review, reported }: Attempt, { seen }: Decided): boolean =>
  seen === undefined || (Date.parse(seen.since) === review?.at && seen.reported === reported)

function decide(attempt: Attempt, { action, note, operator }: Decided, at: number): Attempt | null {
  const by = operator === undefined ? {} : { operator }
  const logged = logActivity(attempt, at, { type: 'operator_decided', action, note, ...by })
  if (action === 'recheck')
    return { ...(isAbsent(attempt) ? doubtAbsence(logged, at) : logged), nextLookupAt: at }
  const { review } = attempt
  if (review === null || review.resolved?.by === 'automatic') return null
  const resolved: Attempt = {
    ...logged,
    review: { ...review, resolved: { at, by: 'operator', note, ...by } },
  }
  if (action === 'acknowledge') return review.resolved === null ? resolved : null
  // Also after an acknowledgement, which leaves the attempt undecided.
  const move = findMove(attempt, review.reason, action)
  return move === undefined ? null : { ...move(resolved, at), nextLookupAt: action === 'discard' ? null : at }
}

function findMove(
  attempt: Attempt,
  reason: ReviewReason,
  action: ReviewAction,
): Decision['move'] | undefined {
  // Nothing is left to discard; a payout would await an approval for it.
  if (action === 'discard' && isAbsent(attempt)) return undefined
  const applies = (row: Decision): boolean =>
    row.reason === 'underpaid' ? attempt.underpaid : row.reason === reason
  return decisions.find((row) => applies(row) && row.action === action && row.states.includes(rowOf(attempt)))
    ?.move
}
