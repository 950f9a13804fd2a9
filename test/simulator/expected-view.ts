import type { CheckoutView, Method, Reason } from '../../src/contract/index.ts'
import type { Attempt, Checkout } from '../../src/server/rules/model.ts'
import { isPaid, payingAttempt } from './paid.ts'
import { comparedFields, expectedFields, isCorrectable } from './payer-fields.ts'

/** The options of the simulated shop that a view depends on. */
export interface ShopRules {
  watchMs: number
  claimAfterMs: number
  maxAttempts: number
  maxExtensions: number
  /** Payers of transfers fill in fields. */
  hasFields: boolean
}

const hasOrder = ({ state }: Attempt): boolean =>
  state === 'placed' || state === 'failed' || state === 'succeeded'
/** Lookups have decided that there is no order. */
const isCalledAbsent = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'not_created' || (state === 'refused' && confirmedAbsent)
const isAbsent = (attempt: Attempt): boolean => isCalledAbsent(attempt) && attempt.doubtedAt === null
const isUndecided = (attempt: Attempt): boolean => !hasOrder(attempt) && !isAbsent(attempt)
const isCharged = ({ state, profile }: Attempt): boolean => state === 'placed' && profile === 'token'
/** The payer was shown how to pay it, or is shown it now. */
const canBePaid = ({ state, detailsLost, replacedAt }: Attempt): boolean =>
  state === 'placed' && !detailsLost && replacedAt === null
const isUnderReview = ({ review }: Attempt): boolean => review !== null && review.resolved === null
/** The service says so, and a lookup or an operator has to agree. */
const mayHaveBeenPaid = (attempt: Attempt): boolean =>
  attempt.unconfirmedCallback?.status === 'Success' ||
  (isUnderReview(attempt) && attempt.otherCurrency !== null && attempt.status === 'Success') ||
  (isUnderReview(attempt) && attempt.state === 'failed' && attempt.review?.reason === 'contradiction')
const isOpen = ({ resolved }: Attempt['claims'][number]): boolean => resolved === null
const iso = (at: number): string => new Date(at).toISOString()

/** Why an attempt has failed: the service's refusal, or the newest failure in its history. */
export function expectedReason({ state, replacedAt, refusal, history }: Attempt): Reason {
  const of = (group: Reason['group'], key: string, code: string | null = null): Reason => ({
    code,
    group,
    key,
  })
  if (state === 'placed')
    return replacedAt === null ? of('technical', 'details-lost') : of('none', 'replaced')
  if (state === 'refused' && refusal !== null) {
    const isCurrency = refusal.code === '1.2.4.9' || refusal.statusDescription === '2-00100-2'
    const byStatus: Record<number, Reason> = {
      401: of('authorization', 'unauthorized'),
      403: of('authorization', 'forbidden'),
      422: of('business', 'balance'),
      423: of('business', isCurrency ? 'currency' : 'no-route'),
    }
    const other =
      refusal.label === 'LIMITS_ERROR' ? of('business', 'limit') : of('technical', 'invalid-request')
    return byStatus[refusal.status] ?? other
  }
  const failures = history.filter(({ code }) => code?.split('.')[2] === '4')
  const named = failures.findLast(({ code }) => !code?.endsWith('.00'))
  // The only reason that the simulated service gives.
  if (named !== undefined) return of('issuer', 'insufficient-funds', named.code)
  return of('none', 'unspecified', failures.at(-1)?.code ?? null)
}

const refusedLast = ({ attempts }: Checkout): (Method | null)[] =>
  attempts.slice(attempts.findLastIndex(({ state }) => state !== 'refused') + 1).map(({ method }) => method)

