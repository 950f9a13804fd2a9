import {
  type Attempt,
  type Early,
  type Found,
  type Guard,
  isAbsent,
  isOpen,
  isPaid,
  isPlaced,
  isUndecided,
  type Review,
} from './state.ts'

/** What the rules depend on. `without`: the guard that this mutant leaves out. */
export interface Rules {
  asked: number
  /** What counts as paid by itself: what was asked for, less what the shop does without. */
  enough: number
  without: Guard | null
  /** Another attempt has paid the order. */
  isPaidByAnother?: boolean
}

export const newAttempt = (kind: Attempt['kind']): Attempt => ({
  kind,
  state: 'sending',
  sends: 1,
  known: false,
  absent: false,
  notFound: 0,
  doubted: false,
  details: false,
  lost: false,
  callback: null,
  paid: null,
  short: false,
  replaced: false,
  review: null,
  flagged: false,
})

const isSuccess = (news: Found | null): news is number | 'paid' => typeof news === 'number' || news === 'paid'

/** A second review of the same reason opens only after the first was resolved by an update. */
export function flag(attempt: Attempt, reason: Review['reason']): Attempt {
  const { review } = attempt
  const isKnown = review?.reason === reason && review.resolved !== 'automatic'
  if (isKnown || (reason === 'unresolved' && isOpen(attempt))) return attempt
  const flagged = attempt.flagged || reason === 'overpaid'
  return { ...attempt, flagged, review: { reason, resolved: 'no' } }
}

const resolve = (attempt: Attempt, reason: Review['reason']): Attempt =>
  isOpen(attempt) && attempt.review?.reason === reason
    ? { ...attempt, review: { reason, resolved: 'automatic' } }
    : attempt

function move(attempt: Attempt, state: Attempt['state']): Attempt {
  const isFinal = state === 'failed' || state === 'succeeded'
  const moved = { ...attempt, state, details: attempt.details && !isFinal }
  return isPlaced(moved) ? { ...moved, doubted: false } : moved
}

/** The state after a status; null: it contradicts a final state. */
function nextState({ kind, state }: Attempt, news: Found, { without }: Rules): Attempt['state'] | null {
  if (news === 'pending' || news === 'unclear')
    return state === 'failed' || state === 'succeeded' ? state : 'placed'
  if (news === 'failed') return state === 'succeeded' && without !== 'success is final' ? null : 'failed'
  return state === 'failed' && kind !== 'transfer' ? null : 'succeeded'
}

/** The response to send `n`. */
export function applyCreate(
  attempt: Attempt,
  n: number,
  got: 'placed' | 'refused' | 'duplicate' | 'unknown',
  { without }: Rules,
): Attempt {
  if (attempt.state !== 'sending' || attempt.sends !== n) {
    if (got === 'refused' || got === 'unknown' || isPlaced(attempt)) return attempt
    const known = { ...attempt, known: true }
    // It may be the order of the send under way, whose response still brings the payment details.
    if (got === 'duplicate' && attempt.state === 'sending') return known
    return { ...known, absent: false, state: 'unknown' }
  }
  if (got === 'placed') return { ...move(attempt, 'placed'), notFound: 0, details: true }
  const isBelieved = without === 'a refusal is looked up'
  if (got === 'refused') return { ...attempt, state: 'refused', notFound: 0, absent: isBelieved }
  return { ...attempt, state: 'unknown', notFound: 0, known: attempt.known || got === 'duplicate' }
}

/** A lookup has found the order. */
export function applyFound(before: Attempt, news: Found, overdue: boolean, rules: Rules): Attempt {
  const found = {
    // Also where a callback says otherwise: the order was found.
    ...(news === 'unclear' ? before : resolve(before, 'unresolved')),
    notFound: 0,
    lost: before.lost || (!isPlaced(before) && before.kind !== 'card'),
  }
  const state = nextState(before, news, rules)
  if (state === null) return flag({ ...found, callback: null }, 'contradiction')
  const { callback } = before
  const agrees = callback === null || isSuccess(news) || news === callback
  if (!agrees) return escalate(move(found, nextState(before, 'pending', rules) ?? 'placed'), overdue, rules)
  if (news === 'unclear')
    return escalate(move({ ...found, callback: null }, state), overdue, rules, before.state === 'placed')
  const decided = move({ ...found, callback: null }, state)
  if (!isSuccess(news)) return decided
  // A callback that names another amount may be newer than the lookup, unless it only names what was asked for.
  const mayBeNewer = before.state === 'succeeded' || callback !== rules.asked
  const waits = mayBeNewer && callback !== null && news !== 'paid' && callback !== news && !overdue
  const named = news !== 'paid' ? news : isSuccess(callback) ? callback : before.paid
  const paid = rules.without === 'the amount is the one that the service names' ? rules.asked : named
  return checkAmount(before, { ...decided, callback: waits ? callback : null, paid }, rules)
}

