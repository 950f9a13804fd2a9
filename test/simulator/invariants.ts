import type { Difference, ServiceOrder } from '../../src/cli/reconcile/compare.ts'
import type { CheckoutView } from '../../src/contract/index.ts'
import type { PayoutView } from '../../src/contract/payout.ts'
import type { EntryEvent, UnmatchedCallbackEvent } from '../../src/server/index.ts'
import { recentLookupMs } from '../../src/server/rules/attempt/lookup-schedule.ts'
import type { Approval, Attempt, Checkout, Entry, Payout } from '../../src/server/rules/model.ts'
import type { ReportChange } from '../../src/server/rules/report.ts'
import type { StoredAuditRecord } from '../../src/server/store/audit.ts'
import type { StoredCard } from '../../src/server/store/cards.ts'
import { addAmounts, isLessThan, sameAmount } from '../../src/service/amount.ts'
import { createClaimInvariants } from './claims.ts'
import { type Customer, cardOf, customerOf, customers } from './customers.ts'
import { expectedLookup, expectedLookupOfUnknown, isWithinPace } from './expected-lookup.ts'
import { comparedPayout, expectedPayout } from './expected-payout.ts'
import { comparedView, expectedView } from './expected-view.ts'
import { orderOfToken, type StatedOrder } from './order-token.ts'
import { isPaid, isShort } from './paid.ts'
import { createFieldInvariants } from './payer-fields.ts'
import { expectedDifferences, type Local, namesOf } from './reconciliation.ts'
import type { Order, verifiedFields } from './service.ts'
import { amountToSend, createStatementInvariants } from './statements.ts'

/** A violated rule of money. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
}

/** The time-out of a create, and the time after it in which it may still be in flight. */
const timeoutMs = 9900
const graceMs = 10_000
const reviewAfterMs = 5 * 60_000
/** The longest time between two passes over the same due work, with a lease and a time-out in between. */
export const passMs = 90_000
/** What was put aside is done so long after it came. */
const putAsideMs = 40 * 60_000
/** An instance may be down or frozen for this long, and a lookup may wait for another after it. */
export const outageMs = 600_000
/** The longest time in which an instance stores a response; then another takes the work over. */
const leaseMs = 25_000

/** What the interface calls a refusal: these, or another 4xx with the service's own error body. */
const refusalStatuses = [400, 401, 403, 415, 422, 423]
const isClientError = (status: number): boolean => status >= 400 && status < 499 && status !== 408
const isDuplicateError = (status: number, text: string): boolean =>
  isClientError(status) && /"1-4007"|"1\.1\.5\.1"/.test(text)
const isRefusal = (status: number, text: string): boolean =>
  refusalStatuses.includes(status) ||
  (isClientError(status) && /"label":"/.test(text) && /"message":"/.test(text))
/** A payout's response that says that no order was created. */
const provesNoOrder = (status: number): boolean => status === 422 || status === 423

/** The options of the shop. */
export const shopRules = {
  watchMs: 4 * 3_600_000,
  claimAfterMs: 3 * 60_000,
  /** In its place, where that is drawn: later than expiry. */
  lateClaimAfterMs: 6 * 60_000,
  reviewAfterMs: 5 * 60_000,
  maxAttempts: 20,
  /** In place of `maxAttempts`, where that is drawn. */
  fewAttempts: 3,
  /** What a payout is of that is no refund. */
  payout: { value: '10.00', currency: 'UAH' },
  /** What may be paid out on a day, in each currency. */
  payoutLimit: '1300.00',
  maxExtensions: 10,
}

const isUndecided = ({ state, confirmedAbsent }: Attempt): boolean =>
  state === 'sending' || state === 'unknown' || (state === 'refused' && !confirmedAbsent)
/** No order was created. */
const isAbsent = ({ state }: Attempt): boolean => state === 'refused' || state === 'not_created'
/** The payer sees its payment details and can pay it. */
const isPayable = ({ state, detailsLost, replacedAt }: Attempt): boolean =>
  state === 'placed' && !detailsLost && replacedAt === null
/** A saved card's order, which may succeed without the payer. */
const isCharging = ({ state, profile }: Attempt): boolean => state === 'placed' && profile === 'token'
const hasArrived = ({ state }: Attempt): boolean => state === 'succeeded'
/** A success that named no amount, after another than the one asked for had been reported; a contradiction may follow. */
const isOfUnknownAmount = ({ underpaid, reported, review }: Attempt): boolean =>
  underpaid &&
  reported === null &&
  (review?.reason === 'amount' || review?.reason === 'contradiction') &&
  review.resolved?.by !== 'automatic'
const isUnderReview = ({ review }: Attempt): boolean => review !== null && review.resolved === null
/** The service placed its order without payment details. */
const lacksDetails = ({ activity }: Attempt): boolean =>
  activity.some(({ type }) => type === 'details_missing')
/** An operator has decided that no order was created. */
const wasDiscarded = ({ activity }: Attempt): boolean =>
  activity.some((item) => item.type === 'operator_decided' && item.action === 'discard')
/** A verified callback stood at its deadline; a review of the amount may have followed. */
const isAcceptedUnconfirmed = ({ activity }: Attempt): boolean =>
  activity.some((item) => item.type === 'review_opened' && item.reason === 'unconfirmed')

/** Where an action says to pay: a recipient, a bank and a method are no place. */
const placesOf = (action: NonNullable<CheckoutView['action']>): (string | null)[] =>
  action.type === 'redirect'
    ? [action.url]
    : [action.card, action.phone, action.iban, action.accountNumber, action.qr, action.formUrl]

const textOf = ({ value, currency }: { value: string; currency: string }): string => `${value} ${currency}`

/** The statuses that the interface has. */
const documented = ['Init', 'Created', 'Processing', 'Success', 'Failed']
const isFinalStatus = (status: string): boolean => status === 'Success' || status === 'Failed'
const stateOf = (status: string): Attempt['state'] =>
  status === 'Success' ? 'succeeded' : status === 'Failed' ? 'failed' : 'placed'
/** The kind of order that a callback's type names; undefined: no type that the interface names. */
const kinds = new Map<string, Entry['kind']>([
  ['deposit', 'checkout'],
  ['withdrawal', 'payout'],
])
const kindOf = (orderType: string): Entry['kind'] | undefined => kinds.get(orderType.toLowerCase())

/** The amount became less after the attempt had counted as paid. */
const wasShortLater = (types: string[], n: number): boolean => {
  const paidAt = types.findIndex((type) =>
    [`${n} checkout.succeeded`, `${n} checkout.overpaid`].includes(type),
  )
  return paidAt >= 0 && types.indexOf(`${n} checkout.amount_changed`, paidAt) > paidAt
}

/** The write is that of a lookup that has found nothing. */
function hasFoundNothing(before: Attempt, after: Attempt): boolean {
  const [earlier, last] = [before.activity.at(-1), after.activity.at(-1)]
  return last?.type === 'lookup_not_found' && (earlier?.type !== last.type || earlier.count !== last.count)
}

/** Also rounded, as a transfer is. */
const isOfPrice = (given: CheckoutView['amount'], { amount, currency }: StatedOrder): boolean =>
  amount === undefined ||
  (currency === given.currency &&
    (sameAmount(given.value, amount) || sameAmount(given.value, amountToSend({ profile: 'p2p' }, amount))))

/** What operators may decide, as `docs/reviews.md` has it: by act and reason, in which states of the attempt. */
const withoutOrder = ['unknown', 'refused', 'not_created']
const decidable: Record<string, Record<string, readonly string[]>> = {
  discard: { unresolved: withoutOrder, foreign: withoutOrder },
  accept: {
    foreign: withoutOrder,
    currency: ['placed'],
    underpaid: ['succeeded'],
    amount: ['succeeded'],
  },
}

