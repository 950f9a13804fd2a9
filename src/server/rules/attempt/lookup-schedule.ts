import { type Attempt, type Entry, openClaim } from '../model.ts'
import { historyMs, inFlightUntil, type Moment, mayBeInFlight, type Policy } from '../policy.ts'
import { earliest } from '../time.ts'
import type { AttemptUpdate } from './attempt.ts'
import { coversDoubt, reviewDeadline } from './review.ts'
import { isAbsent, isCalledAbsent } from './transitions.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A payer who polled within this time is still on the page. */
export const payerActiveMs = minute

/** How often a failed lookup that no state waits for is repeated. */
const maxRetries = 50
/** For how long, where its answers have statuses that are not documented. */
const maxUnansweredMs = day

const clamp = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value))

/** Exponential back-off with full jitter: somewhere between now and 1 s, 2 s, 4 s … five minutes. */
export const backOff = (failures: number, { at, jitter }: Moment): number =>
  at + Math.ceil(jitter * Math.min(5 * minute, second * 2 ** Math.min(failures, 12)))

/** When work that cannot be done is tried again: a second after it began, then half as often each time, to ten minutes. */
export const retryPutAside = (since: number, at: number): number =>
  at + clamp(second, at - since, 10 * minute)

/** A tenth of the age, in whole milliseconds: frequent at first, then less and less. */
const tenthOfAge = (since: number, at: number, minMs: number, maxMs: number): number =>
  at + clamp(minMs, Math.ceil((at - since) / 10), maxMs)

/**
 * When the same bytes are sent again at the earliest: 2 s, 4 s, 8 s … five minutes after no create can be in flight,
 * growing with every send.
 */
export const resendAt = (attempt: Attempt, policy: Policy): number =>
  inFlightUntil(attempt, policy) + Math.min(5 * minute, second * 2 ** Math.min(attempt.sendCount, 12))

type Trigger = AttemptUpdate['type'] | 'attempt_started' | 'payer_seen'

/** When an attempt is looked up next, after `trigger`; null: never. At its review deadline at the latest. */
export function nextLookupTime(
  attempt: Attempt,
  trigger: Trigger,
  entry: Entry,
  moment: Moment,
  policy: Policy,
): number | null {
  const lookupAt = scheduledLookup(attempt, trigger, entry, moment, policy)
  const deadline = reviewDeadline(attempt, policy)
  return deadline === null || deadline <= moment.at ? lookupAt : earliest([lookupAt, deadline])
}

/**
 * At once where something waits for the result, often while a payer is on the page, more rarely with age, with back-off
 * while the service does not answer.
 */
