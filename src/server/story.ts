import type { z } from 'zod'
import type { AttemptStory, CheckoutLine, CheckoutStory, ReviewView } from '../contract/admin.ts'
import { explain } from '../service/action-code.ts'
import { viewNow } from './checkouts.ts'
import type { Kit } from './kit.ts'
import { needsReview } from './rules/checkout.ts'
import type { Attempt, Checkout } from './rules/model.ts'
import { reasonOf } from './rules/view.ts'

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
  const [callbacks, events] = await Promise.all([
    kit.store.callbacksOf(checkout.id),
    kit.store.eventsOf(checkout.id),
  ])
  const { reason } = await viewNow(kit, checkout)
  return {
    ...(await lineOf(kit, checkout)),
    expiresAt: time(checkout.expiresAt),
    reason,
    attempts: checkout.attempts.map(attemptStory),
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

export const attemptStory = (attempt: Attempt): z.infer<typeof AttemptStory> => ({
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
