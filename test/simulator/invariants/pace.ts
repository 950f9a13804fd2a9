import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import { sameAmount } from '../../../src/service/amount.ts'
import { expectedLookup, expectedLookupOfUnknown, isWithinPace } from '../expected-lookup.ts'
import { passMs, shopRules } from '../shop-rules.ts'
import { documented, isFinalStatus, isUndecided, stateOf } from './attempts.ts'
import type { Observed } from './observed.ts'

/** The write is that of a lookup that has found nothing. */
function hasFoundNothing(before: Attempt, after: Attempt): boolean {
  const [earlier, last] = [before.activity.at(-1), after.activity.at(-1)]
  return last?.type === 'lookup_not_found' && (earlier?.type !== last.type || earlier.count !== last.count)
}

const lastLookup = (attempt: Attempt | undefined) =>
  attempt?.activity.findLast((item) => item.type === 'lookup_found')

/** The lookup that has found the order, if the write is that of one. */
function newLookup(before: Attempt | undefined, after: Attempt) {
  const [earlier, last] = [lastLookup(before), lastLookup(after)]
  return earlier?.at === last?.at && earlier?.count === last?.count ? undefined : last
}

const wasContradicted = ({ activity }: Attempt): boolean =>
  activity.some((item) => item.type === 'review_opened' && item.reason === 'contradiction')