function scheduledLookup(
  attempt: Attempt,
  trigger: Trigger,
  entry: Entry,
  moment: Moment,
  policy: Policy,
): number | null {
  const { at } = moment
  const since = attempt.firstSentAt

  switch (attempt.state) {
    case 'sending': {
      const until = inFlightUntil(attempt, policy)
      return at < until ? until : backOff(attempt.failedLookups, moment)
    }
    case 'unknown':
      if (trigger === 'create_unknown' || trigger === 'create_placed' || trigger === 'callback_hinted')
        return at
      if (attempt.review !== null) return tenthOfAge(since, at, minute, hour)
      if (attempt.failedLookups > 0) return backOff(attempt.failedLookups, moment)
      if (at < inFlightUntil(attempt, policy))
        return Math.min(inFlightUntil(attempt, policy), at + 2 * second)
      if (attempt.knownToExist) return tenthOfAge(since, at, second, 5 * minute)
      return attempt.notFoundCount === 0 ? at + second : Math.max(at + second, resendAt(attempt, policy))
    case 'refused':
    case 'not_created':
      if (isAbsent(attempt)) return null
      if (attempt.review !== null && at >= watchEnd(attempt, entry, policy)) return null
      if (trigger === 'callback_received' || trigger === 'callback_hinted') return at
      if (coversDoubt(attempt)) return tenthOfAge(attempt.doubtedAt ?? since, at, minute, hour)
      if (attempt.failedLookups > 0) return backOff(attempt.failedLookups, moment)
      if (trigger === 'create_refused') return at
      return mayBeInFlight(attempt, at, policy) && attempt.profile === 'payout'
        ? inFlightUntil(attempt, policy)
        : at + 2 * second
    default:
  }
  if (trigger === 'create_placed' && (attempt.unconfirmedCallback !== null || attempt.status === 'Success'))
    return at
  if (trigger === 'callback_received') return at
  if (attempt.unconfirmedCallback !== null)
    return at + clamp(second / 2, at - attempt.unconfirmedCallback.at, minute)
  if (isWatched(attempt)) {
    const until = watchEnd(attempt, entry, policy)
    // Once more at the end, so that nothing within the watch is missed.
    if (attempt.failedLookups === 0 && at < until) return Math.min(until, watchedLookupAt(attempt, entry, at))
    return at >= until && isWatchOver(attempt, until) ? null : backOff(attempt.failedLookups, moment)
  }
  // Only the history is missing, which is not worth endless lookups.
  if (attempt.failedLookups > 0)
    return attempt.failedLookups > maxRetries ? null : backOff(attempt.failedLookups, moment)
  if (attempt.historyComplete) return null
  const historyAt = (attempt.finalAt ?? at) + historyMs
  if (attempt.unansweredSince === null || at < historyAt) return Math.max(at + second, historyAt)
  return at - historyAt > maxUnansweredMs ? null : tenthOfAge(historyAt, at, minute, hour)
}

/** Money may still arrive: the order is placed, or a failed transfer that can be corrected. */
const isWatched = ({ state, profile }: Attempt): boolean =>
  state === 'placed' || (state === 'failed' && profile === 'p2p')

/** A lookup has been answered after the end; or an operator has been given it, or it failed and lookups do, too. */
const isWatchOver = ({ state, foundAt, review, failedLookups }: Attempt, until: number): boolean =>
  (foundAt ?? 0) >= until || (state === 'placed' ? review !== null : failedLookups > maxRetries)

const watchedLookupAt = (attempt: Attempt, entry: Entry, at: number): number => {
  if (attempt.state === 'failed') return tenthOfAge(attempt.finalAt ?? at, at, minute, hour)
  if (entry.kind === 'checkout' && at - entry.seenAt < payerActiveMs) return at + 3 * second
  return tenthOfAge(attempt.firstSentAt, at, 15 * second, hour)
}

/** When an entry's next work is due; null: never. */
export const dueAt = (entry: Entry): number | null =>
  earliest([
    ...entry.attempts.map(({ nextLookupAt }) => nextLookupAt),
    ...(entry.kind === 'checkout'
      ? [entry.expired ? null : entry.expiresAt, ...entry.refunds.map(({ checkAt }) => checkAt)]
      : [entry.refundDueAt]),
  ])

/** Until when an attempt is watched; a claim makes it longer. A callback counts even later. Infinity: always. */
export function watchEnd(attempt: Attempt, entry: Entry, policy: Policy): number {
  const open = openClaim(attempt)
  const end = watchEndOf(attempt, entry, policy)
  return open === undefined ? end : Math.max(end, open.at + policy.watchMs)
}

function watchEndOf(attempt: Attempt, entry: Entry, policy: Policy): number {
  if (attempt.state === 'failed')
    return attempt.profile === 'p2p' ? (attempt.finalAt ?? 0) + policy.watchMs : 0
  if (isAbsent(attempt)) return 0
  return entry.kind === 'payout' || isCalledAbsent(attempt)
    ? Number.POSITIVE_INFINITY
    : entry.expiresAt + policy.watchMs
}

/** Presses one after another do not repeat a lookup that was requested so recently. */
export const recentLookupMs = 2000

/** When the oldest create with an unknown outcome was sent; null without one. */
export const unknownSince = ({ attempts }: Entry): number | null =>
  earliest(
    attempts.map(({ state, firstSentAt }) =>
      state === 'sending' || state === 'unknown' ? firstSentAt : null,
    ),
  )
