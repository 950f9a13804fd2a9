import { recentLookupMs } from '../../../src/server/rules/attempt/lookup-schedule.ts'
import type { Attempt, Checkout, Entry } from '../../../src/server/rules/model.ts'
import { isPaid } from '../paid.ts'
import { outageMs, passMs, putAsideMs } from '../shop-rules.ts'
import {
  hasArrived,
  isAbsent,
  isAcceptedUnconfirmed,
  isCharging,
  isPayable,
  isUndecided,
  isUnderReview,
  wasDiscarded,
} from './attempts.ts'
import type { Observed, Signed } from './observed.ts'
import { provesNoOrder } from './refusals.ts'

/** Every state follows from what the service has said, and every checkout from what its payer may do. */
export function createTransitionInvariants(observed: Observed) {
  const {
    absent,
    accepted,
    claimsOf,
    duplicates,
    everCorrected,
    expectRule,
    inFlightMs,
    lastFoundAt,
    maxAttempts,
    notFoundSince,
    now,
    refused,
    reported,
    requests,
    sentAt,
    signed,
    skewMs,
    wrongClocks,
  } = observed
  /** Since when an attempt is stored as refused. */
  const refusedSince = new Map<string, number>()

  /** Rules 3 and 4: absence follows from lookups once no create was in flight, or is an operator's word. */
  function checkAbsence(attempt: Attempt): void {
    const { externalTransactionId: id, state, profile, refusal, sendCount } = attempt
    if (!attempt.confirmedAbsent || !isAbsent(attempt) || absent.has(id)) return
    absent.add(id)
    const isProved = profile === 'payout' && sendCount === 1 && provesNoOrder(refusal?.status ?? 0)
    if (isProved || wasDiscarded(attempt)) return
    expectRule(!duplicates.has(id), `${id} was called absent, although the service has it`)
    const isDeposit = state === 'refused' && profile !== 'payout'
    const since = isDeposit ? refusedSince.get(id) : (sentAt.get(id) ?? 0) + inFlightMs
    const found = notFoundSince(id, since ?? now())
    expectRule(
      found >= (isDeposit && sendCount === 1 ? 1 : 2),
      `${id} was called absent after ${found} lookups`,
    )
  }

  /** Rule 6, and that every state follows from what the service has said. */
  function checkTransition(before: Attempt | undefined, attempt: Attempt): void {
    const { externalTransactionId: id, state, profile } = attempt
    if (state !== 'refused') refusedSince.delete(id)
    else if (!refusedSince.has(id)) refusedSince.set(id, now())
    checkAbsence(attempt)
    expectRule(
      state === 'placed' || attempt.paymentDetails === null,
      `${id} is ${state} and keeps payment details`,
    )
    const claim = attempt.unconfirmedCallback
    const isClaimed =
      claim === null ||
      before?.unconfirmedCallback?.at === claim.at ||
      claimsOf(attempt, signed).some(({ status }) => status === claim.status)
    expectRule(isClaimed, `${id} waits for the lookup of a ${claim?.status} that its key has not signed`)
    const isReported = before?.reportedSentAt === null && attempt.reportedSentAt !== null
    expectRule(!isReported || before.state === 'placed', `${id} is ${state}, and was reported as sent`)
    const isResent = before !== undefined && before.sendCount < attempt.sendCount
    // An operator may have paid in another way meanwhile.
    expectRule(!isResent || before.review === null, `${id} was sent again after an operator was given it`)
    if (before?.state === 'failed' && state === 'succeeded') everCorrected.add(id)
    const hadOtherSuccess = attempt.activity.some(
      (item) => item.type === 'review_opened' && item.reason === 'currency',
    )
    const isTakenBack = before?.state === 'placed' && state === 'failed' && hadOtherSuccess
    expectRule(!isTakenBack, `${id} failed after success in another currency`)
    if (before?.state === state) return
    const followers = {
      succeeded: [],
      failed: profile === 'p2p' ? ['succeeded'] : [],
      placed: ['failed', 'succeeded'],
    }
    const allowed: string[] | undefined = new Map(Object.entries(followers)).get(before?.state ?? '')
    expectRule(allowed?.includes(state) !== false, `${id} moved from ${before?.state} to ${state}`)
    const isGivenUp = state === 'not_created' && profile === 'payout' && before?.state === 'unknown'
    expectRule(!isGivenUp || wasDiscarded(attempt), `${id} was given up, although nobody has decided that`)
    expectRule(state !== 'refused' || refused.has(id), `${id} is refused, but the service never refused it`)
    if (state !== 'succeeded' && state !== 'failed') return
    const isAccepted = attempt.activity.some(
      (item) => item.type === 'operator_decided' && item.action === 'accept',
    )
    const isOurs = state === 'failed' || isAccepted || attempt.otherCurrency === null
    expectRule(isOurs, `${id} succeeded in another currency`)
    const status = state === 'succeeded' ? 'Success' : 'Failed'
    const wasReported = reported.get(attempt.externalId ?? '')?.has(status) === true
    const successesOf = <T extends Signed>(callbacks: readonly T[]): T[] =>
      claimsOf(attempt, callbacks).filter((callback) => callback.status === 'Success')
    const isSigned = successesOf(signed).length > 0
    // One that has just arrived may not be applied yet.
    const appliedBy = now() - (observed.wasPutAside ? putAsideMs : observed.isPunctual ? passMs : outageMs)
    const isOutweighed = state === 'failed' && successesOf(accepted).some(({ at }) => at < appliedBy)
    const isAcceptedSigned = state === 'succeeded' && isAccepted && isSigned
    expectRule(
      wasReported || isAcceptedSigned || (isAcceptedUnconfirmed(attempt) && !isOutweighed),
      `${id} is ${state}, but the service never reported it`,
    )
  }

  /** How long one is watched goes by when it ended. */
  function checkEnd(before: Attempt | undefined, after: Attempt, writtenAt: number): void {
    const { externalTransactionId: id, state, finalAt } = after
    if (state !== 'succeeded' && state !== 'failed') return
    const endedAt = before?.state === state ? before.finalAt : writtenAt
    expectRule(finalAt === endedAt, `${id} is stored as ${state} at ${finalAt}, not at ${endedAt}`)
  }

  /** The first payment stays the first one. */
  function checkSurplus(before: Entry | undefined, { attempts }: Entry): void {
    const wasPaid = before?.attempts.some(isPaid) === true
    for (const one of attempts.filter(isPaid)) {
      const old = before?.attempts[one.n - 1]
      const isSurplus = old !== undefined && isPaid(old) ? old.surplus === true : wasPaid
      const stored = one.surplus === true ? 'a later' : 'the first'
      const isRight = (one.surplus === true) === isSurplus
      expectRule(isRight, `${one.externalTransactionId} is stored as ${stored} payment, and is not`)
    }
  }

  /** What a lookup has found is as old as its request, and what a later one has found stays. */
  function checkFoundAt(before: Attempt | undefined, { foundAt, externalId }: Attempt): void {
    if (foundAt === null || before === undefined || before.foundAt === foundAt || wrongClocks > 0) return
    const requestedAt = lastFoundAt.get(externalId ?? '') ?? 0
    const isKnown = foundAt <= requestedAt + 2 * skewMs
    expectRule(isKnown, `a lookup of ${externalId} at ${requestedAt} is stored as of ${foundAt}`)
    const isLater = foundAt >= (before.foundAt ?? 0) - 2 * skewMs
    expectRule(isLater, `a lookup of ${externalId} at ${foundAt} has replaced one at ${before.foundAt}`)
  }

  /** Rule 16: the payer replaces an attempt only while no money can be on its way. */
  function checkReplace(before: Checkout, after: Checkout): void {
    const last = before.attempts.at(-1)
    const isReplaced = after.attempts.some(
      ({ n, replacedAt }) => n === last?.n && replacedAt !== last.replacedAt,
    )
    if (last === undefined || !isReplaced || after.reopenedAfter > before.reopenedAfter) return
    const expectNone = (what: string, applies: (attempt: Attempt) => boolean): void =>
      expectRule(
        !before.attempts.some(applies),
        `${last.externalTransactionId} was replaced, although ${what}`,
      )
    expectNone('a saved card is being charged', isCharging)
    expectNone('the money is reported as sent', ({ reportedSentAt }) => reportedSentAt !== null)
    expectNone('an outcome is unknown', isUndecided)
    expectNone('money has arrived', hasArrived)
    expectNone('a callback waits', ({ unconfirmedCallback }) => unconfirmedCallback !== null)
    expectNone('a review is open', isUnderReview)
    const requestedAt = [...requests].flatMap(({ path, at }) => (path.includes(after.id) ? [at] : []))
    const foundAt = lastFoundAt.get(last.externalId ?? '') ?? 0
    const since = Math.min(now(), ...requestedAt) - recentLookupMs - 2 * skewMs
    expectNone('no lookup preceded', () => last.state === 'placed' && foundAt < since)
  }

  /** Rule 4: what the server starts by itself after a refusal uses no pipeline that has refused. */
  function checkCascade({ id, attempts }: Checkout, after: Checkout): void {
    const started = after.attempts[attempts.length]
    const isRequested = [...requests].some(({ path, mayWrite }) => mayWrite && path.includes(id))
    const last = attempts.at(-1)
    if (started === undefined || isRequested || last === undefined) return
    const isOfSame = started.customer === last.customer
    expectRule(isOfSame, `${id} was charged to ${started.customer} by itself, after ${last.customer}`)
    if (last.state !== 'refused' || after.expired) return
    const open = attempts.findLastIndex(({ state }) => state !== 'refused')
    const tried = attempts.slice(open + 1).map(({ pipeline }) => pipeline)
    const isNew = !tried.includes(started.pipeline)
    expectRule(isNew, `${started.externalTransactionId} repeats the pipeline ${started.pipeline} by itself`)
  }

  function checkTime(
    before: Checkout,
    { id, attempts, expired, expiresAt, extensions, reopenedAfter }: Checkout,
  ): void {
    const count = attempts.length - reopenedAfter
    const isWithin = count <= maxAttempts || attempts.length === before.attempts.length
    expectRule(isWithin, `${id} has ${count} attempts`)
    expectRule(
      expiresAt <= before.expiresAt ||
        attempts.length > before.attempts.length ||
        reopenedAfter === attempts.length ||
        extensions === before.extensions + 1 ||
        attempts.every(isAbsent),
      `${id} was renewed, although it may have an order`,
    )
    const last = before.attempts.at(-1)
    const isOver = before.expired || wrongClocks > 0 || before.expiresAt <= now() + skewMs
    expectRule(isOver || !expired, `${id} has expired ${before.expiresAt - now()} ms too soon`)
    const isOpen = !before.expired && now() < before.expiresAt + skewMs
    expectRule(
      // Reopening starts their count again.
      extensions <= before.extensions || (isOpen && (last === undefined || isPayable(last))),
      `${id} got more time, although it is over`,
    )
    if (reopenedAfter === before.reopenedAfter) return
    expectRule(!before.attempts.some(hasArrived), `${id} was reopened, although money has arrived`)
    expectRule(
      !before.attempts.some(isCharging),
      `${id} was reopened, although a saved card is being charged`,
    )
    const prevents = (attempt: Attempt): boolean => isPayable(attempt) || isUndecided(attempt)
    expectRule(!attempts.some(prevents), `${id} was reopened, and cannot be paid again`)
    expectRule(!before.attempts.some(isUnderReview), `${id} was reopened, although a review is open`)
    const hasCallback = before.attempts.some(({ unconfirmedCallback }) => unconfirmedCallback !== null)
    expectRule(!hasCallback, `${id} was reopened, although a callback waits`)
  }

  /** Of several payments all but one are reviewed, each once. */
  function checkPaidTwice(before: Entry | undefined, { id, attempts }: Entry): void {
    const openings = ({ activity }: Attempt): number =>
      activity.filter((item) => item.type === 'review_opened' && item.reason === 'overpaid').length
    const opened = attempts.filter((one) => {
      const old = before?.attempts[one.n - 1]
      return openings(one) > (old === undefined ? 0 : openings(old))
    })
    if (opened.length === 0) return
    const paid = attempts.filter(isPaid)
    const reviewed = paid.filter((one) => openings(one) > 0).length
    const isOnce = attempts.every((one) => openings(one) <= 1)
    expectRule(
      isOnce && reviewed < paid.length,
      `${id} has ${paid.length} payments, and too many reviews of them`,
    )
  }

  return {
    checkAttempt(before: Attempt | undefined, after: Attempt, writtenAt: number): void {
      checkTransition(before, after)
      checkEnd(before, after, writtenAt)
      checkFoundAt(before, after)
    },
    checkCheckout(before: Checkout, after: Checkout): void {
      checkTime(before, after)
      checkReplace(before, after)
      checkCascade(before, after)
    },
    checkSurplus,
    checkPaidTwice,
    /** Of what a failover has lost. */
    forgetRefusal: ({ externalTransactionId: id }: Attempt): boolean => refusedSince.delete(id),
  }
}