export function applyNotFound(attempt: Attempt, early: Early, overdue: boolean, rules: Rules): Attempt {
  switch (attempt.state) {
    case 'not_created':
    case 'refused': {
      if (isAbsent(attempt)) return attempt
      const notFound = attempt.notFound + (attempt.known || early === 'sending' ? 0 : 1)
      const required = attempt.sends === 1 && !attempt.doubted ? 1 : 2
      return notFound < required ? escalate({ ...attempt, notFound }, overdue, rules) : discard(attempt)
    }
    case 'sending':
    case 'unknown': {
      const isTooEarly =
        early !== 'no' && rules.without !== 'a lookup counts only once no create is in flight'
      const notFound = isTooEarly || attempt.known ? 0 : Math.min(2, attempt.notFound + 1)
      return escalate({ ...attempt, state: 'unknown', notFound }, overdue, rules)
    }
    default:
      return applySilence(attempt, overdue, rules)
  }
}

/** A lookup without an answer. */
export const applySilence = (attempt: Attempt, overdue: boolean, rules: Rules): Attempt =>
  escalate(attempt, overdue, rules, attempt.state === 'placed')

/** A callback whose signature is valid. */
export function applyCallback(before: Attempt, news: 'failed' | number, rules: Rules): Attempt {
  if (!isPlaced(before)) return doubt(before)
  const next = nextState(before, news, rules)
  if (next === null) return before
  if (next === before.state) {
    if (!isSuccess(news)) return before
    const paid = latest(before.paid, news, rules)
    if (paid === before.paid) return before
    const changes = isPaid(before) && paid !== (before.paid ?? rules.asked)
    return changes ? { ...before, callback: news } : checkAmount(before, { ...before, paid }, rules)
  }
  if (isSuccess(before.callback) && !isSuccess(news)) return before
  const callback = isSuccess(before.callback) && isSuccess(news) ? latest(before.callback, news, rules) : news
  if (rules.without === 'a callback is confirmed by a lookup') return accept({ ...before, callback }, rules)
  return { ...before, callback }
}

/** Callbacks carry no time: the amount asked for is the earliest, and replaces no other. */
const latest = (known: number | null, amount: number, { asked }: Rules): number =>
  known !== null && amount === asked ? known : amount

/** At the deadline a callback is accepted, and what is undecided needs a review. */
function escalate(attempt: Attempt, overdue: boolean, rules: Rules, unanswered = false): Attempt {
  if (!overdue) return attempt
  const opensNone = rules.without === 'a callback that is accepted without a lookup opens a review'
  if (attempt.callback !== null) return accept(opensNone ? attempt : flag(attempt, 'unconfirmed'), rules)
  if (!isUndecided(attempt) && !unanswered) return attempt
  if (rules.without === 'what is undecided at its deadline opens a review') return attempt
  return flag(attempt.state === 'sending' ? { ...attempt, state: 'unknown' } : attempt, 'unresolved')
}

function accept(before: Attempt, rules: Rules): Attempt {
  const { callback } = before
  const accepted = { ...before, callback: null }
  const state = callback === null ? null : nextState(before, callback, rules)
  if (isSuccess(callback) && state === 'succeeded')
    return checkAmount(before, move({ ...accepted, paid: callback }, state), rules)
  return state === null ? accepted : move(accepted, state)
}

/** Less than enough is not a payment yet, unless the order is paid. What counted as paid once stays paid. */
function checkAmount(
  before: Attempt,
  after: Attempt,
  { enough, without, isPaidByAnother = false }: Rules,
): Attempt {
  if (isPaid(before) || after.paid === null) return after
  const mayBeShort = (!isPaidByAnother || before.short) && without !== 'less than asked is not paid'
  const isShort = mayBeShort && after.paid < enough
  if (!isShort) return { ...resolve(after, 'underpaid'), short: false }
  return before.short ? after : flag({ ...after, short: true }, 'underpaid')
}

/** Something contradicts that there is no order: nothing follows until lookups have decided it again. */
export function doubt(attempt: Attempt): Attempt {
  if (attempt.doubted) return attempt
  const wasDecided = isAbsent(attempt) && attempt.review?.reason === 'unresolved' && !isOpen(attempt)
  return { ...attempt, doubted: true, notFound: 0, review: wasDecided ? null : attempt.review }
}

/** No order was created, and none will be. */
export function discard(attempt: Attempt): Attempt {
  const state = attempt.state === 'unknown' ? 'not_created' : attempt.state
  return { ...resolve(attempt, 'unresolved'), state, absent: true, doubted: false, notFound: 0 }
}
