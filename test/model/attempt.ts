import type { Model } from './scopes.ts'
import type { Attempt, CreateResponse, Found, News, Review, Task } from './state.ts'
import { isAbsent, isOpen, isPaid, isPaidByPayer, isPlaced, isUndecided } from './state.ts'

export const newAttempt = (kind: Attempt['kind']): Attempt => ({
  kind,
  state: 'sending',
  sends: 1,
  known: false,
  notFound: 0,
  doubted: false,
  details: false,
  setAside: false,
  callback: null,
  paid: null,
  short: false,
  review: null,
  flagged: false,
})

/** A second review of the same reason opens only after the first was resolved by an update. */
export function flag(attempt: Attempt, reason: Review['reason']): Attempt {
  const { review } = attempt
  const isKnown = review?.reason === reason && review.resolved !== 'automatic'
  if (isKnown || (reason === 'unresolved' && isOpen(attempt))) return attempt
  // What it replaces is left to an operator.
  const operatorOnly = reason === 'unconfirmed' && needsOperator(attempt)
  const flagged = attempt.flagged || reason === 'overpaid'
  return { ...attempt, flagged, review: { reason, resolved: 'no', operatorOnly } }
}

const needsOperator = (attempt: Attempt): boolean =>
  isOpen(attempt) &&
  (attempt.review?.operatorOnly === true ||
    attempt.review?.reason === 'contradiction' ||
    attempt.review?.reason === 'overpaid')

export const resolve = (attempt: Attempt, reason: Review['reason']): Attempt =>
  isOpen(attempt) && attempt.review?.reason === reason && !attempt.review.operatorOnly
    ? { ...attempt, review: { ...attempt.review, resolved: 'automatic' } }
    : attempt

/** What a lookup says of a callback that was accepted without one. */
function compareAccepted(after: Attempt, isSame: boolean): Attempt {
  if (isSame) return resolve(after, 'unconfirmed')
  const { review } = after
  const isAccepted = isOpen(after) && review?.reason === 'unconfirmed'
  return isAccepted ? { ...after, review: { ...review, operatorOnly: true } } : after
}

/** An order exists. */
const place = (attempt: Attempt, state: Attempt['state']): Attempt => ({ ...attempt, state, doubted: false })

/** No order was created, and none will be. */
export const discard = (attempt: Attempt): Attempt => ({
  ...resolve(attempt, 'unresolved'),
  state: 'absent',
  doubted: false,
  notFound: 0,
})

/** Something contradicts that there is no order: nothing follows until lookups have decided it again. */
export function doubt(attempt: Attempt): Attempt {
  if (attempt.doubted) return attempt
  const wasDecided = isAbsent(attempt) && attempt.review?.reason === 'unresolved' && !isOpen(attempt)
  return { ...attempt, doubted: true, notFound: 0, review: wasDecided ? null : attempt.review }
}

/** The state after a status; null: it contradicts a final state. */
function nextState({ kind, state }: Attempt, news: Found, { without }: Model): Attempt['state'] | null {
  const isFinal = state === 'failed' || state === 'succeeded'
  const isCorrectable = state === 'failed' && kind === 'transfer'
  if (news === 'unclear' && isFinal && !isCorrectable) return null
  if (news === 'pending' || news === 'unclear') return isFinal ? state : 'placed'
  if (news === 'failed') return state === 'succeeded' && without !== 'success is final' ? null : 'failed'
  return state === 'failed' && !isCorrectable ? null : 'succeeded'
}

/** The response to send `n`. */
export function applyCreate(attempt: Attempt, n: number, got: CreateResponse, { without }: Model): Attempt {
  if (attempt.state !== 'sending' || attempt.sends !== n) return applyLate(attempt, got)
  const answered = { ...attempt, notFound: 0 }
  switch (got) {
    case 'placed':
      return { ...place(answered, 'placed'), details: attempt.kind !== 'payout' }
    case 'rejected':
      return { ...answered, state: provesNoOrder(attempt) ? 'absent' : 'refused' }
    case 'refused':
      return { ...answered, state: without === 'a refusal is looked up' ? 'absent' : 'refused' }
    case 'duplicate':
      return { ...answered, state: 'unknown', known: true }
    case 'unknown':
      return { ...answered, state: 'unknown' }
  }
}

/** Rule 4: of the first send of a payout. */
const provesNoOrder = ({ kind, sends, doubted }: Attempt): boolean =>
  kind === 'payout' && sends === 1 && !doubted

/** The response to an earlier send, or to one that was given up. */
function applyLate(attempt: Attempt, got: CreateResponse): Attempt {
  if (got === 'refused' || got === 'rejected' || got === 'unknown' || isPlaced(attempt)) return attempt
  // It may be the order of the send under way, whose response still brings the payment details.
  const isUnderWay = got === 'duplicate' && attempt.state === 'sending'
  return { ...attempt, known: true, state: isUnderWay ? 'sending' : 'unknown' }
}

type Lookup = Extract<Task, { do: 'lookup' }>

/** `overdue`: the deadline of what is open has passed. */
export function applyLookup(before: Attempt, lookup: Lookup, overdue: boolean, model: Model): Attempt {
  const after = applyAnswer(before, lookup, overdue, model)
  const saysNothing = ['silence', 'not found', 'unclear'].some((answer) => answer === lookup.saw)
  return overdue ? escalate(after, after.state === 'placed' && saysNothing, model) : after
}

