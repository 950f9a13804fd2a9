import type { Money } from '../../contract/money.ts'
import type { Reason } from '../../contract/view.ts'
import { sameAmount } from '../../service/amount.ts'
import type { Attempt, Entry, ReviewReason } from './model.ts'
import { reasonOf } from './view.ts'

/** What the merchant is told by us. */
export const eventTypes = [
  'checkout.succeeded',
  'checkout.failed',
  'checkout.corrected',
  'checkout.amount_changed',
  'checkout.expired',
  'checkout.overpaid',
  'checkout.needs_review',
  'payout.succeeded',
  'payout.failed',
  'payout.needs_review',
] as const
/** What the merchant is told of; `docs/server.md` says when. */
export type EventType = (typeof eventTypes)[number]

/** The body of an event, before it has an id and a place in its order. */
export interface Told {
  type: EventType
  /** The attempt that it is about. */
  attempt: number
  externalTransactionId: string | null
  externalId: string | null
  asked: Money
  paid: Money | null
  reason: Reason | null
  review: ReviewReason | null
}

/**
 * What the merchant is to be told when an entry goes from `before` to `after`: the whole list of events is
 * here. Stored in the same write as the change itself, so that each is told at least once, and in order.
 */
export function tell(before: Entry | null, after: Entry): Told[] {
  const told = after.attempts.flatMap((attempt) => {
    const earlier = before?.attempts.find(({ n }) => n === attempt.n)
    return aboutAttempt(earlier ?? null, attempt, before, after)
  })
  return [...told, ...aboutExpiry(before, after)]
}

function aboutAttempt(earlier: Attempt | null, attempt: Attempt, before: Entry | null, after: Entry): Told[] {
  const told: Told[] = []
  const say = (word: string): void => {
    const type = eventType(after.kind, word)
    if (type !== null) told.push(about(type, attempt))
  }
  const newly = (state: Attempt['state']): boolean => attempt.state === state && earlier?.state !== state

  if (newly('succeeded')) {
    if (earlier?.state === 'failed') say('corrected')
    const paidBefore = before?.attempts.some(({ state }) => state === 'succeeded') ?? false
    say(paidBefore ? 'overpaid' : 'succeeded')
  } else if (amountIsNews(earlier, attempt)) {
    say('amount_changed')
  }
  if (newly('failed')) say('failed')
  if (attempt.state === 'refused' && attempt.clear && !(earlier?.state === 'refused' && earlier.clear))
    say('failed')
  if (attempt.state === 'absent' && earlier?.state !== 'absent' && after.kind === 'payout') say('failed')
  if (attempt.review !== null && earlier?.review?.reason !== attempt.review.reason) say('needs_review')
  return told
}

/** Another amount than asked, or than was last told. On success the event itself carries both amounts. */
function amountIsNews(earlier: Attempt | null, attempt: Attempt): boolean {
  if (attempt.reported === null) return false
  return !sameAmount(attempt.reported, earlier?.reported ?? attempt.amount.value)
}

function aboutExpiry(before: Entry | null, after: Entry): Told[] {
  if (after.kind !== 'checkout' || !after.expired) return []
  if (before?.kind === 'checkout' && before.expired) return []
  const last = after.attempts.at(-1)
  const ended = last?.state === 'failed' || last?.state === 'refused'
  if (ended || after.attempts.some(({ state }) => state === 'succeeded')) return []
  return [
    {
      type: 'checkout.expired',
      attempt: after.attempts.length,
      externalTransactionId: last?.externalTransactionId ?? null,
      externalId: last?.externalId ?? null,
      asked: last?.amount ?? after.amount,
      paid: null,
      reason: null,
      review: null,
    },
  ]
}

const eventType = (kind: Entry['kind'], word: string): EventType | null =>
  eventTypes.find((type) => type === `${kind}.${word}`) ?? null

const about = (type: EventType, attempt: Attempt): Told => ({
  type,
  attempt: attempt.n,
  externalTransactionId: attempt.externalTransactionId,
  externalId: attempt.externalId,
  asked: attempt.amount,
  paid: paidIn(type, attempt),
  reason: attempt.state === 'failed' || attempt.state === 'refused' ? reasonOf(attempt) : null,
  review: attempt.review?.reason ?? null,
})

/** As in the view, the amount that was asked for is no payment until it succeeded; that it is so again is news all the same. */
function paidIn(type: EventType, { state, reported, amount }: Attempt): Money | null {
  const value = reported ?? (state === 'succeeded' ? amount.value : null)
  if (value === null) return null
  const isNews =
    state === 'succeeded' || type === 'checkout.amount_changed' || !sameAmount(value, amount.value)
  return isNews ? { value, currency: amount.currency } : null
}
