import type { Attempt, Entry } from '../../src/server/rules/model.ts'
import type { ShopRules } from './expected-view.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** The service completes the history of a final order in ten minutes, and its clock may differ by one. */
const historyMs = 11 * minute

/** When an operator decides about what is still open. */
const reviewMs = 5 * minute

/** A tenth of an age, within bounds. */
const tenthOf = (age: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.ceil(age / 10)))

/**
 * When an order is looked up next after a lookup that has found it; null: never. Undefined: a callback waits, or lookups
 * fail, so another pace counts.
 */
export function expectedLookup(
  attempt: Attempt,
  entry: Entry,
  { watchMs }: Pick<ShopRules, 'watchMs'>,
): number | null | undefined {
  const { state, profile, finalAt, firstSentAt, foundAt, claims, historyComplete } = attempt
  const at = entry.updatedAt
  if (attempt.unconfirmedCallback !== null || attempt.failedLookups > 0) return undefined
  const open = claims.find(({ resolved }) => resolved === null)
  const isCorrectable = state === 'failed' && profile === 'p2p'
  if (state !== 'placed' && !isCorrectable) {
    if (state !== 'succeeded' && state !== 'failed') return undefined
    if (historyComplete) return null
    const historyAt = (finalAt ?? at) + historyMs
    if (attempt.unansweredSince === null || at < historyAt) return Math.max(at + second, historyAt)
    return at - historyAt > 24 * hour ? null : at + tenthOf(at - historyAt, minute, hour)
  }
  const end = isCorrectable
    ? (finalAt ?? 0) + watchMs
    : entry.kind === 'checkout'
      ? entry.expiresAt + watchMs
      : Number.POSITIVE_INFINITY
  const until = open === undefined ? end : Math.max(end, open.at + watchMs)
  /** An operator receives what has had no documented status for so long. */
  const reviewedAt = state === 'placed' ? (attempt.unansweredSince ?? 0) + reviewMs : 0
  const orReviewed = (next: number): number => (reviewedAt > at ? Math.min(next, reviewedAt) : next)
  if (at >= until && reviewedAt > at) return reviewedAt
  if (at >= until) return (foundAt ?? 0) >= until ? null : undefined
  const isOnPage = entry.kind === 'checkout' && at - entry.seenAt < minute
  const pause = isCorrectable
    ? tenthOf(at - (finalAt ?? at), minute, hour)
    : isOnPage
      ? 3 * second
      : tenthOf(at - firstSentAt, 15 * second, hour)
  return orReviewed(Math.min(until, at + pause))
}

/** When a create may have arrived at the latest. */
const inFlightMs = 9900 + 10_000

/** When an unknown create is looked up next after a lookup that has found nothing. Undefined: another pace counts. */
export function expectedLookupOfUnknown(attempt: Attempt, { updatedAt: at }: Entry): number | undefined {
  const { state, review, failedLookups, firstSentAt, sentAt, sendCount, notFoundCount } = attempt
  if (state !== 'unknown' || review !== null || failedLookups > 0) return undefined
  const arrivedBy = sentAt + inFlightMs
  function next(): number {
    if (at < arrivedBy) return Math.min(arrivedBy, at + 2 * second)
    if (attempt.knownToExist) return at + tenthOf(at - firstSentAt, second, 5 * minute)
    if (notFoundCount === 0) return at + second
    // Then it is sent again: later with every send.
    return Math.max(at + second, arrivedBy + Math.min(5 * minute, second * 2 ** sendCount))
  }
  const reviewedAt = firstSentAt + reviewMs
  return reviewedAt > at ? Math.min(next(), reviewedAt) : next()
}

/** No lookup is scheduled for the past, or for later than an hour. */
export const isWithinPace = ({ nextLookupAt }: Attempt, { updatedAt }: Entry): boolean =>
  nextLookupAt === null || (nextLookupAt >= updatedAt && nextLookupAt <= updatedAt + hour)
