import type { Attempt, Entry } from '../../../src/server/rules/model.ts'
import type { ReportChange } from '../../../src/server/rules/report.ts'
import { isLessThan, sameAmount } from '../../../src/service/amount.ts'
import { isPaid, isShort, keepsPayment } from '../paid.ts'
import type { Order } from '../service.ts'
import {
  documented,
  hasArrived,
  isAbsent,
  isFinalStatus,
  isOfUnknownAmount,
  isUnderReview,
  lacksDetails,
  stateOf,
} from './attempts.ts'
import type { Observed } from './observed.ts'

/** The amount became less after the attempt had counted as paid. */
const wasShortLater = (types: string[], n: number): boolean => {
  const paidAt = types.findIndex((type) =>
    [`${n} checkout.succeeded`, `${n} checkout.overpaid`].includes(type),
  )
  return paidAt >= 0 && types.indexOf(`${n} checkout.amount_changed`, paidAt) > paidAt
}

/** At rest the shop's ledger and its report are what the service has. */
export function createRestInvariants(observed: Observed) {
  const {
    accepted,
    accepts,
    amountsOf,
    claimsOf,
    confused,
    denied,
    eventsOf,
    everCorrected,
    everReversed,
    expectRule,
    foreign,
    garbled,
    inOtherCurrency,

    isIn,
    lateAmounts,
    lostAt,
    reported,

    stale,

    throwIfViolated,
    topUps,
  } = observed
  /** At rest the shop's ledger equals the service's. `exact`: lookups have reported all that the service knows. */
  function checkFinal(entry: Entry, attempt: Attempt, order: Order | undefined, exact: boolean): void {
    const { externalTransactionId: id, n, state, review, amount } = attempt
    // Only an operator ends it: a payout that is not sent again after its deadline.
    const isOperators = entry.kind === 'payout' && state === 'unknown' && review?.reason === 'unresolved'
    if (isOperators && order === undefined) return
    if (foreign.has(id)) {
      const isDenied = denied.has(id) && isAbsent(attempt)
      expectRule(
        isDenied || review?.reason === 'foreign',
        `${id} has an order of another system, and no review of it`,
      )
      return
    }
    // A lost payout that was created again much later than an order of another amount: an operator decides whose it is.
    const isOlder = order !== undefined && order.createdAt < attempt.firstSentAt - 5 * 60_000
    const amounts = order === undefined ? [] : [order, ...order.earlier].map((one) => Number(one.amount))
    const hadOther = garbled.has(id) || amounts.some((one) => one !== Number(amount.value))
    const mayBeForeign = lostAt.has(id) && ((isOlder && hadOther) || inOtherCurrency.has(id))
    if (mayBeForeign && review?.reason === 'foreign' && attempt.externalId === null) return
    // Its amounts are of another currency, and compare with nothing.
    const isOfOperator = review?.reason === 'currency' && review.resolved?.by !== 'automatic'
    const isDecided = state === 'succeeded' || isOfOperator
    if (inOtherCurrency.has(id) && attempt.otherCurrency !== null && isDecided) return
    const types = eventsOf(entry)
    const wasReversed = everReversed.has(id)
    const expected = [
      ...(order === undefined || denied.has(id) ? ['refused', 'not_created'] : []),
      ...(order === undefined ? [] : [stateOf(order.status)]),
      ...(wasReversed ? ['succeeded', 'failed'] : []),
    ]
    const why = `at the service ${order?.status ?? 'no order'}: ${JSON.stringify(attempt.activity)}`
    expectRule(expected.includes(state), `${id} is ${state}, ${why}`)
    const isExact = exact && !lateAmounts.has(id) && !wasReversed
    const isUnknown = !exact && isOfUnknownAmount(attempt)
    if (state === 'succeeded' && order !== undefined && !wasReversed && !isUnknown) {
      const paid = attempt.reported ?? amount.value
      const allowed = isExact ? [order.amount] : [amount.value, ...(amountsOf.get(id) ?? [])]
      const isOf = allowed.some((one) => sameAmount(paid, one))
      expectRule(isOf, `${id} has the amount ${paid}, at the service ${order.amount}`)
      const claims = claimsOf(attempt, accepted).filter(({ status }) => status === 'Success')
      const isAsked = [order.amount, ...claims.map((claim) => claim.amount)].some((one) =>
        sameAmount(one, amount.value),
      )
      expectRule(isAsked || claims.length === 0 || !sameAmount(paid, amount.value), `${id} lost its amount`)
      // Callbacks carry no time, but one of the amount asked for replaces no other.
      const isChanged = !sameAmount(order.amount, amount.value)
      const isClaimed = claims.some((claim) => sameAmount(claim.amount, order.amount))
      expectRule(
        !isChanged || !isClaimed || !sameAmount(paid, amount.value),
        `${id} lost its amount ${order.amount}`,
      )
    }
    if (isExact && order !== undefined && isFinalStatus(order.status)) {
      const isWhole = attempt.historyComplete && attempt.history.length === order.history.length
      // Lookups for a history alone end some time.
      const isGivenUp = attempt.failedLookups > 50 || isAbsent(attempt) || isIn(stale, attempt)
      expectRule(
        isWhole || isGivenUp,
        `${id} has ${attempt.history.length} of ${order.history.length} history items`,
      )
    }
    const goesBack = entry.kind === 'checkout' && !keepsPayment(entry, attempt)
    // A lookup says that it has failed: an operator decides, and the callback counts no more.
    const isContradicted = isUnderReview(attempt) && review?.reason === 'contradiction'
    // Since then lookups report less.
    const isTakenBack = order !== undefined && isLessThan(order.amount, amount.value)
    expectRule(
      !attempt.underpaid || !topUps.has(id) || isTakenBack || goesBack || isContradicted,
      `${id} is underpaid, although a callback has reported enough`,
    )
    const isReported = (isShort(attempt) || goesBack) && types.includes(`${n} checkout.underpaid`)
    expectRule(
      !attempt.underpaid || isReported || isUnknown,
      `${id} is underpaid with ${attempt.reported}: ${types}`,
    )
    const isSurplus = types.includes(`${n} checkout.overpaid`)
    const mayBeShort = attempt.underpaid || isSurplus || wasShortLater(types, n) || accepts.requested.has(id)
    const isShortDeposit = isShort(attempt) && state === 'succeeded' && entry.kind === 'checkout'
    expectRule(!isShortDeposit || mayBeShort, `${id} is paid with ${attempt.reported}: ${types}`)
    const isFailed = state === 'failed' || state === 'refused'
    const isEmitted = types.some((type) => type.startsWith(`${n} `) && type.endsWith('failed'))
    expectRule(!isFailed || isEmitted, `no event reports the failure of ${id}: ${types}`)
    const isUnclear = state === 'placed' && order !== undefined && !documented.includes(order.status)
    const statuses = [...(reported.get(attempt.externalId ?? '') ?? [])]
    const wasUnclear = statuses.some((status) => !documented.includes(status))
    const isReviewed = review !== null && review.resolved?.by !== 'automatic'
    expectRule(!isUnclear || isReviewed, `no operator has received ${id}, ${why}`)
    const mayWait =
      wasReversed ||
      (review?.reason === 'unresolved' && isUnclear) ||
      (review?.reason === 'contradiction' && (isIn(confused, attempt) || wasUnclear)) ||
      attempt.underpaid ||
      (review?.reason === 'amount' && isIn(garbled, attempt)) ||
      review?.reason === 'unconfirmed' ||
      // Its amount was unreadable, and nothing names it any more.
      (review?.reason === 'amount' && !exact) ||
      (review?.reason === 'overpaid' && entry.attempts.filter(hasArrived).length > 1) ||
      (review?.reason === 'details' && lacksDetails(attempt))
    expectRule(!isUnderReview(attempt) || mayWait, `${id} needs review: ${review?.reason}`)
    expectRule(
      attempt.body === null && attempt.paymentDetails === null,
      `${id} still has its body or payment details`,
    )
  }

  return {
    checkFinal,
    /** The counters of reports are what is stored of the checkouts. */
    checkReport(entries: Entry[], changes: readonly ReportChange[]): void {
      const checkouts = entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry] : []))
      const attempts = checkouts.flatMap((checkout) => checkout.attempts)
      const isCorrected = ({ externalTransactionId: id }: Attempt): boolean => everCorrected.has(id)
      const counted = (unit: 'order' | 'attempt', name: string): number =>
        changes.reduce((sum, { key, counts }) => sum + (key.unit === unit ? (counts[name] ?? 0) : 0), 0)
      const expected = [
        ['order', 'count', checkouts.length],
        ['order', 'paid', checkouts.filter((checkout) => checkout.attempts.some(isPaid)).length],
        ['order', 'chosen', checkouts.filter((checkout) => checkout.attempts.length > 0).length],
        ['attempt', 'count', attempts.length],
        ['attempt', 'paid', attempts.filter(isPaid).length],
        ['attempt', 'short', attempts.filter(({ underpaid }) => underpaid).length],
        ['attempt', 'reportedSent', attempts.filter(({ reportedSentAt }) => reportedSentAt !== null).length],
        ['attempt', 'claimed', attempts.filter(({ claims }) => claims.length > 0).length],
        ['attempt', 'corrected', attempts.filter((one) => isPaid(one) && isCorrected(one)).length],
      ] as const
      for (const [unit, name, count] of expected)
        expectRule(
          counted(unit, name) === count,
          `the report counts ${counted(unit, name)} of ${count} ${unit}s ${name}`,
        )
      throwIfViolated()
    },
  }
}
