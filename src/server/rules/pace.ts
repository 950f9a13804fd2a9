import { isPlaced, type News } from './attempt.ts'
import type { Attempt, Entry } from './model.ts'
import { historyMs, type Moment, type Policy } from './policy.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Who looked within this time is still looking. */
export const watchingMs = minute

const clamp = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value))

/** Exponential back-off with full jitter: somewhere between now and 1 s, 2 s, 4 s … five minutes. */
export const backOff = (failures: number, { at, jitter }: Moment): number =>
  at + Math.ceil(jitter * Math.min(5 * minute, second * 2 ** Math.min(failures, 12)))

/** Asking again after a tenth of the age: often at first, ever more rarely. */
const tenthOfAge = (since: number, at: number, least: number, most: number): number =>
  at + clamp(least, (at - since) / 10, most)

/** The end of the time in which a create may still be in flight. */
export const inFlightUntil = (attempt: Attempt, policy: Policy): number =>
  attempt.sentAt + policy.timeoutMs + policy.settleMs

/**
 * When to ask the service about an attempt next, after `heard`; null: never. The one place where the paces
 * stand: at once where something waits for the answer, fast while a payer looks, slower with age, back-off
 * where there is no answer, and an end where nothing can change.
 */
export function nextAsk(
  attempt: Attempt,
  heard: News['type'] | 'started' | 'seen',
  entry: Entry,
  moment: Moment,
  policy: Policy,
): number | null {
  const { at } = moment
  const watching = entry.kind === 'checkout' && at - entry.seenAt < watchingMs
  const first = attempt.story[0]?.at ?? attempt.sentAt

  switch (attempt.state) {
    case 'sending':
      return inFlightUntil(attempt, policy)
    case 'unknown':
      if (heard === 'unanswered' || heard === 'placed') return at
      if (attempt.review !== null) return tenthOfAge(first, at, minute, hour)
      if (attempt.silences > 0) return backOff(attempt.silences, moment)
      if (at < inFlightUntil(attempt, policy))
        return Math.min(inFlightUntil(attempt, policy), at + 2 * second)
      return attempt.exists ? tenthOfAge(first, at, second, 5 * minute) : at + second
    case 'refused':
      if (attempt.clear) return null
      return heard === 'refused' ? at : backOff(attempt.silences, moment)
    case 'absent':
      return null
    default:
  }
  if (heard === 'called') return at
  if (attempt.claim !== null) return at + clamp(second / 2, at - attempt.claim.at, minute)
  if (attempt.silences > 0)
    return attempt.silences > 50 && attempt.state !== 'open' ? null : backOff(attempt.silences, moment)

  if (attempt.state === 'open') {
    const until = watchUntil(entry, policy)
    if (until !== null && at >= until) return null
    return watching ? at + 3 * second : tenthOfAge(first, at, 15 * second, hour)
  }
  const settledAt = attempt.settledAt ?? at
  if (attempt.state === 'failed' && attempt.profile === 'p2p') {
    return at < settledAt + policy.watchMs ? tenthOfAge(settledAt, at, minute, hour) : null
  }
  return attempt.historyComplete ? null : Math.max(at + second, settledAt + historyMs)
}

/** Until when late money is asked for; null: for ever. After it, a callback still counts. */
const watchUntil = (entry: Entry, policy: Policy): number | null =>
  entry.kind === 'checkout' ? entry.expiresAt + policy.watchMs : null

/** When anything is to be done about an entry; null: nothing by itself. */
export function dueAt(entry: Entry): number | null {
  const times = entry.attempts.flatMap((attempt) => (attempt.askAt === null ? [] : [attempt.askAt]))
  if (entry.kind === 'checkout' && !entry.expired) times.push(entry.expiresAt)
  return times.length === 0 ? null : Math.min(...times)
}

/** How long nothing further can be heard of an attempt: null while it is open-ended. */
export function watchEnd(attempt: Attempt, entry: Entry, policy: Policy): number {
  if (attempt.state === 'failed')
    return attempt.profile === 'p2p' ? (attempt.settledAt ?? 0) + policy.watchMs : 0
  if (isPlaced(attempt.state) || attempt.state === 'sending' || attempt.state === 'unknown') {
    return watchUntil(entry, policy) ?? Number.POSITIVE_INFINITY
  }
  return 0
}