/** Lookups are frequent enough, and what they do not decide is reviewed in time. */
export function createPaceInvariants(observed: Observed) {
  const { expectRule, lostAt, now, skewMs, throwIfViolated } = observed
  const storedSince = new Map<string, number>()

  /** An undecided outcome, and a callback that no lookup confirms, are reviewed in time. */
  function checkReview(
    before: Attempt | undefined,
    { review, firstSentAt, externalTransactionId: id }: Attempt,
  ): void {
    if (review === null || before === undefined || before.review !== null || !observed.isPunctual) return
    const callbackAt = review.reason === 'unconfirmed' ? before.unconfirmedCallback?.at : undefined
    // Of an order that exists the deadline begins with the first lookup that is not answered.
    const openSince = isUndecided(before) ? firstSentAt : (before.unansweredSince ?? review.at)
    const since = review.reason === 'unresolved' ? openSince : (callbackAt ?? review.at)
    const late = (review.at - since) / 1000
    expectRule(
      late * 1000 <= shopRules.reviewAfterMs + passMs,
      `the review of ${id} was opened after ${late} s`,
    )
  }

  /** A status that is not documented decides nothing, so the review stays open. */
  function checkStillOpen(before: Attempt | undefined, after: Attempt): void {
    const [old, review] = [before?.review, after.review]
    if (old?.reason !== 'unresolved' || old.resolved !== null || review?.reason !== 'unresolved') return
    const isClosed = review.at !== old.at || review.resolved?.by === 'automatic'
    // While a callback waits, what is stored is an earlier status.
    const status = lastLookup(after)?.status ?? ''
    const isUnclear = after.state === 'placed' && !documented.includes(status)
    const { externalTransactionId: id } = after
    expectRule(!isClosed || !isUnclear, `the review of ${id} was closed by the status ${status}`)
  }

  /** Nor does it decide anything once an order is final, and an operator receives it: money may have moved. */
  function checkUnclear(before: Attempt | undefined, after: Attempt): void {
    if (before === undefined || !(before.state === 'succeeded' || before.state === 'failed')) return
    const news = newLookup(before, after)
    if (news === undefined || documented.includes(news.status)) return
    const { externalTransactionId: id, state, profile, otherCurrency } = after
    const isCorrectable = before.state === 'failed' && profile === 'p2p'
    // With such a lookup a callback that waits may have stood at its deadline.
    const isAccepted = before.unconfirmedCallback !== null && after.unconfirmedCallback === null
    expectRule(state === before.state || isAccepted, `${id} is ${state} by the status ${news.status}`)
    expectRule(
      wasContradicted(after) || isCorrectable || otherCurrency !== null,
      `no operator has received that ${id}, which is ${state}, has the status ${news.status}`,
    )
  }

  /**
   * A callback that was accepted needs no operator once a lookup has the same status and amount, and no sooner; nor if an
   * earlier one said something else, or the review has replaced that of something else.
   */
  function checkConfirmed(before: Attempt | undefined, after: Attempt): void {
    const [old, review] = [before?.review, after.review]
    if (before === undefined || old == null || old.resolved !== null || review?.reason !== 'unconfirmed')
      return
    const { externalTransactionId: id } = after
    const isReplaced = old.reason === 'overpaid' || old.reason === 'contradiction'
    expectRule(!isReplaced || review.operatorOnly === true, `the review ${old.reason} of ${id} is lost`)
    if (old.reason !== 'unconfirmed') return
    const news = newLookup(before, after)
    const isFinal = news !== undefined && isFinalStatus(news.status) && after.unconfirmedCallback === null
    const isSame =
      isFinal &&
      stateOf(news.status) === before.state &&
      (before.state === 'failed' || sameAmount(before.reported ?? '0', after.reported ?? '0'))
    const isConfirmed = isSame && old.operatorOnly !== true
    const isClosed = review.resolved?.by === 'automatic'
    expectRule(isSame || !isFinal || review.operatorOnly === true, `${id} may be called confirmed later`)
    expectRule(
      isClosed === isConfirmed,
      `a callback of ${id} was accepted, and its review ${isClosed ? 'was closed' : 'stays open'} after the status ${news?.status}`,
    )
  }

  /** Lookups are as frequent as the payer and the age of the order need. */
  function checkPace(before: Attempt | undefined, after: Attempt, entry: Entry): void {
    const { externalTransactionId: id, nextLookupAt, foundAt, state } = after
    if (before === undefined || before.nextLookupAt === nextLookupAt) return
    const pause = nextLookupAt === null ? 'never' : `after ${nextLookupAt - entry.updatedAt} ms`
    expectRule(isWithinPace(after, entry), `${id}, which is ${state}, is looked up again ${pause}`)
    // A lookup that says what many before it said is followed by the next one only later.
    const news = after.activity.at(-1)
    const isOld =
      news?.type === 'lookup_found_foreign' && news.count > 4 && news.lastAt - news.at < news.count * 20_000
    const isSoon = nextLookupAt !== null && nextLookupAt < entry.updatedAt + 5000
    const repeats = isOld && isSoon && news.lastAt === entry.updatedAt
    expectRule(!repeats, `${id} is looked up again ${pause}, as ${news?.count} times before`)
    const expected =
      foundAt === before.foundAt
        ? hasFoundNothing(before, after)
          ? expectedLookupOfUnknown(after, entry)
          : undefined
        : expectedLookup(after, entry, shopRules)
    const isDue = expected === undefined || expected === nextLookupAt
    expectRule(isDue, `${id}, which is ${state}, is looked up again ${pause}, not at ${expected}`)
  }

  /** An operator receives what is undecided once it has had its time. */
  function checkReviewTime(before: Attempt | undefined, after: Attempt): void {
    const { externalTransactionId: id, review, firstSentAt } = after
    if (review?.reason !== 'unresolved' || before?.review?.at === review.at) return
    const waited = review.at - firstSentAt
    expectRule(
      waited >= shopRules.reviewAfterMs - 2 * skewMs,
      `${id} was reviewed as unresolved after ${waited} ms`,
    )
  }

  return {
    /** Of what a failover has lost: an attempt that is there again is stored since then. */
    forgetStored: ({ externalTransactionId: id }: Attempt): boolean => storedSince.delete(id),
    checkAttempt(before: Attempt | undefined, after: Attempt, entry: Entry): void {
      checkReviewTime(before, after)
      checkReview(before, after)
      checkStillOpen(before, after)
      checkUnclear(before, after)
      checkConfirmed(before, after)
      checkPace(before, after, entry)
    },
    /** What was sent and stored before `late` and is still undecided has a review. */
    checkDeadlines(entries: Entry[], late: number): void {
      for (const attempt of entries.flatMap(({ attempts }) => attempts)) {
        const { externalTransactionId: id, review, unconfirmedCallback } = attempt
        // Work on what a failover has left begins with it.
        const leftSince = lostAt.get(id) ?? 0
        // A frozen process may store an attempt long after its start.
        const since = storedSince.get(id) ?? now()
        storedSince.set(id, since)
        expectRule(
          review !== null || !isUndecided(attempt) || since > late,
          `${id} is undecided without a review`,
        )
        const unanswered =
          attempt.state === 'placed' && attempt.unansweredSince !== null
            ? Math.max(attempt.unansweredSince, leftSince)
            : null
        expectRule(
          review !== null || unanswered === null || unanswered > late || unconfirmedCallback !== null,
          `lookups of ${id} are not answered, without a review`,
        )
        const waitsSince = Math.max(unconfirmedCallback?.at ?? now(), leftSince)
        expectRule(
          waitsSince > late || review?.reason === 'currency',
          `a callback of ${id} waits without a review`,
        )
      }
      throwIfViolated()
    },
  }
}
