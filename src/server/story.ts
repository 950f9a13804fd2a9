import type { z } from 'zod'
import type { AttemptStory, CheckoutLine, CheckoutStory, PayoutStory, ReviewView } from '../contract/admin.ts'
import { explain } from '../service/action-code.ts'
import type { Kit } from './kit.ts'
import { needsReview } from './rules/checkout.ts'
import type { Attempt, Checkout, Entry, Payout } from './rules/model.ts'
import { payoutViewOf } from './rules/payout-view.ts'
import { reasonOf } from './rules/view.ts'
import { viewNow } from './view-now.ts'

const time = (at: number): string => new Date(at).toISOString()

/** A checkout as a line of a list. */
export async function lineOf(kit: Kit, checkout: Checkout): Promise<z.infer<typeof CheckoutLine>> {
  const { id, order, status, final, amount, paid, method, attempt } = await viewNow(kit, checkout)
  return {
    ...{ id, order, status, final, amount, paid, method, attempt },
    needsReview: needsReview(checkout),
    createdAt: time(checkout.createdAt),
    updatedAt: time(checkout.updatedAt),
  }
}

/** One order's whole story, for an operator: neither instructions nor a token is in it. */
export async function storyOf(kit: Kit, checkout: Checkout): Promise<CheckoutStory> {
  const { reason } = await viewNow(kit, checkout)
  return {
    ...(await lineOf(kit, checkout)),
    expiresAt: time(checkout.expiresAt),
    reason,
    ...(await happenings(kit, checkout)),
  }
}

/** One payout's whole story. */
export const payoutStoryOf = async (kit: Kit, payout: Payout): Promise<PayoutStory> => ({
  ...payoutViewOf(payout),
  ...(await happenings(kit, payout)),
})

async function happenings(
  kit: Kit,
  entry: Entry,
): Promise<Pick<CheckoutStory, 'attempts' | 'callbacks' | 'events'>> {
  const [callbacks, events] = await Promise.all([
    kit.store.callbacksOf(entry.id),
    kit.store.eventsOf(entry.id),
  ])
  return {
    attempts: entry.attempts.map(attemptStory),
    callbacks: callbacks.map(({ externalId, status, amount, receivedAt, lastAt, times, appliedAt }) => ({
      ...{ externalId, status, amount, times },
      receivedAt: time(receivedAt),
      lastAt: time(lastAt),
      appliedAt: appliedAt === null ? null : time(appliedAt),
    })),
    events: events.map(({ event, tries, deliveredAt, error }) => ({
      ...{ id: event.id, type: event.type, attempt: event.attempt, tries, error },
      at: time(event.at),
      deliveredAt: deliveredAt === null ? null : time(deliveredAt),
    })),
  }
}

const attemptStory = (attempt: Attempt): z.infer<typeof AttemptStory> => ({
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
  nextAsk: attempt.askAt === null ? null : time(attempt.askAt),
  review: reviewOf(attempt),
  story: attempt.story.map((line) => ({ ...line, at: time(line.at), last: time(line.last) })),
  timeline: attempt.history.map((item) => ({
    ...item,
    words: item.code === null ? null : explain(item.code),
  })),
})

const reviewOf = ({ n, review }: Attempt): z.infer<typeof ReviewView> | null =>
  review === null
    ? null
    : {
        attempt: n,
        reason: review.reason,
        since: time(review.at),
        settled: review.settled === null ? null : { ...review.settled, at: time(review.settled.at) },
      }
