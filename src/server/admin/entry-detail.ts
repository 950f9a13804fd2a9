import type { z } from 'zod'
import type { AttemptDetail, CheckoutDetail, ReviewView } from '../../contract/admin.ts'
import { explainActionCode } from '../../service/action-code.ts'
import type { Context } from '../context.ts'
import { isAbsent } from '../rules/attempt/transitions.ts'
import { reasonOf } from '../rules/checkout/view.ts'
import { type Attempt, type Entry, refusalOf } from '../rules/model.ts'
import type { StoredCallback } from '../store/callbacks.ts'
import type { EventDelivery } from '../store/events.ts'

export const isoTime = (at: number): string => new Date(at).toISOString()

type EntryDetail = Pick<CheckoutDetail, 'attempts' | 'callbacks' | 'events'>

/** The attempts, callbacks and events of a checkout or payout, without payment details and tokens. */
export async function entryDetail({ store }: Context, entry: Entry): Promise<EntryDetail> {
  const [callbacks, events] = await Promise.all([store.callbacksOf(entry.id), store.eventsOf(entry.id)])
  return {
    attempts: entry.attempts.map(attemptDetail),
    callbacks: callbacks.map(callbackDetail),
    events: events.map(eventDetail),
  }
}

export const attemptDetail = (attempt: Attempt): z.infer<typeof AttemptDetail> => ({
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
  reportedSentAt: attempt.reportedSentAt === null ? null : isoTime(attempt.reportedSentAt),
  card: attempt.card ?? null,
  payTo: attempt.payTo ?? null,
  reason: attempt.state === 'failed' || attempt.state === 'refused' ? reasonOf(attempt) : null,
  refusal: refusalOf(attempt),
  nextLookup: attempt.nextLookupAt === null ? null : isoTime(attempt.nextLookupAt),
  review: reviewView(attempt),
  activity: attempt.activity.map((item) => ({ ...item, at: isoTime(item.at), lastAt: isoTime(item.lastAt) })),
  timeline: attempt.history.map((item) => ({
    ...item,
    words: item.code === null ? null : explainActionCode(item.code),
  })),
})

function reviewView({ n, review }: Attempt): z.infer<typeof ReviewView> | null {
  if (review === null) return null
  const { reason, at, resolved } = review
  return {
    attempt: n,
    reason,
    since: isoTime(at),
    resolved: resolved === null ? null : { ...resolved, at: isoTime(resolved.at) },
  }
}

export const callbackDetail = (callback: StoredCallback): EntryDetail['callbacks'][number] => ({
  externalId: callback.externalId,
  status: callback.status,
  amount: callback.amount,
  receivedAt: isoTime(callback.receivedAt),
  lastAt: isoTime(callback.lastAt),
  times: callback.times,
  appliedAt: callback.appliedAt === null ? null : isoTime(callback.appliedAt),
})

const eventDetail = ({ event, tries, deliveredAt, error }: EventDelivery): EntryDetail['events'][number] => ({
  id: event.id,
  type: event.type,
  at: isoTime(event.at),
  attempt: event.type === 'callback.unmatched' ? 0 : event.attempt,
  tries,
  deliveredAt: deliveredAt === null ? null : isoTime(deliveredAt),
  error,
})
