import type { AttemptDetail } from '../../contract/attempt.ts'
import type { CheckoutDetail, CheckoutSummary } from '../../contract/checkout.ts'
import type { Money } from '../../contract/money.ts'
import type { PayoutApproval, PayoutDetail } from '../../contract/payout.ts'
import type { CheckoutView } from '../../contract/view.ts'
import { explainActionCode } from '../../service/action-code.ts'
import { isAmount, isLessThan, subtractAmounts } from '../../service/amount.ts'
import { currentView } from '../checkout/current-view.ts'
import { type Proof, unlimitedProof } from '../checkout/proof.ts'
import { readableCheckout } from '../checkout/stored-checkout.ts'
import { claimDetails } from '../claim/claim-detail.ts'
import type { Context } from '../context.ts'
import { refundDetail } from '../refund/create-refund.ts'
import { failureReason } from '../rules/attempt/reason.ts'
import { needsReview } from '../rules/attempt/review.ts'
import { isAbsent } from '../rules/attempt/transitions.ts'
import { paidAttempt } from '../rules/checkout/checkout.ts'
import { isPaidTwice } from '../rules/checkout/paid-twice.ts'
import type { Approval, Attempt, Checkout, Entry, Payout } from '../rules/model.ts'
import { payoutViewOf } from '../rules/payout/view.ts'
import { received, refundable } from '../rules/received.ts'
import { addresseesOf } from '../rules/refund.ts'
import { isoTime, isoTimeOrNull } from '../rules/time.ts'
import type { StoredCallback } from '../store/callbacks.ts'
import type { ListQuery } from '../store/entries.ts'
import type { EventDelivery } from '../store/events.ts'
import { hasPayLinks } from './pay-link.ts'

/** The attempts, callbacks and events of a checkout or payout, without payment details and tokens. */
async function entryDetail({ store }: Context, entry: Entry) {
  const [callbacks, events] = await Promise.all([store.callbacksOf(entry.id), store.eventsOf(entry.id)])
  return {
    attempts: entry.attempts.map(attemptDetail),
    callbacks: callbacks.map(callbackDetail),
    events: events.map(eventDetail),
  }
}

export const attemptDetail = (attempt: Attempt): AttemptDetail => ({
  attempt: attempt.n,
  state: attempt.state,
  absent: isAbsent(attempt),
  method: attempt.method,
  pipeline: attempt.pipeline,
  externalTransactionId: attempt.externalTransactionId,
  externalId: attempt.externalId,
  status: attempt.status,
  requested: attempt.amount,
  reported: attempt.reported,
  underpaid: attempt.underpaid,
  reportedSentAt: isoTimeOrNull(attempt.reportedSentAt),
  card: attempt.card,
  payTo: attempt.payTo,
  reason: failureReason(attempt),
  refusal: attempt.refusal,
  nextLookup: isoTimeOrNull(attempt.nextLookupAt),
  review: reviewView(attempt),
  activity: attempt.activity.map((item) => ({ ...item, at: isoTime(item.at), lastAt: isoTime(item.lastAt) })),
  timeline: attempt.history.map((item) => ({
    ...item,
    words: item.code === null ? null : explainActionCode(item.code),
  })),
})

function reviewView({ n, review }: Attempt): AttemptDetail['review'] {
  if (review === null) return null
  const { reason, at, resolved } = review
  return {
    attempt: n,
    reason,
    since: isoTime(at),
    resolved: resolved === null ? null : { ...resolved, at: isoTime(resolved.at) },
  }
}

export const callbackDetail = (callback: StoredCallback): CheckoutDetail['callbacks'][number] => ({
  externalId: callback.externalId,
  status: callback.status,
  amount: callback.amount,
  receivedAt: isoTime(callback.receivedAt),
  lastAt: isoTime(callback.lastAt),
  times: callback.times,
  appliedAt: isoTimeOrNull(callback.appliedAt),
})

const eventDetail = ({
  event,
  tries,
  deliveredAt,
  error,
}: EventDelivery): CheckoutDetail['events'][number] => ({
  id: event.id,
  type: event.type,
  at: isoTime(event.at),
  attempt: event.type === 'callback.unmatched' ? 0 : event.attempt,
  tries,
  deliveredAt: isoTimeOrNull(deliveredAt),
  error,
})

/** How many other payouts to the same destination are shown. */
const shownPayouts = 10