function applyAnswer(before: Attempt, { saw, early }: Lookup, overdue: boolean, model: Model): Attempt {
  if (saw === 'silence') return before
  return saw === 'not found' ? applyNotFound(before, early, model) : applyFound(before, saw, overdue, model)
}

function applyNotFound(attempt: Attempt, early: Lookup['early'], { without }: Model): Attempt {
  switch (attempt.state) {
    case 'sending':
    case 'unknown': {
      const isEarly = early !== 'no' && without !== 'a lookup counts only once no create is in flight'
      const notFound = isEarly || attempt.known ? 0 : Math.min(2, attempt.notFound + 1)
      return { ...attempt, state: 'unknown', notFound }
    }
    case 'refused':
    case 'absent': {
      if (isAbsent(attempt)) return attempt
      const isPayout = attempt.kind === 'payout'
      const isEarly = early === 'sending' || (isPayout && early === 'in flight')
      const notFound = attempt.notFound + (attempt.known || isEarly ? 0 : 1)
      const required = attempt.sends === 1 && !attempt.doubted && !isPayout ? 1 : 2
      return notFound < required ? { ...attempt, notFound } : discard(attempt)
    }
    default:
      return attempt
  }
}

function applyFound(before: Attempt, news: Found, overdue: boolean, model: Model): Attempt {
  const { callback } = before
  const found = {
    ...(news === 'unclear' ? before : resolve(before, 'unresolved')),
    notFound: 0,
    setAside: before.setAside || (!isPlaced(before) && isPaidByPayer(before)),
  }
  const next = nextState(before, news, model)
  // A status that is not documented says nothing against a callback that waits.
  if (next === null)
    return flag({ ...found, callback: news === 'unclear' ? callback : null }, 'contradiction')
  if (news === 'pending' || news === 'unclear') return place(found, next)
  if (news !== 'failed') {
    const paid = place(applyPaid(found, news, overdue, model), next)
    const isSame = before.state === 'succeeded' && paid.paid === before.paid
    return paid.callback === null ? compareAccepted(paid, isSame) : paid
  }
  // Until its deadline a callback outweighs the failure.
  if (typeof callback === 'number') return applyFound(before, 'pending', overdue, model)
  return compareAccepted(place({ ...found, callback: null }, next), before.state === 'failed')
}

/** What a lookup says was paid. */
function applyPaid(before: Attempt, news: number | 'paid', overdue: boolean, model: Model): Attempt {
  const called = typeof before.callback === 'number' ? before.callback : null
  const named = news === 'paid' ? (called ?? before.paid) : news
  const paid = model.without === 'the amount is the one that the service names' ? model.asked : named
  // A callback that names another amount may be newer than the lookup, unless it only names what was asked for.
  const isNewer = called !== named && (before.state === 'succeeded' || called !== model.asked)
  return { ...before, callback: isNewer && !overdue ? called : null, paid }
}

/** A callback whose signature is valid. */
export function applyCallback(before: Attempt, news: News, model: Model): Attempt {
  if (!isPlaced(before)) return doubt(before)
  if (news === 'pending') return before
  const next = nextState(before, news, model)
  if (next === null) return before
  if (next === before.state) return news === 'failed' ? before : applyAmount(before, news, model)
  if (news === 'failed' && typeof before.callback === 'number') return before
  const callback = latest(before.callback, news, model)
  const isBelieved = model.without === 'a callback is confirmed by a lookup'
  return isBelieved ? accept(before, callback, model) : { ...before, callback }
}

/** A callback names what was paid. It pays the order, or changes what has paid it, only once a lookup confirms it. */
function applyAmount(before: Attempt, amount: number, model: Model): Attempt {
  const paid = latest(before.paid, amount, model)
  const pays = before.short && paid >= model.enough
  const changes = pays || (isPaid(before) && paid !== (before.paid ?? model.asked))
  return changes ? { ...before, callback: amount } : { ...before, paid }
}

/** Callbacks carry no time: the amount asked for is the earliest, and replaces no other. */
const latest = <T extends 'failed' | number>(known: T | null, news: T, { asked }: Model): T =>
  typeof known === 'number' && news === asked ? known : news

/** At the deadline a callback is accepted, and what is undecided needs a review. */
function escalate(attempt: Attempt, isUnanswered: boolean, model: Model): Attempt {
  const { callback, state } = attempt
  if (callback !== null) {
    const isSilent = model.without === 'a callback that is accepted without a lookup opens a review'
    return accept(isSilent ? attempt : flag(attempt, 'unconfirmed'), callback, model)
  }
  if (model.without === 'what is undecided at its deadline opens a review') return attempt
  if (!isUndecided(attempt) && !isUnanswered) return attempt
  return flag({ ...attempt, state: state === 'sending' ? 'unknown' : state }, 'unresolved')
}

function accept(before: Attempt, callback: 'failed' | number, model: Model): Attempt {
  const next = nextState(before, callback, model) ?? before.state
  const paid = typeof callback === 'number' && next === 'succeeded' ? callback : before.paid
  return place({ ...before, callback: null, paid }, next)
}
