import type { z } from 'zod'
import type {
  AttemptDetail,
  CheckoutDetail,
  CheckoutSummary,
  PayoutDetail,
  ReviewView,
} from '../../contract/admin.ts'
import { explainActionCode } from '../../service/action-code.ts'
import { currentView } from '../checkout/current-view.ts'
import type { Context } from '../context.ts'
import { needsReview } from '../rules/checkout.ts'
import type { Attempt, Checkout, Entry, Payout } from '../rules/model.ts'
import { payoutViewOf } from '../rules/payout-view.ts'
import { reasonOf } from '../rules/view.ts'

const isoTime = (at: number): string => new Date(at).toISOString()

/** A checkout as a line of a list. */
export async function checkoutSummary(
  context: Context,
  checkout: Checkout,
): Promise<z.infer<typeof CheckoutSummary>> {
  const { id, order, status, final, amount, paid, method, attempt } = await currentView(context, checkout)
  return {
    ...{ id, order, status, final, amount, paid, method, attempt },
    needsReview: needsReview(checkout),
    createdAt: isoTime(checkout.createdAt),
    updatedAt: isoTime(checkout.updatedAt),
  }
}

/** One order's whole story, for an operator: neither instructions nor a token is in it. */
export async function checkoutDetail(context: Context, checkout: Checkout): Promise<CheckoutDetail> {
  const { reason } = await currentView(context, checkout)
  return {
    ...(await checkoutSummary(context, checkout)),
    expiresAt: isoTime(checkout.expiresAt),
    reason,
    ...(await entryDetail(context, checkout)),
  }
}

/** One payout's whole story. */
export const payoutDetail = async (context: Context, payout: Payout): Promise<PayoutDetail> => ({
  ...payoutViewOf(payout),
  ...(await entryDetail(context, payout)),
})

async function entryDetail(
  context: Context,
  entry: Entry,
): Promise<Pick<CheckoutDetail, 'attempts' | 'callbacks' | 'events'>> {
  const [callbacks, events] = await Promise.all([
    context.store.callbacksOf(entry.id),
    context.store.eventsOf(entry.id),
  ])
  return {
    attempts: entry.attempts.map(attemptDetail),
    callbacks: callbacks.map(({ externalId, status, amount, receivedAt, lastAt, times, appliedAt }) => ({
      ...{ externalId, status, amount, times },
      receivedAt: isoTime(receivedAt),
      lastAt: isoTime(lastAt),
      appliedAt: appliedAt === null ? null : isoTime(appliedAt),
    })),
    events: events.map(({ event, tries, deliveredAt, error }) => ({
      ...{ id: event.id, type: event.type, attempt: event.attempt, tries, error },
      at: isoTime(event.at),
      deliveredAt: deliveredAt === null ? null : isoTime(deliveredAt),
    })),
  }
}

const attemptDetail = (attempt: Attempt): z.infer<typeof AttemptDetail> => ({
  attempt: attempt.n,
  state: attempt.state,
  method: attempt.method,
  pipeline: attempt.pipeline,
  externalTransactionId: attempt.externalTransactionId,
  externalId: attempt.externalId,
  status: attempt.status,
  asked: attempt.amount,
  reported: attempt.reported,
  reason: attempt.state === 'failed' || attempt.state === 'refused' ? reasonOf(attempt) : null,
  nextLookup: attempt.nextLookupAt === null ? null : isoTime(attempt.nextLookupAt),
  review: reviewView(attempt),
  activity: attempt.activity.map((item) => ({ ...item, at: isoTime(item.at), lastAt: isoTime(item.lastAt) })),
  timeline: attempt.history.map((item) => ({
    ...item,
    words: item.code === null ? null : explainActionCode(item.code),
  })),
})

const reviewView = ({ n, review }: Attempt): z.infer<typeof ReviewView> | null =>
  review === null
    ? null
    : {
        attempt: n,
        reason: review.reason,
        since: isoTime(review.at),
        resolved: review.resolved === null ? null : { ...review.resolved, at: isoTime(review.resolved.at) },
      }