/** Members of an attempt that the payer does not see, or whose end is that of its time. */
const unseen = new Set([
  'activity',
  'nextLookupAt',
  'notFoundCount',
  'failedLookups',
  'foundAt',
  'paymentDetails',
])
const changesSeen = (before: Attempt | undefined, after: Attempt): boolean => {
  if (before === after) return false
  const earlier = new Map(Object.entries(before ?? {}))
  return Object.entries(after).some(([name, value]) => {
    const old: unknown = earlier.get(name)
    return !unseen.has(name) && old !== value && JSON.stringify(old) !== JSON.stringify(value)
  })
}

/** What a callback says, and which pipelines' key has signed it. */
type Signed = ReturnType<typeof verifiedFields>

export type Invariants = ReturnType<typeof createInvariants>

/**
 * The rules of money, stated over what is observed: the service's orders are the truth about the money, and every view,
 * screen, event and stored attempt has to agree with them. `skewMs`: by how much clocks may be wrong. `approval`: payouts
 * need one. `tokens`: orders are opened with tokens.
 */
export function createInvariants({
  now,
  pricesOf,
  skewMs,
  approval,
  tokens,
  maxAttempts,
  claimAfterMs,
  payoutLimit,
  payerFields,
  tolerance,
  wrongClocks,
  isExact,
}: {
  now(): number
  /** The prices that an order had, as `AMOUNT CURRENCY`, the current one last. */
  pricesOf(reference: string): readonly string[]
  /** Lookups have always reported all that the service knows. */
  isExact(): boolean
  skewMs: number
  approval: number
  tokens: number
  maxAttempts: number
  claimAfterMs: number
  payoutLimit: number
  payerFields: number
  /** Of some orders the shop accepts a little less. */
  tolerance: number
  wrongClocks: number
}) {
  /** How often each entry was stored. */
  const storeCounts = new Map<string, number>()
  /** Two instances' clocks may differ by twice their error. */
  const inFlightMs = timeoutMs + graceMs - 2 * skewMs
  /** The entries as they were last stored, by id, and the versions that were written over. */
  const stored = new Map<string, Entry>()
  const versions = new Set<string>()
  const storedSince = new Map<string, number>()
  const absent = new Set<string>()
  /** How often a checkout has got new time after it had expired. */
  const restarts = new Map<string, number>()
  /** When what the payer sees of a checkout was last stored. */
  const changes = new Map<string, number>()
  const eventsByEntry = new Map<string, EntryEvent[]>()
  const unmatchedEvents = new Map<string, UnmatchedCallbackEvent>()
  /** What the service has said in any response, by externalId or externalTransactionId. */
  const reported = new Map<string, Set<string>>()
  /** When the last lookup or create was requested that has found the order, by externalId. */
  const lastFoundAt = new Map<string, number>()
  /** When the lookups that have found nothing were requested, by externalTransactionId. */
  const notFoundAt = new Map<string, number[]>()
  /** Since when an attempt is stored as refused. */
  const refusedSince = new Map<string, number>()
  /** Attempts whose order exists, although the service has said at least once that it does not. */
  const denied = new Set<string>()
  const refused = new Set<string>()
  /** When the service last said that it has an attempt already. */
  const duplicates = new Map<string, number>()
  const sentAt = new Map<string, number>()
  const accepted: (Signed & { at: number })[] = []
  /** Callbacks with a valid signature, which may be stored although the service received no 200. */
  const signed: (Signed & { at: number })[] = []
  /** Attempts of which a callback has reported enough after a success of less than asked. */
  const topUps = new Set<string>()
  /** What the service's orders ever were. */
  const lastStatus = new Map<string, string>()
  const amountsOf = new Map<string, Set<string>>()
  /** By attempt: the amounts that its order had while it was paid. */
  const paidAmounts = new Map<string, Set<string>>()
  /** Attempts whose id another system has used at the service: the order is not ours. */
  const foreign = new Set<string>()
  /** Attempts of which a lookup has reported less than before. */
  const stale = new Set<string>()
  /** Attempts about which a response has named the order of another one. */
  const confused = new Set<string>()
  /** Attempts of which a lookup has named an amount that cannot be read: also of a paid one an operator receives it. */
  const garbled = new Set<string>()
  /** Attempts of which lookups have reported another currency than the one asked for. */
  const inOtherCurrency = new Set<string>()
  const everSuccess = new Set<string>()
  /** Attempts that had failed, and then succeeded. */
  const everCorrected = new Set<string>()
  const everReversed = new Set<string>()
  const lateAmounts = new Set<string>()
  /** Attempts whose lower amount an operator may have accepted, and those where the server has confirmed it. */
  const accepts = { requested: new Set<string>(), accepted: new Set<string>() }
  /** By id. */
  const everSavedCards = new Map<string, Customer>()
  /** By customer: the attempts that existed when the card was last deleted. None of them may save it again. */
  const beforeDeletion = new Map<Customer, ReadonlySet<string>>()
  /** Whose data an operator has erased. */
  const erased = new Set<Customer>()
  let wasErased = false
  /** When each create last left the server, and how many lookups have found nothing since it cannot be in flight. */
  const leftAt = new Map<string, number>()
  let wasPutAside = false
  const foundNothing = new Map<string, number>()
  /** Nothing stopped, so due work is done in time. */
  let isPunctual = true
  /** When the last instance that had stopped ran again. */
  let runningSince = 0
  /** When a key was last obtained that took its time. */
  let slowKeyAt = 0
  /** By order: when the newest token was issued that a request has used; it may have opened the order without a response. */
  const newestUsed = new Map<string, number>()
  /** By order: the token of those that have opened it that was issued last. */
  const newestToken = new Map<string, StatedOrder & { openedAt: number }>()
  /** How many prices each order had had when the last request began that has opened it. */
  const openedAt = new Map<string, number>()
  /** When each request under way began. `mayWrite`: it is no GET. */
  const requests = new Set<{ path: string; mayWrite: boolean; at: number }>()
  const violations: string[] = []

  /** By either id. */
  const isIn = (set: ReadonlySet<string>, { externalTransactionId, externalId }: Attempt): boolean =>
    set.has(externalTransactionId) || set.has(externalId ?? '')
  const expectRule = (holds: boolean, rule: string): void => {
    if (!holds) violations.push(rule)
  }
  const statements = createStatementInvariants(expectRule, now, tolerance > 0)
  const fields = createFieldInvariants(expectRule)
  const claims = createClaimInvariants(expectRule, () => now() + skewMs)
  const throwIfViolated = (): void => {
    if (violations.length > 0) throw new InvariantViolation(violations.join('\n'))
  }
  const add = <T>(map: Map<string, Set<T>>, key: string, value: T): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value))
  }
  /** Those of an attempt, of its own kind, that the key of its pipeline has signed. */
  const claimsOf = <T extends Signed>(
    { externalId, profile, pipeline }: Attempt,
    callbacks: readonly T[],
  ): T[] => {
    const kind = profile === 'payout' ? 'payout' : 'checkout'
    return callbacks.filter(
      (one) =>
        one.externalId === externalId && kindOf(one.orderType) === kind && one.signedBy.includes(pipeline),
    )
  }
  /** The service's orders without those of another system. */
  const ours = (orders: readonly Order[]): Order[] =>
    orders.filter(({ externalTransactionId: id }) => !foreign.has(id))
  function notePaidAmounts(orders: readonly Order[]): void {
    for (const { externalTransactionId: id, amount, status } of orders)
      if (status === 'Success') add(paidAmounts, id, amount)
  }
  const eventsOf = ({ id }: Entry): string[] =>
    (eventsByEntry.get(id) ?? []).map((event) => `${event.attempt} ${event.type}`)
  const notFoundSince = (id: string, since: number): number =>
    (notFoundAt.get(id) ?? []).filter((at) => at >= since).length

  /** Another may have followed one that was called absent because the service had denied its order. */
  const mayBePaid = (attempt: Attempt): boolean => {
    const { externalTransactionId: id } = attempt
    return (isPayable(attempt) || isUndecided(attempt)) && !(absent.has(id) && denied.has(id))
  }

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

  /** Rule 3: while it is wanted, a create that never arrived is sent again once two lookups have found nothing. */
  function checkSentAgain(id: string, requestedAt: number): void {
    const isThis = ({ externalTransactionId }: Attempt): boolean => externalTransactionId === id
    const entry = [...stored.values()].find(({ attempts }) => attempts.some(isThis))
    const attempt = entry?.attempts.find(isThis)
    if (entry === undefined || attempt === undefined) return
    const since = Math.max(leftAt.get(id) ?? 0, attempt.sentAt, runningSince)
    // A lookup that has waited for its key had begun earlier, maybe while the create was in flight.
    if (requestedAt < since + timeoutMs + graceMs + 2 * skewMs || requestedAt === slowKeyAt) return
    const count = (foundNothing.get(id) ?? 0) + 1
    foundNothing.set(id, count)
    const isOver =
      entry.kind === 'checkout' && (now() >= entry.expiresAt - skewMs || entry.attempts.some(hasArrived))
    const isUnknown = attempt.state === 'sending' || attempt.state === 'unknown'
    const mayWait = isOver || !isUnknown || attempt.review !== null
    // A clock that jumps back during a lookup makes it count for nothing.
    const enough = skewMs > 0 ? 3 : 2
    expectRule(
      count <= enough || mayWait,
      `${id} was not sent again, although ${count} lookups have found nothing`,
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
    const appliedBy = now() - (wasPutAside ? putAsideMs : isPunctual ? passMs : outageMs)
    const isOutweighed = state === 'failed' && successesOf(accepted).some(({ at }) => at < appliedBy)
    const isAcceptedSigned = state === 'succeeded' && isAccepted && isSigned
    expectRule(
      wasReported || isAcceptedSigned || (isAcceptedUnconfirmed(attempt) && !isOutweighed),
      `${id} is ${state}, but the service never reported it`,
    )
  }

  /** Which attempt has paid first, and how long one is watched, goes by when it ended. */
  function checkEnd(before: Attempt | undefined, after: Attempt, writtenAt: number): void {
    const { externalTransactionId: id, state, finalAt } = after
    if (state !== 'succeeded' && state !== 'failed') return
    const endedAt = before?.state === state ? before.finalAt : writtenAt
    expectRule(finalAt === endedAt, `${id} is stored as ${state} at ${finalAt}, not at ${endedAt}`)
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

  /** An undecided outcome, and a callback that no lookup confirms, are reviewed in time. */
  function checkReview(
    before: Attempt | undefined,
    { review, firstSentAt, externalTransactionId: id }: Attempt,
  ): void {
    if (review === null || before === undefined || before.review !== null || !isPunctual) return
    const callbackAt = review.reason === 'unconfirmed' ? before.unconfirmedCallback?.at : undefined
    // Of an order that exists the deadline begins with the first lookup that is not answered.
    const openSince = isUndecided(before) ? firstSentAt : (before.unansweredSince ?? review.at)
    const since = review.reason === 'unresolved' ? openSince : (callbackAt ?? review.at)
    const late = (review.at - since) / 1000
    expectRule(late * 1000 <= reviewAfterMs + passMs, `the review of ${id} was opened after ${late} s`)
  }

  /** A status that is not documented decides nothing, so the review stays open. */
  function checkStillOpen(before: Attempt | undefined, after: Attempt): void {
    const [old, review] = [before?.review, after.review]
    if (old?.reason !== 'unresolved' || old.resolved !== null || review?.reason !== 'unresolved') return
    const isClosed = review.at !== old.at || review.resolved?.by === 'automatic'
    const isUnclear = after.state === 'placed' && !documented.includes(after.status ?? '')
    const { externalTransactionId: id, status } = after
    expectRule(!isClosed || !isUnclear, `the review of ${id} was closed by the status ${status}`)
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

  function checkCheckout(
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
      // Reopening counts them anew.
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

  /** Contract 1: the page is given what was stored, at most one write before or after the request began. */
  function checkMembers(view: CheckoutView, before: Entry | undefined, countBefore: number): void {
    const { id, now: time, savedCards = [] } = view
    if ((storeCounts.get(id) ?? 0) - countBefore > 1) return
    const said = JSON.stringify(comparedView(view))
    const possible = [before, stored.get(id)].flatMap((entry) =>
      entry?.kind === 'checkout'
        ? JSON.stringify(
            expectedView(entry, Date.parse(time), savedCards.length > 0, {
              ...shopRules,
              claimAfterMs,
              maxAttempts,
              hasFields: payerFields > 0,
            }),
          )
        : [],
    )
    const isSo = possible.length === 0 || possible.includes(said)
    expectRule(isSo, `${id} is shown as ${said}: it is ${possible.join(' or ')}`)
  }

  /** `before`: the checkout as it was stored when the request began. */
  function checkView(view: CheckoutView, before: Entry | undefined): void {
    const { id, status, final, action, pollAfter, attempts: count } = view
    const canReplace = view.canReplace === true
    const isStoredPaid = stored.get(id)?.attempts.some(isPaid) ?? false
    expectRule(status !== 'succeeded' || isStoredPaid, `${id} is shown as paid before it is`)
    const isInTime = view.expiresAt === null || view.now < view.expiresAt
    expectRule(status === 'expired' || isInTime, `${id} is ${status}, although its time is over`)
    expectRule(final === (pollAfter === null), `${id} has final ${final} and pollAfter ${pollAfter}`)
    expectRule(action === null || status === 'pending', `${id} is ${status} and has an action`)
    const saysWhere = action === null || placesOf(action).some((place) => place?.trim())
    expectRule(saysWhere, `${id} asks for a payment and does not say where to`)
    expectRule(
      !canReplace || (view.reportedSentAt === null && !final),
      `${id} is ${status} and can be switched`,
    )
    expectRule((count === 0) === (view.method === null), `${id} has a method without an attempt`)
    if (before?.kind !== 'checkout') return
    const { attempts, expired, reopenedAfter } = before
    expectRule(count >= attempts.length, `${id} was shown without its last attempt`)
    expectRule(status === 'succeeded' || !attempts.some(isPaid), `${id} was ${status} after it had succeeded`)
    if (attempts.some(hasArrived)) {
      const isNamed =
        ['succeeded', 'pending'].includes(status) && (view.paid !== null || attempts.some(isOfUnknownAmount))
      expectRule(isNamed && action === null && !canReplace, `${id} is ${status}, although money has arrived`)
    }
    // An order may have been found since the request began.
    const isRenewable = [before, stored.get(id) ?? before].every((entry) =>
      entry.attempts.every((one) => one.confirmedAbsent && isAbsent(one) && one.review === null),
    )
    const mayBeFinal =
      status === 'succeeded' || attempts.length === 0 || attempts.length - reopenedAfter >= maxAttempts
    const canBePaid = !final || !isRenewable || mayBeFinal
    expectRule(canBePaid, `${id} can never be paid, although it had no order`)
    const shown = attempts.find(({ n }) => n === count)
    const canPay = ['sending', 'unknown', 'placed']
    const isShowable =
      shown === undefined || (!expired && shown.replacedAt === null && canPay.includes(shown.state))
    expectRule(
      action === null || isShowable,
      `${id} shows payment details of attempt ${count}, ${shown?.state}`,
    )
  }

  /** Rule 8: a verified callback that fits no attempt has reached an operator, where money may have moved. */
  function checkUnmatched(entries: Entry[], orders: readonly Order[]): void {
    const sources = new Map(orders.map((order) => [order.externalId, order]))
    const known = new Set(entries.flatMap(({ attempts }) => attempts.map(({ externalId }) => externalId)))
    for (const { externalId, status, amount, orderType, signedBy } of accepted) {
      const { profile, pipeline = '' } = sources.get(externalId) ?? {}
      const kind = kindOf(orderType)
      const isKnown = known.has(externalId)
      const fits =
        profile !== undefined &&
        kind === (profile === 'payout' ? 'payout' : 'checkout') &&
        signedBy.includes(pipeline)
      const needsReview = isFinalStatus(status) ? !fits || !isKnown : !fits && (kind === undefined || isKnown)
      const isReported = [...unmatchedEvents.values()].some(
        (event) =>
          event.externalId === externalId &&
          event.status === status &&
          event.orderType === orderType &&
          sameAmount(event.amount, amount),
      )
      expectRule(
        !needsReview || isReported,
        `no operator received the ${status} of the ${orderType} ${externalId}`,
      )
    }
  }

  /** The customer whose checkout it is; undefined: no checkout's. */
  function payerOf(id: string): Customer | undefined {
    const isThis = ({ externalTransactionId }: Attempt): boolean => externalTransactionId === id
    const entry = [...stored.values()].find(({ attempts }) => attempts.some(isThis))
    return entry?.kind === 'checkout' ? customerOf(entry.order) : undefined
  }

  const paidByCard = (orders: readonly Order[], customer: Customer): string[] =>
    orders.flatMap(({ profile, externalTransactionId: id }) =>
      (profile === 'form' || profile === 'token') && everSuccess.has(id) && payerOf(id) === customer
        ? [id]
        : [],
    )

  function checkCards(stored: StoredCard[], orders: readonly Order[]): void {
    for (const customer of customers) {
      const cards = stored.filter((card) => card.customer === customer)
      // The service has one token per card.
      expectRule(cards.length <= 1, `a card of ${customer} is stored twice`)
      for (const { id, label } of cards)
        expectRule(label.endsWith('1111'), `the card ${id} is called ${label}`)
      const isNew = cards.some(({ id }) => !everSavedCards.has(id))
      for (const { id } of cards) everSavedCards.set(id, customer)
      const mayBeNew = paidByCard(orders, customer).some((id) => !beforeDeletion.get(customer)?.has(id))
      expectRule(
        !isNew || mayBeNew,
        `a card of ${customer} was saved that no payment of ours since its deletion has reported`,
      )
    }
  }

  /** Rule 18: what is sent on a day stays within its limit. */
  function checkLimit(entries: readonly Entry[]): void {
    const sums = new Map<string, number>()
    for (const { attempts } of entries.filter(({ kind }) => kind === 'payout'))
      for (const attempt of attempts.filter((one) => !isAbsent(one) && one.state !== 'failed')) {
        const { firstSentAt, amount } = attempt
        const key = `${new Date(firstSentAt).toISOString().slice(0, 10)} ${amount.currency}`
        sums.set(key, (sums.get(key) ?? 0) + Number(amount.value))
      }
    for (const [key, sum] of sums)
      expectRule(sum <= Number(shopRules.payoutLimit), `${sum} was paid out on ${key}`)
  }

  /** Rule 18: what was paid with was the payer's own, and what was asked for was in the currency of the order. */
  function checkOrder(
    { externalTransactionId: id, profile, cardToken, currency }: Order,
    entry: Entry,
  ): void {
    if (entry.kind !== 'checkout') return
    const customer = customerOf(entry.order)
    const isOwn = profile !== 'token' || cardToken === cardOf(customer)
    expectRule(isOwn, `${id} of ${customer} was charged to ${cardToken}`)
    const isAsked = currency === entry.amount.currency
    expectRule(isAsked, `${id} is an order in ${currency}, of a checkout in ${entry.amount.currency}`)
  }

  /** Rule 22: the attempt has taken nothing from the order of another system that has its id. */
  function checkForeign({
    externalTransactionId: id,
    state,
    externalId,
    reported,
    card,
    history,
  }: Attempt): void {
    if (!foreign.has(id)) return
    const isOurs = state === 'placed' || state === 'failed' || state === 'succeeded' || externalId !== null
    expectRule(!isOurs, `${id} is ${state}, by an order of another system`)
    const hasTaken = reported !== null || card !== null || history.length > 0
    expectRule(!hasTaken, `${id} has taken ${reported} or a card from an order of another system`)
  }

  /** Rule 5, and what an operator sees of where a transfer was to be paid: its numbers end like its `externalId`. */
  function checkPlace(
    { externalTransactionId: id, profile, state, detailsLost, payTo, erasedAt }: Attempt,
    entry: Entry,
    order: Order | undefined,
  ): void {
    if (profile !== 'p2p' || order === undefined) return
    const isOpen = state === 'placed' && !detailsLost
    expectRule(!isOpen || order.saysWhere, `${id} waits for a payer who does not see where to pay`)
    const isKept = payTo !== null && (entry.erasedAt ?? erasedAt) === null
    const isNamed = payTo?.destination?.slice(-4) === order.externalId.slice(-4)
    expectRule(!isKept || isNamed, `${id} is said to be paid to ${payTo?.destination}`)
  }

  /** Rule 15: an amount that lookups do not name is the one that was requested, unless another was named. */
  function checkAmountReview(attempt: Attempt): void {
    const { externalTransactionId: id, review, amount } = attempt
    if (review?.reason !== 'amount') return
    const named = [...(amountsOf.get(id) ?? []), ...claimsOf(attempt, signed).map((claim) => claim.amount)]
    const isInQuestion = isIn(garbled, attempt) || named.some((one) => !sameAmount(one, amount.value))
    expectRule(isInQuestion, `the amount of ${id} needs a review, although only the requested one was named`)
  }

  /** Rule 15: what a paid order is said to have paid was its amount while it was paid, and no other word's. */
  function checkPaidAmount({ externalTransactionId: id, state, reported, amount }: Attempt): void {
    if (state !== 'succeeded' || reported === null || everReversed.has(id)) return
    const allowed = [...(paidAmounts.get(id) ?? []), ...(isExact() ? [] : [amount.value])]
    const isPaid = allowed.some((one) => sameAmount(reported, one))
    expectRule(isPaid, `${id} has paid ${reported}, at the service ${allowed}`)
  }

  /**
   * What was opened after the last change of its price, and has no attempt, has that price; or that of its newest token,
   * which is not paid while `order()` contradicts it.
   */
  function checkPrice({ id, order, amount, attempts, signed }: Checkout): void {
    const prices = pricesOf(order)
    const isQuiet = ![...requests].some(({ mayWrite }) => mayWrite)
    const isCurrent = openedAt.get(order) === prices.length && isQuiet && attempts.length === 0
    const price = textOf(amount)
    const isStated = price === `${signed?.amount} ${signed?.currency}`
    expectRule(
      !isCurrent || isStated || price === prices.at(-1),
      `${id} is of ${price}, not of ${prices.at(-1)}`,
    )
  }

  function checkEntry(entry: Entry, services: ReadonlyMap<string, Order>): void {
    const { id, attempts } = entry
    if (entry.kind === 'checkout') checkPrice(entry)
    for (const attempt of attempts) {
      checkForeign(attempt)
      checkPaidAmount(attempt)
      checkAmountReview(attempt)
      checkPlace(attempt, entry, services.get(attempt.externalTransactionId))
      const isAsked =
        entry.kind === 'payout' ||
        (attempt.amount.currency === entry.amount.currency &&
          sameAmount(attempt.amount.value, amountToSend(attempt, entry.amount.value)))
      expectRule(isAsked, `attempt ${attempt.n} of ${id} is not of its amount`)
    }
    for (const { externalTransactionId, externalId, state, underpaid } of attempts) {
      const isAccepted = underpaid && accepts.accepted.has(externalTransactionId)
      expectRule(!isAccepted, `${externalTransactionId} is underpaid, although an operator has accepted it`)
      const wasPaid = state !== 'succeeded' || everSuccess.has(externalTransactionId)
      expectRule(wasPaid, `${externalTransactionId} succeeded, but never at the service`)
      const isOwn = externalId === null || externalId === services.get(externalTransactionId)?.externalId
      expectRule(isOwn, `${externalTransactionId} is not ${externalId}`)
    }
    for (const [index, attempt] of attempts.slice(1).entries()) {
      const isRepeated = attempts.slice(index, index + 2).every(lacksDetails)
      expectRule(
        attempt.review !== null || !isRepeated,
        `${id} lacks payment details twice in a row, without a review`,
      )
    }
    const open = attempts.filter(mayBePaid)
    expectRule(open.length <= 1, `${id} has ${open.length} attempts that may be paid`)
    expectRule(entry.kind === 'checkout' || attempts.length <= 1, `${id} was paid out twice`)
    const reopenedAfter = entry.kind === 'checkout' ? entry.reopenedAfter : 0
    const replace = attempts.filter(({ replacedAt }) => replacedAt !== null)
    const isExcess = replace.filter(({ n }) => n > reopenedAfter).length > 3
    expectRule(!isExcess, `${id} was replaced more than three times`)
    const types = eventsOf(entry)
    const expiries = types.filter((type) => type.endsWith('.expired')).length
    expectRule(
      expiries <= 1 + (restarts.get(id) ?? 0),
      `${id} expired more often than its time began: ${types}`,
    )
    const mayRepeat = /amount_changed|needs_review|expired|refund|claim/
    // An order that lookups had denied, or an operator has discarded, fails once more when it turns up.
    const mayTurnUp = (n: number): boolean => {
      const attempt = attempts[n - 1]
      return attempt !== undefined && (denied.has(attempt.externalTransactionId) || wasDiscarded(attempt))
    }
    const once = types.filter(
      (type) => !mayRepeat.test(type) && !(type.endsWith('.failed') && mayTurnUp(Number.parseInt(type, 10))),
    )
    expectRule(new Set(once).size === once.length, `repeated event: ${types}`)
    expectRule(types.filter((type) => / \w+\.succeeded/.test(type)).length <= 1, `succeeded twice: ${types}`)
    const paidAt = types.findIndex((type) => type.endsWith('checkout.succeeded'))
    const isShortAfterwards = types.slice(paidAt + 1).some((type) => type.endsWith('.underpaid'))
    expectRule(paidAt < 0 || !isShortAfterwards, `${id} is underpaid, although it is paid: ${types}`)
  }

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
    expectRule(
      !attempt.underpaid || !topUps.has(id),
      `${id} is underpaid, although a callback has reported enough`,
    )
    const isReported = isShort(attempt) && types.includes(`${n} checkout.underpaid`)
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
    const isReviewed = review !== null && review.resolved?.by !== 'automatic'
    expectRule(!isUnclear || isReviewed, `no operator has received ${id}, ${why}`)
    const mayWait =
      wasReversed ||
      (review?.reason === 'unresolved' && isUnclear) ||
      (review?.reason === 'contradiction' && isIn(confused, attempt)) ||
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
    checkSecrets: statements.checkSecrets,
    checkStoredSecrets: statements.checkStoredSecrets,
    onAct: statements.onAct,
    onCreateBody(id: string, body: string, entry: Entry | null): void {
      const attempt = entry?.attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      statements.onCreateBody(id, body, attempt)
      if (payerFields > 0 && entry?.kind === 'checkout' && attempt !== undefined)
        fields.onCreateBody(entry, attempt, body)
    },
    onDecline: claims.onDecline,
    onFieldsGiven: fields.onGiven,
    onFieldsShown: fields.onOpened,
    /** When what the payer sees of a checkout last changed: by a write, or by its expiry. */
    changedAt(checkout: string): number {
      const entry = stored.get(checkout)
      const end = entry?.kind === 'checkout' ? entry.expiresAt - skewMs : Number.POSITIVE_INFINITY
      return Math.max(changes.get(checkout) ?? 0, end <= now() ? end : 0)
    },
    /** A lookup has found no order of the attempt, although one `exists`, or since none does. */
    onNotFound(id: string, { requestedAt, exists }: { requestedAt: number; exists: boolean }): void {
      notFoundAt.set(id, [...(notFoundAt.get(id) ?? []), requestedAt])
      if (exists) denied.add(id)
      else checkSentAgain(id, requestedAt)
    },
    /** A create has received another response than 200. */
    onCreateRejected(
      id: string,
      { status, text, exists }: { status: number; text: string; exists: boolean },
    ): void {
      if (isDuplicateError(status, text)) {
        // An instance that has stopped does not store the response.
        if (now() >= runningSince) duplicates.set(id, now())
      } else if (isRefusal(status, text)) refused.add(id)
      // The network has duplicated the request, and the service answers one of the two that it has created nothing.
      if (exists && provesNoOrder(status)) denied.add(id)
    },
    /** Rule 18: a page that was opened with a token is given its order, at its price, and the cards of its customer only. */
    onToken(
      { id, order, amount, savedCards }: CheckoutView,
      token: StatedOrder,
      { requestedAt }: { requestedAt: number },
    ): void {
      const { sub, amount: price, currency, customer } = token
      const newest = newestToken.get(sub)
      const isKnown = newest?.iat === newestUsed.get(sub)
      const isOlder =
        newest !== undefined && isKnown && token.iat < newest.iat && newest.openedAt < requestedAt
      const isOfNewest = newest === undefined || isOfPrice(amount, newest)
      expectRule(!isOlder || isOfNewest, `an older token has opened ${order} for ${textOf(amount)}`)
      if (newest === undefined || token.iat >= newest.iat) newestToken.set(sub, { ...token, openedAt: now() })
      expectRule(
        order === sub && isOfPrice(amount, token),
        `the token of ${sub} for ${price} ${currency} has opened ${order} for ${textOf(amount)}`,
      )
      const isProved = (savedCards !== undefined) === (customer !== undefined)
      expectRule(isProved, `${id} shows ${savedCards?.length} cards to a token of the customer ${customer}`)
    },
    onTokenUsed({ sub, iat }: StatedOrder): void {
      newestUsed.set(sub, Math.max(iat, newestUsed.get(sub) ?? 0))
    },
    /** Rule 18: a payer returns with a token of the order, as the page of a bare reference opens nothing. */
    onRedirects(order: string, body: string): void {
      for (const [, token = ''] of body.matchAll(/[?&]order=([^"&]*)/g))
        expectRule(orderOfToken(token) === order, `the payer of ${order} returns with ${token}`)
    },
    /** The payout of a refund cannot be created yet, or never. */
    onRefundPostponed(code: string): void {
      const isExpected = ['payout_limit', 'refund_exceeds'].includes(code) || wasErased || erased.size > 0
      expectRule(isExpected, `the payout of a refund was not created: ${code}`)
    },
    /** `order()` has failed: a price that was stored before may not be confirmed until the order is opened again. */
    onOrderFailure: (order: string): boolean => openedAt.delete(order),
    /** A request has opened an order; when it began, the order had had this many prices. */
    onOpened(order: string, count: number): void {
      openedAt.set(order, Math.max(count, openedAt.get(order) ?? 0))
    },
    /** An instance sends a request to the service. */
    onRequestSent: (authorization: string, keys: readonly string[]): void =>
      expectRule(
        keys.some((key) => authorization === `Bearer ${key}`),
        'a request was sent without a key of its pipeline',
      ),
    /** An instance sends a create. `decidedAt`: when it left the server kit. `stale`: it had been frozen. */
    onCreateSent(
      id: string,
      entry: Entry | null,
      { decidedAt, stale }: { decidedAt: number; stale: boolean },
    ): void {
      const attempt = entry?.attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      expectRule(attempt !== undefined, `${id} was sent before it was stored`)
      if (attempt === undefined || entry === null) return
      leftAt.set(id, now())
      foundNothing.delete(id)
      const lastSentAt = sentAt.get(id)
      sentAt.set(id, attempt.sentAt)
      const isLookedUp = lastSentAt === undefined || stale || notFoundSince(id, lastSentAt + inFlightMs) >= 2
      expectRule(isLookedUp, `${id} was sent again before two lookups had found nothing`)
      const delayMs = decidedAt - attempt.sentAt
      expectRule(delayMs <= graceMs + 2 * skewMs, `${id} was sent ${delayMs} ms after it was stored`)
      const isApproved = ({ action, by, decided }: Approval): boolean =>
        action === 'create' && decided?.approved === true && decided.by !== by
      const needsApproval = entry.kind === 'payout' && approval > 0
      expectRule(!needsApproval || entry.approvals.some(isApproved), `${id} was sent without an approval`)
      // A lookup may have found nothing while its key was obtained.
      const wasDelayed = stale || delayMs > 0
      const maySend = attempt.state === 'sending' || (wasDelayed && attempt.state === 'unknown')
      expectRule(maySend, `${id} was sent while it was ${attempt.state}`)
      const prevents = (other: Attempt): boolean => other !== attempt && mayBePaid(other)
      expectRule(stale || !entry.attempts.some(prevents), `${id} was sent while another may be paid`)
    },
    onResponse: (what: string, status: number): void =>
      expectRule(status < 500, `${what} returned ${status}`),
    onError: (error: unknown): void =>
      expectRule(false, error instanceof Error ? (error.stack ?? error.message) : String(error)),
    /** A request begins. Returns what its view is given to; null: another response. */
    onRequest(path: string, mayWrite: boolean): (view: CheckoutView | null) => void {
      const before = new Map(stored)
      const countsBefore = new Map(storeCounts)
      const request = { path, mayWrite, at: now() }
      requests.add(request)
      return (view) => {
        requests.delete(request)
        if (view === null) return
        checkMembers(view, before.get(view.id), countsBefore.get(view.id) ?? 0)
        checkView(view, before.get(view.id))
        statements.onView(view)
      }
    },
    /** An order of another system with the id of the attempt exists at the service. */
    onForeign: (id: string): Set<string> => foreign.add(id),
    isForeign: (id: string): boolean => foreign.has(id),
    /** A lookup of the attempt's order has reported less than one before. */
    onStale: (id: string): Set<string> => stale.add(id),
    /** A response about the attempt has named the order of another one. */
    onConfused: (id: string): Set<string> => confused.add(id),
    /** From now on lookups report another currency of the attempt's order. */
    onOtherCurrency: (id: string): Set<string> => inOtherCurrency.add(id),
    /** A lookup has named an amount of the attempt's order that cannot be read. */
    onGarbled: (id: string): Set<string> => garbled.add(id),
    /** After every change at the service: all its orders. */
    onOrders(orders: readonly Order[]): void {
      notePaidAmounts(orders)
      for (const { externalTransactionId: id, amount, status, profile } of ours(orders)) {
        add(amountsOf, id, amount)
        if (status === 'Success') everSuccess.add(id)
        const before = lastStatus.get(id)
        const isCorrection = before === 'Failed' && status === 'Success' && profile === 'p2p'
        if (before !== undefined && isFinalStatus(before) && status !== before && !isCorrection)
          everReversed.add(id)
        lastStatus.set(id, status)
      }
    },
    /** The service has answered a create or a lookup. */
    onServiceResponse(text: string, requestedAt: number): void {
      const [, id] = /"externalId":"([^"]+)"/.exec(text) ?? []
      const [, status] = /"orderStatus":"([^"]+)"/.exec(text) ?? []
      if (id === undefined || status === undefined) return
      lastFoundAt.set(id, Math.max(requestedAt, lastFoundAt.get(id) ?? 0))
      add(reported, id, status)
    },
    onCallbackSigned: (fields: Signed): number => signed.push({ ...fields, at: now() }),
    /** A verified callback was acknowledged. */
    onCallbackAccepted(fields: Signed): boolean {
      const ofOrder = accepted.filter(({ externalId }) => externalId === fields.externalId)
      // One by another key, in between, makes it a new one.
      const isRepeated = JSON.stringify(ofOrder.at(-1)) === JSON.stringify(fields)
      const latest = ofOrder.findLast(({ signedBy }) => signedBy.join() === fields.signedBy.join())
      accepted.push({ ...fields, at: now() })
      if (fields.status !== 'Success' || latest?.amount === fields.amount) return isRepeated
      for (const attempt of [...stored.values()].flatMap(({ attempts }) => attempts)) {
        const { externalTransactionId: id, externalId, underpaid, otherCurrency, amount, profile } = attempt
        const lacks = attempt.state === 'succeeded' && underpaid && otherCurrency === null
        const isOf = externalId === fields.externalId && claimsOf(attempt, [fields]).length > 0
        const isEnough = profile !== 'payout' && isLessThan(amount.value, fields.amount)
        if (lacks && isOf && isEnough) topUps.add(id)
      }
      return isRepeated
    },
    /** A verified callback for the address of an attempt was acknowledged. `bringsCard`: as one before, and it names a card. */
    onCallbackAt(
      id: string,
      { attempts }: Entry,
      { requestedAt, bringsCard }: { requestedAt: number; bringsCard: boolean },
    ): void {
      const attempt = attempts.find(({ externalTransactionId }) => externalTransactionId === id)
      // Since then a lookup has been answered.
      if (attempt === undefined || (attempt.activity.at(-1)?.lastAt ?? 0) >= requestedAt - skewMs) return
      const { state, review, nextLookupAt, customer, cardReported } = attempt
      const isDoubted = ['unknown', 'refused', 'not_created'].includes(state) && review === null
      const mayHaveCard = state === 'succeeded' && bringsCard && customer !== null && !cardReported
      const isDue = nextLookupAt !== null && nextLookupAt <= now() + 2 * skewMs
      expectRule(isDue || !(isDoubted || mayHaveCard), `a callback for ${id} is followed by no lookup`)
    },
    /** A key cannot be obtained, or not soon: a resend may not leave for want of it. */
    onMissingKey: (): void => foundNothing.clear(),
    /** A key that took long is there. */
    onSlowKey(): void {
      slowKeyAt = now()
    },
    /** A payer's page shows another view. */
    onScreen(view: CheckoutView | null, before: CheckoutView | null): void {
      if (view === null || view.id !== before?.id) return
      const { id, status } = view
      const checkout = stored.get(id)
      const wasPaid = before.status === 'succeeded' && status !== 'succeeded'
      expectRule(!wasPaid, `the page of ${id} shows ${status} after it has shown succeeded`)
      // An operator has reopened it, or a payer has renewed it: none of its attempts had an order.
      const isReopened =
        checkout?.kind === 'checkout' &&
        (checkout.reopenedAfter > 0 || checkout.attempts.slice(0, before.attempts).every(isAbsent))
      const mayChange = !before.final || status === before.status || status === 'succeeded' || isReopened
      expectRule(mayChange, `the page of ${id} shows ${status} after the final ${before.status}`)
    },
    /** A row cannot be read, and a callback for it waits with it. */
    onDamage(): void {
      wasPutAside = true
    },
    /** An instance stops until then: from now on due work may be late. */
    onOutage(until: number): void {
      isPunctual = false
      runningSince = Math.max(runningSince, until)
      foundNothing.clear()
      // It may not have stored its last responses, nor confirmed the price that it stored.
      for (const [id, at] of duplicates) if (at > now() - leaseMs) duplicates.delete(id)
      openedAt.clear()
    },
    /** The page of a customer has deleted a card; the request began at this time. */
    onCardDeleted(card: string, customer: Customer, at: number): void {
      const owner = everSavedCards.get(card) ?? customer
      expectRule(owner === customer, `${customer} has deleted a card of ${owner}`)
      const attempts = [...stored.values()].flatMap((entry) => entry.attempts)
      const before = attempts.filter(({ firstSentAt }) => firstSentAt < at - 2 * skewMs)
      beforeDeletion.set(customer, new Set(before.map(({ externalTransactionId: id }) => id)))
    },
    /** A page's card is called unknown; `left`: those of its customer. A token may prove none. */
    onCardUnknown(card: string, left: readonly StoredCard[], mayLackProof: boolean): void {
      const isStored = left.some(({ id }) => id === card)
      expectRule(!isStored || mayLackProof, `${card} was not deleted, although it exists`)
    },
    /** Another instance works on the entry: the last response was not stored. */
    onLeaseLost(entryId: string): void {
      for (const { externalTransactionId: id } of stored.get(entryId)?.attempts ?? []) {
        duplicates.delete(id)
        foundNothing.delete(id)
      }
    },
    onErasure: (customer: Customer): Set<Customer> => erased.add(customer),
    onMerchantEvent(event: EntryEvent): void {
      const earlier = eventsByEntry.get(event.entryId) ?? []
      const same = earlier.find(({ id }) => id === event.id)
      const isSame = same === undefined || JSON.stringify(same) === JSON.stringify(event)
      expectRule(isSame, `${event.id} changed between deliveries`)
      if (same !== undefined) return
      statements.onEvent(event)
      expectRule(event.seq === earlier.length + 1, `event ${event.seq} of ${event.entryId} is out of order`)
      eventsByEntry.set(event.entryId, [...earlier, event])
    },
    onUnmatchedEvent(event: UnmatchedCallbackEvent): void {
      const earlier = unmatchedEvents.get(event.entryId)
      expectRule((earlier?.id ?? event.id) === event.id, `the callback ${event.entryId} was reported twice`)
      unmatchedEvents.set(event.entryId, event)
    },
    /** The service changes the amount of a final order. */
    onLateAmount: (id: string): Set<string> => lateAmounts.add(id),
    /** An operator accepts less than asked; `requested`: the response may never arrive. */
    onAccept: (id: string, progress: keyof typeof accepts): Set<string> => accepts[progress].add(id),
    /** An act was refused, and what it was about is as it was: the same review is open in the same state. */
    onNotDecidable(
      action: string,
      { externalTransactionId: id, state, review, confirmedAbsent, underpaid }: Attempt,
    ): void {
      const { reason = '', resolved } = review ?? {}
      const isOpen = review !== null && resolved === null
      const isListed =
        decidable[action]?.[reason]?.includes(state) === true &&
        !confirmedAbsent &&
        (state !== 'succeeded' || underpaid)
      const mayDecide = action === 'recheck' || (isOpen && (action === 'acknowledge' || isListed))
      expectRule(!mayDecide, `${action} was refused for ${id}, which is ${state} with a review: ${reason}`)
    },
    /** A payout of this reference exists with other content. */
    onConflict: (reference: string, status: number): void =>
      expectRule(status === 409, `another payout under ${reference} was answered with ${status}`),
    onMalformed: (body: string, status: number): void =>
      expectRule(status >= 400 && status < 500, `${body} was answered with ${status}`),
    /** An operator's act on an attempt, as it was before, was accepted. */
    onDecided(
      action: string,
      { externalTransactionId: id, review }: Attempt,
      now: Attempt | undefined,
    ): void {
      const isRepeated = review !== null && review.resolved !== null && now?.review?.at === review.at
      expectRule(action !== 'acknowledge' || !isRepeated, `the review of ${id} was acknowledged twice`)
    },
    /** A request was answered with this refund. `given`: those whose payer had given a destination, or that were over. */
    onRefundRequested: (id: string, given: readonly string[]): void =>
      expectRule(!given.includes(id), `a refund was requested, and ${id} is an earlier one`),
    /** A payout was refused for the limit of a day. `reference`: of one that awaits an approval; undefined: a new one. */
    onPayoutLimit(entries: readonly Entry[], reference: string | undefined): void {
      const payouts = entries.flatMap((entry) => (entry.kind === 'payout' ? [entry] : []))
      const asked = payouts.find((payout) => payout.reference === reference)
      const pending = asked?.approvals.at(-1)
      const isDiscard = pending?.action === 'discard' && pending.decided === null
      expectRule(!isDiscard, `the limit of a day was the reason not to discard ${reference}`)
      const { value, currency } = asked?.amount ?? shopRules.payout
      const sum = payouts
        .flatMap(({ attempts }) => attempts)
        .filter(({ amount }) => amount.currency === currency)
        .reduce((total, { amount }) => addAmounts(total, amount.value), value)
      const isOver = isLessThan(shopRules.payoutLimit, sum)
      expectRule(isOver, `a payout was refused for the limit of a day, with which it comes to ${sum}`)
    },
    /** The same refund was requested again, before its payer has given a destination. */
    onRefundRepeated: (first: string, again: string): void =>
      expectRule(first === again, `the refund ${first} was requested again, and ${again} is another one`),
    /** What an operator is given of a payout that is stored so. */
    onPayoutView(view: PayoutView, payout: Payout): void {
      const [said, expected] = [comparedPayout(view), expectedPayout(payout)].map((one) =>
        JSON.stringify(one),
      )
      expectRule(said === expected, `the payout ${payout.reference} is shown as ${said}: it is ${expected}`)
    },
    /** The secret of one checkout was used for another. */
    onForeignSecret: (id: string, status: number): void =>
      expectRule(status === 404, `the secret of another checkout has opened ${id}: ${status}`),
    /** An instance has stored the entry. */
    onStored(entry: Entry): void {
      const { id, version, attempts } = entry
      const isRecorded = attempts.every(({ activity }) => activity.every(({ type }) => type !== undefined))
      expectRule(isRecorded, `the activity of ${id} has an item that says nothing`)
      // PostgreSQL refuses other times.
      const isWhole = attempts.every(({ nextLookupAt }) => Number.isInteger(nextLookupAt ?? 0))
      expectRule(isWhole, `${id} has work at a fraction of a millisecond`)
      const before = stored.get(id)
      stored.set(id, entry)
      storeCounts.set(id, (storeCounts.get(id) ?? 0) + 1)
      statements.onStored(before, entry)
      const isClaiming = [...requests].some(({ path }) => path.includes(entry.id) && path.endsWith('/claim'))
      claims.onStored(before, entry, isClaiming)
      checkPaidTwice(before, entry)
      for (const attempt of attempts) checkReviewTime(before?.attempts[attempt.n - 1], attempt)
      const write = `${id} over its version ${version}`
      expectRule(!versions.has(write), `two writes of ${write}`)
      if (before !== undefined) versions.add(write)
      const numbers = attempts.map(({ n }) => n)
      expectRule(
        numbers.every((n, index) => n === index + 1),
        `${id} has the attempts ${numbers}`,
      )
      for (const [index, attempt] of attempts.entries()) {
        checkTransition(before?.attempts[index], attempt)
        checkEnd(before?.attempts[index], attempt, entry.updatedAt)
        checkFoundAt(before?.attempts[index], attempt)
        checkReview(before?.attempts[index], attempt)
        checkStillOpen(before?.attempts[index], attempt)
        checkPace(before?.attempts[index], attempt, entry)
      }
      if (entry.kind !== 'checkout') return
      const isWatched = attempts.every(
        ({ state, nextLookupAt }) => state !== 'placed' || nextLookupAt !== null,
      )
      expectRule(isWatched || entry.expired, `${id} has an open order that nothing looks up`)
      const hidden = attempts.filter(({ replacedAt }) => replacedAt !== null || entry.expired)
      expectRule(
        hidden.every(({ paymentDetails }) => paymentDetails === null),
        `${id} keeps payment details that are hidden`,
      )
      // The end of its time changes what the payer sees, not that it is stored.
      const isSeen =
        before?.kind !== 'checkout' ||
        before.expiresAt !== entry.expiresAt ||
        before.attempts.length !== attempts.length ||
        attempts.some((attempt, index) => changesSeen(before.attempts[index], attempt))
      if (isSeen) changes.set(id, now())
      if (before?.kind !== 'checkout') return
      const prices = pricesOf(entry.order)
      const [from, to] = [textOf(before.amount), textOf(entry.amount)]
      expectRule(prices.lastIndexOf(to) >= prices.indexOf(from), `${id} went back from ${from} to ${to}`)
      if (before.expired && !entry.expired) restarts.set(id, (restarts.get(id) ?? 0) + 1)
      checkCheckout(before, entry)
      checkReplace(before, entry)
      checkCascade(before, entry)
    },
    /** After retention has erased something, each entry. */
    onErasedOld(entry: Entry): void {
      const { id, erasedAt, lastEventSeq } = entry
      const before = stored.get(id)
      if (erasedAt === null || before === undefined || before.erasedAt !== null) return
      const expectNone = (why: string, applies: (attempt: Attempt) => boolean): void =>
        expectRule(!before.attempts.some(applies), `${id} was erased by retention, although ${why}`)
      expectNone('it is watched', ({ nextLookupAt }) => nextLookupAt !== null)
      expectNone('an operator decides it', isUnderReview)
      expectNone('a claim is open', ({ claims: made }) => made.some(({ resolved }) => resolved === null))
      const isDelivered = eventsOf(before).length === lastEventSeq
      expectRule(isDelivered, `${id} was erased by retention, although events of it are not delivered`)
      wasErased = true
      stored.set(id, entry)
      statements.onStored(before, entry)
    },
    /** What was sent and stored before `late` and is still undecided has a review. */
    checkDeadlines(entries: Entry[], late: number): void {
      for (const attempt of entries.flatMap(({ attempts }) => attempts)) {
        const { externalTransactionId: id, review, unconfirmedCallback } = attempt
        // A frozen process may store an attempt long after its start.
        const since = storedSince.get(id) ?? now()
        storedSince.set(id, since)
        expectRule(
          review !== null || !isUndecided(attempt) || since > late,
          `${id} is undecided without a review`,
        )
        const unanswered = attempt.state === 'placed' ? attempt.unansweredSince : null
        expectRule(
          review !== null || unanswered === null || unanswered > late || unconfirmedCallback !== null,
          `lookups of ${id} are not answered, without a review`,
        )
        const waitsSince = unconfirmedCallback?.at ?? now()
        expectRule(
          waitsSince > late || review?.reason === 'currency',
          `a callback of ${id} waits without a review`,
        )
      }
      throwIfViolated()
    },
    /**
     * After every step, with everything stored. `listed`: what an operator finds in need of a review, as also of what is
     * `putAside`.
     */
    checkStep(
      entries: Entry[],
      all: readonly Order[],
      { cards, listed, putAside }: { cards: StoredCard[]; listed: Entry[]; putAside: ReadonlySet<string> },
    ): void {
      const orders = ours(all)
      notePaidAmounts(orders)
      const waiting = entries.filter(({ attempts }) => attempts.some(isUnderReview)).map(({ id }) => id)
      const found = listed.map(({ id }) => id).filter((id) => waiting.includes(id) || !putAside.has(id))
      expectRule(waiting.sort().join() === found.sort().join(), `${waiting} need a review, listed: ${found}`)
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      const ids = entries.flatMap(({ attempts }) => attempts.map((one) => one.externalTransactionId))
      expectRule(new Set(ids).size === ids.length, 'two attempts have the same id')
      for (const { externalTransactionId: id } of all)
        expectRule(ids.includes(id), `the order of ${id} has no attempt`)
      const references = entries.map((entry) =>
        entry.kind === 'checkout' ? entry.order : `payout ${entry.reference}`,
      )
      expectRule(
        new Set(references).size === references.length,
        `two entries have one reference: ${references}`,
      )
      for (const entry of entries) {
        checkEntry(entry, services)
        for (const { externalTransactionId: id } of entry.attempts) {
          const order = services.get(id)
          if (order !== undefined) checkOrder(order, entry)
        }
      }
      checkCards(cards, orders)
      if (payoutLimit > 0) checkLimit(entries)
      throwIfViolated()
    },
    /** What a page shows once everything is stored. */
    checkWayToClaim(view: CheckoutView): void {
      claims.checkWay(view, stored.get(view.id))
      throwIfViolated()
    },
    /** What a page is given once everything is stored. */
    checkFreshView(view: CheckoutView): void {
      claims.checkWay(view, stored.get(view.id))
      statements.checkRefundsShown(view, stored.get(view.id))
      throwIfViolated()
    },
    /** A reconciliation reports every difference, and nothing else. */
    checkReconciliation(
      differences: Difference<Local>[],
      locals: readonly Local[],
      list: readonly ServiceOrder[],
    ): void {
      const [found, expected] = [namesOf(differences), expectedDifferences(locals, list)]
      expectRule(found.join() === expected.join(), `a reconciliation reports ${found}, not ${expected}`)
      throwIfViolated()
    },
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
    /** Once all faults have ended and no work is left. `exact`: lookups have reported all that the service knows. */
    checkAtRest(
      entries: Entry[],
      all: readonly Order[],
      { exact, audit }: { exact: boolean; audit: StoredAuditRecord[] },
    ): void {
      checkUnmatched(entries, all)
      statements.checkAudit(entries, audit)
      statements.checkRefundsAtRest(entries, payoutLimit > 0)
      claims.checkAtRest(entries)
      const orders = ours(all)
      const isExempt = (id: string): boolean => everReversed.has(id) || denied.has(id)
      for (const customer of customers) {
        const isSaved = [...everSavedCards.values()].includes(customer)
        const mayLack = erased.has(customer) || paidByCard(orders, customer).every(isExempt)
        // A token may prove no customer.
        expectRule(isSaved || mayLack || wasErased || tokens > 0, `the card of ${customer} was not saved`)
      }
      const services = new Map(orders.map((order) => [order.externalTransactionId, order]))
      for (const entry of entries) {
        const { id, attempts, lastEventSeq } = entry
        const types = eventsOf(entry)
        const isOver = entry.kind === 'payout' || entry.expired || attempts.some(isPaid)
        expectRule(isOver, `${id} has not expired`)
        expectRule(
          types.length === lastEventSeq,
          `${id} has ${lastEventSeq} events, but ${types.length} were delivered`,
        )
        const successes = types.filter((type) => /\.(succeeded|overpaid)/.test(type))
        const paid = attempts.filter(isPaid).length
        expectRule(successes.length === paid, `${paid} succeeded, events: ${types}`)
        const isFlagged = ({ activity }: Attempt): boolean =>
          activity.some((item) => item.type === 'review_opened' && item.reason === 'overpaid')
        const flagged = attempts.filter((one) => isFlagged(one) || isUnderReview(one)).length
        expectRule(
          entry.kind === 'payout' || flagged >= paid - 1,
          `${id} was paid ${paid} times, and ${flagged} payments were reviewed`,
        )
        statements.checkAnnounced(entry, eventsByEntry.get(id) ?? [])
        for (const attempt of attempts)
          checkFinal(entry, attempt, services.get(attempt.externalTransactionId), exact)
      }
      throwIfViolated()
    },
  }
}