/** Everything an operator may see of a payout. */
export async function payoutDetail(context: Context, payout: Payout): Promise<PayoutDetail> {
  const refunded = payout.refundOf === null ? null : await readableCheckout(context, payout.refundOf)
  return {
    ...payoutViewOf(payout),
    createdBy: payout.createdBy,
    approvals: payout.approvals.map(approvalView),
    destination: payout.destination?.fields ?? [],
    refund: refunded === null ? null : paidOutRefund(refunded, payout.reference),
    issuedTo: refunded === null ? [] : addresseesOf(refunded, payout.reference),
    sameDestination: await payoutsToSame(context, payout),
    ...(await entryDetail(context, payout)),
  }
}

function paidOutRefund({ id, order, refunds }: Checkout, reference: string): PayoutDetail['refund'] {
  const refund = refunds.find((one) => one.id === reference)
  return refund === undefined ? null : { checkout: id, order, note: refund.note }
}

const approvalView = ({ action, by, at, note, decided }: Approval): PayoutApproval => ({
  action,
  requestedBy: by,
  requestedAt: isoTime(at),
  note,
  decided: decided && { ...decided, at: isoTime(decided.at) },
})

async function payoutsToSame(
  { store }: Context,
  { id, destination }: Payout,
): Promise<PayoutDetail['sameDestination']> {
  if (destination === null) return { payouts: [], more: false }
  const { entries, unreadable, after } = await store.list({
    kind: 'payout',
    destinations: destination.fingerprints,
    limit: shownPayouts + 1,
  })
  const others = entries.filter((payout) => payout.id !== id)
  return {
    payouts: others.slice(0, shownPayouts).map(payoutViewOf),
    more: after !== null || unreadable.length > 0,
  }
}

/** Operators see no saved cards, and of the payment details only what is masked in the attempts. */
const outcome: Proof = { ...unlimitedProof(), access: 'outcome' }

/** A page of checkouts, each with its summary. */
export async function listCheckouts(context: Context, query: Omit<ListQuery, 'kind'>) {
  const page = await context.store.list({ kind: 'checkout', ...query })
  const rows = await Promise.all(
    page.entries.map(async (checkout) => {
      const view = await currentView(context, checkout, outcome)
      return { checkout, summary: summaryOf(checkout, view) }
    }),
  )
  // The stored status of a checkout that has just expired is out of date.
  const isCurrent = ({ summary }: (typeof rows)[number]): boolean =>
    query.status === undefined || summary.status === query.status
  return { ...page, entries: rows.filter(isCurrent) }
}

/** Everything an operator may see of a checkout. */
export async function checkoutDetail(context: Context, checkout: Checkout): Promise<CheckoutDetail> {
  const view = await currentView(context, checkout, outcome)
  return {
    ...summaryOf(checkout, view),
    expiresAt: isoTime(checkout.expiresAt),
    seenAt: isoTime(checkout.seenAt),
    reason: view.reason,
    linkable: hasPayLinks(context),
    claims: await claimDetails(context, checkout),
    refunds: checkout.refunds.map(refundDetail),
    refundable: refundable(checkout),
    ...(await entryDetail(context, checkout)),
  }
}

function summaryOf(checkout: Checkout, view: CheckoutView): CheckoutSummary {
  const { id, order, status, final, amount, paid, method, attempts } = view
  return {
    id,
    order,
    status,
    final,
    amount,
    paid,
    method,
    attemptCount: attempts,
    needsReview: needsReview(checkout),
    review: oldestReview(checkout),
    short: paid?.currency === amount.currency && isLessThan(paid.value, amount.value),
    ...receivedOf(checkout, amount),
    paidTwice: isPaidTwice(checkout),
    late: (paidAttempt(checkout)?.finalAt ?? 0) >= checkout.expiresAt,
    createdAt: isoTime(checkout.createdAt),
    updatedAt: isoTime(checkout.updatedAt),
  }
}

function oldestReview({ attempts }: Checkout): CheckoutSummary['review'] {
  const open = attempts.flatMap(({ review }) => (review?.resolved === null ? [review] : []))
  const [oldest] = open.sort((a, b) => a.at - b.at)
  return oldest === undefined ? null : { reason: oldest.reason, since: isoTime(oldest.at) }
}

function receivedOf(checkout: Checkout, requested: Money): { received: Money | null; surplus: Money | null } {
  const { value } = received(checkout)
  const { currency } = requested
  const left = refundable(checkout).value
  return {
    received: isAmount(value) ? { value, currency } : null,
    surplus: isLessThan(requested.value, left)
      ? { value: subtractAmounts(left, requested.value), currency }
      : null,
  }
}