/** Contract 1: what a payer reads of a stored checkout at a time, as far as it follows from what is stored. */
export function expectedView(checkout: Checkout, at: number, hasCards: boolean, rules: ShopRules) {
  const { attempts, expiresAt, reopenedAfter, refunds, extensions, expired } = checkout
  const last = attempts.at(-1)
  const paying = payingAttempt(checkout.attempts)
  const allShort = attempts.filter(({ underpaid }) => underpaid)
  const short = allShort.find(({ reported }) => reported !== null) ?? allShort[0]
  const claims = attempts.flatMap((attempt) => attempt.claims)
  const isOver = at >= expiresAt
  const isLive = !isOver && !attempts.some(({ state }) => state === 'succeeded')
  const isLimited = attempts.length - reopenedAfter >= rules.maxAttempts
  /** Its time is over, and nothing was ever ordered: it can begin again. */
  const isRenewable = isOver && attempts.every(isAbsent) && !attempts.some(isUnderReview)

  function statusOf(): CheckoutView['status'] {
    if (paying !== undefined) return 'succeeded'
    if (short !== undefined) return 'pending'
    if (last === undefined) return isOver ? 'expired' : 'choosing'
    const isFailed =
      last.state === 'failed' ||
      (last.state === 'refused' && (!isOver || last.confirmedAbsent)) ||
      (last.state === 'not_created' && (!isOver || isRenewable)) ||
      (last.state === 'placed' && !isOver && !canBePaid(last))
    if (isFailed) return 'failed'
    if (isOver) return 'expired'
    return last.state === 'placed' ? 'pending' : 'preparing'
  }

  /** Until when the service can still change the attempt. */
  function watchedUntil(attempt: Attempt): number {
    const open = attempt.claims.find(isOpen)
    const claimed = open === undefined ? 0 : open.at + rules.watchMs
    if (attempt.state === 'failed')
      return Math.max(claimed, attempt.profile === 'p2p' ? (attempt.finalAt ?? 0) + rules.watchMs : 0)
    if (isAbsent(attempt)) return claimed
    return isCalledAbsent(attempt) ? Number.POSITIVE_INFINITY : Math.max(claimed, expiresAt + rules.watchMs)
  }

  const status = statusOf()
  const final =
    paying !== undefined ||
    (!isLive &&
      short === undefined &&
      !claims.some(isOpen) &&
      !(isRenewable && !isLimited) &&
      attempts.every((attempt) => at >= watchedUntil(attempt)))

  const blocks = (attempt: Attempt): boolean =>
    isUndecided(attempt) ||
    isCharged(attempt) ||
    canBePaid(attempt) ||
    attempt.state === 'succeeded' ||
    mayHaveBeenPaid(attempt)
  const mayFollow = isLive && !attempts.some(blocks)
  const mayBeOnItsWay = (attempt: Attempt): boolean =>
    isUndecided(attempt) ||
    isCharged(attempt) ||
    attempt.reportedSentAt !== null ||
    attempt.state === 'succeeded'
  const replacedCount = attempts.filter(
    ({ n, replacedAt }) => replacedAt !== null && n > reopenedAfter,
  ).length
  const mayReplace =
    attempts.length > 0 && replacedCount < 3 && !attempts.some(isUnderReview) && !attempts.some(mayBeOnItsWay)
  const mayListFields = rules.hasFields && checkout.terms !== null && (mayFollow || mayReplace) && !isLimited

  const offered = checkout.methods.filter((method) => method !== 'saved-card' || hasCards)
  const others = isLive
    ? offered.filter(
        (method) =>
          (mayListFields && method === 'transfer' && isCorrectable(checkout)) ||
          !refusedLast(checkout).includes(method),
      )
    : offered
  const methods = others.length === 0 ? offered : others

  const mayRetry =
    (status === 'failed' || status === 'expired') && methods.length > 0 && (isRenewable || mayFollow)
  const canReplace = mayReplace && (status === 'pending' || (!isLive && !final)) && !isLimited

  const showsFields =
    mayListFields &&
    methods.includes('transfer') &&
    ((mayRetry && !isLimited) || canReplace || status === 'choosing')

  const byTime = claims.toSorted((a, b) => a.at - b.at)
  const lastClaim = byTime.findLast(isOpen) ?? byTime.at(-1)

  function canClaim(): boolean {
    const mayHaveBeenPaid = ({ profile, state, detailsLost, underpaid }: Attempt): boolean =>
      profile === 'p2p' &&
      !detailsLost &&
      (state === 'placed' || state === 'failed' || (state === 'succeeded' && underpaid))
    if (last === undefined || paying !== undefined) return false
    const lastIsOver = isOver || !(isUndecided(last) || canBePaid(last))
    const attempt = mayHaveBeenPaid(last) || !lastIsOver ? last : attempts.findLast(mayHaveBeenPaid)
    if (attempt === undefined || !mayHaveBeenPaid(attempt)) return false
    if ((checkout.erasedAt ?? attempt.erasedAt) !== null) return false
    const isMissed =
      attempt.state !== 'placed' ||
      isOver ||
      attempt !== last ||
      attempt.replacedAt !== null ||
      at >= attempt.firstSentAt + rules.claimAfterMs
    const own = attempt.claims.find(isOpen)
    const isBare = own?.content === null && own.receipts.length === 0
    return isMissed && (own === undefined ? claims.length < 3 : isBare)
  }

  const pollAfter = { choosing: 15, preparing: 1, pending: short === undefined ? 3 : 30, succeeded: null }
  const paidBy = paying ?? short ?? last
  const amountOf = (attempt: Attempt): string | null =>
    attempt.reported ?? (isPaid(attempt) ? attempt.amount.value : null)
  const paid = paidBy === undefined ? null : amountOf(paidBy)
  const isShown =
    paid !== null && (paidBy?.state === 'succeeded' || Number(paid) !== Number(paidBy?.amount.value))
  const hasNoEnd =
    status === 'succeeded' || status === 'failed' || (status === 'pending' && short !== undefined)
  const limit: Reason = { code: null, group: 'business', key: 'attempts-limit' }
  return {
    status,
    final: status === 'succeeded' || (final && (status === 'failed' || status === 'expired')),
    amount: last?.amount ?? checkout.amount,
    paid: isShown ? paid : null,
    method: (paying ?? last)?.method ?? null,
    methods,
    fields: showsFields ? expectedFields(checkout) : [],
    attempts: attempts.length,
    reason:
      status !== 'failed' || last === undefined ? null : mayRetry && isLimited ? limit : expectedReason(last),
    retry: mayRetry && !isLimited,
    canReplace,
    canClaim: canClaim(),
    canExtend:
      isLive && !expired && extensions < rules.maxExtensions && (last === undefined || canBePaid(last)),
    claim: lastClaim === undefined ? null : [lastClaim.number, lastClaim.resolved?.state ?? 'open'],
    refunds: refunds
      .filter(({ state }) => state !== 'withdrawn')
      .map(({ amount, state }) => ({ amount, state })),
    reportedSentAt: last?.reportedSentAt == null ? null : iso(last.reportedSentAt),
    expiresAt: hasNoEnd ? null : iso(expiresAt),
    pollAfter: status === 'failed' || status === 'expired' ? (final ? null : 30) : pollAfter[status],
  }
}

/** The same members of a view that was given to a page. */
export const comparedView = (view: CheckoutView): ReturnType<typeof expectedView> => ({
  status: view.status,
  final: view.final,
  amount: view.amount,
  paid: view.paid?.value ?? null,
  method: view.method,
  methods: view.methods,
  fields: comparedFields(view.fields?.transfer ?? []),
  attempts: view.attempts,
  reason: view.reason,
  retry: view.retry,
  canReplace: view.canReplace === true,
  canClaim: view.canClaim === true,
  canExtend: view.canExtend === true,
  claim: view.claim == null ? null : [view.claim.number, view.claim.state],
  refunds: view.refunds ?? [],
  reportedSentAt: view.reportedSentAt ?? null,
  expiresAt: view.expiresAt,
  pollAfter: view.pollAfter,
})
