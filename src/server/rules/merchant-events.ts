import { z } from 'zod'
import { Refusal } from '../../contract/attempt.ts'
import { DeclineReason } from '../../contract/claim.ts'
import { Money } from '../../contract/money.ts'
import { ReviewReason } from '../../contract/review.ts'
import { ClaimState, Reason } from '../../contract/view.ts'
import { sameAmount } from '../../service/amount.ts'
import { failureReason } from './attempt/reason.ts'
import { isKnownShort, isPaid, reportedOrPaid } from './attempt/underpaid.ts'
import { paidAttempt } from './checkout/checkout.ts'
import { stateOf } from './claim.ts'
import type { Attempt, Entry, Refund } from './model.ts'
import { payoutStatusOf } from './payout/view.ts'

const entryEventTypes = [
  'checkout.succeeded',
  'checkout.failed',
  'checkout.corrected',
  'checkout.amount_changed',
  'checkout.code_mismatch',
  'checkout.expired',
  'checkout.underpaid',
  'checkout.overpaid',
  'checkout.needs_review',
  'checkout.claimed',
  'checkout.claim_resolved',
  'checkout.refund_requested',
  'checkout.refunded',
  'checkout.refund_failed',
  'payout.succeeded',
  'payout.failed',
  'payout.rejected',
  'payout.amount_changed',
  'payout.needs_review',
] as const
/** Every event; `callback.unmatched` is of no checkout or payout. */
export const eventTypes = [...entryEventTypes, 'callback.unmatched'] as const
/** The merchant's events. `docs/events.md` has when each is sent. */
export type EventType = (typeof eventTypes)[number]
type EntryEventType = (typeof entryEventTypes)[number]

/** The body of an event, before it has an id and a sequence number. */
export const MerchantEvent = z.object({
  type: z.enum(entryEventTypes).meta({ description: 'What happened.' }),
  attempt: z.int().meta({ description: "The attempt's number, from 1." }),
  externalTransactionId: z
    .string()
    .nullable()
    .meta({ description: 'Our id of the attempt at the payments service.' }),
  externalId: z.string().nullable().meta({ description: "The payments service's id of the order." }),
  requested: Money.meta({ description: 'What the payer was asked for.' }),
  paid: Money.nullable().meta({ description: 'What the payments service reports, once it is paid.' }),
  reason: Reason.nullable(),
  refusal: Refusal.nullable().meta({ description: 'What the payments service answered when it refused.' }),
  review: ReviewReason.nullable().meta({ description: 'Why an operator has to decide.' }),
  claim: z
    .object({
      number: z.string().meta({ description: 'For the payer and the support to name it.' }),
      state: ClaimState.meta({ description: 'Whether it is decided, and how.' }),
      reason: DeclineReason.nullable(),
    })
    .optional()
    .meta({ description: 'Only in events of claims.' }),
  refund: z
    .object({ id: z.string().meta({ description: "Also the reference of the refund's payout." }) })
    .optional()
    .meta({ description: 'Only in events of refunds.' }),
})
export type MerchantEvent = z.infer<typeof MerchantEvent>

/**
 * The events that a change of an entry emits. They are stored in the same write as the change, so each is delivered
 * at least once and in order.
 */
export function merchantEvents(before: Entry, after: Entry): MerchantEvent[] {
  const events = after.attempts.flatMap((attempt) => {
    const previous = before.attempts.find(({ n }) => n === attempt.n)
    return attemptEvents(previous ?? null, attempt, before, after)
  })
  return [
    ...events,
    ...claimEvents(before, after),
    ...expiryEvents(before, after),
    ...refundEvents(before, after),
    ...rejectionEvents(before, after),
  ]
}

/** A claim was made, or is decided; after the events of what decided it. */
const claimEvents = (before: Entry, after: Entry): MerchantEvent[] =>
  after.attempts.flatMap((attempt) => {
    const previous = before.attempts.find(({ n }) => n === attempt.n)?.claims ?? []
    return attempt.claims.flatMap((claim): MerchantEvent[] => {
      const earlier = previous.find(({ number }) => number === claim.number)
      const { number, resolved } = claim
      const reason = resolved?.state === 'declined' ? resolved.reason : null
      const claimed = { number, state: stateOf(claim), reason }
      if (earlier === undefined) return [{ ...buildEvent('checkout.claimed', attempt), claim: claimed }]
      return earlier.resolved === null && resolved !== null
        ? [{ ...buildEvent('checkout.claim_resolved', attempt), claim: claimed }]
        : []
    })
  })

/** `requested` is the amount of the refund. One that an operator withdraws was not made: it has failed. */
function refundEvents(before: Entry, after: Entry): MerchantEvent[] {
  if (before.kind !== 'checkout' || after.kind !== 'checkout') return []
  return after.refunds.flatMap(({ id, amount, state, paid: other }): MerchantEvent[] => {
    const earlier = before.refunds.find((refund) => refund.id === id)
    const type = earlier === undefined ? 'checkout.refund_requested' : refundEventTypes[state]
    if (type === null || earlier?.state === state) return []
    const paid = state === 'succeeded' ? { ...amount, value: other ?? amount.value } : null
    return [{ ...withoutAttempt(type, amount), attempt: paidAttempt(after)?.n ?? 0, paid, refund: { id } }]
  })
}

const refundEventTypes = {
  requested: null,
  pending: null,
  succeeded: 'checkout.refunded',
  failed: 'checkout.refund_failed',
  withdrawn: 'checkout.refund_failed',
} as const satisfies Record<Refund['state'], EntryEventType | null>

function attemptEvents(
  previous: Attempt | null,
  attempt: Attempt,
  before: Entry,
  after: Entry,
): MerchantEvent[] {
  const events: MerchantEvent[] = []
  const emit = (suffix: string): void => {
    const type = findEventType(after.kind, suffix)
    if (type !== null) events.push(buildEvent(type, attempt))
  }
  /** Whether it is true of the attempt, and was not before. */
  const becomes = (isTrue: (attempt: Attempt) => boolean): boolean =>
    isTrue(attempt) && !(previous !== null && isTrue(previous))

  if (previous?.state === 'failed' && attempt.state === 'succeeded') emit('corrected')
  if (becomes(isKnownShort)) emit('underpaid')
  else if (becomes(isPaid)) emit(before.attempts.some(isPaid) ? 'overpaid' : 'succeeded')
  else if (hasNewAmount(previous, attempt)) emit('amount_changed')
  if (becomes(({ codeMismatch }) => codeMismatch !== null)) emit('code_mismatch')
  if (becomes(({ state }) => state === 'failed')) emit('failed')
  if (becomes(({ state, confirmedAbsent }) => state === 'refused' && confirmedAbsent)) emit('failed')
  if (after.kind === 'payout' && becomes(({ state }) => state === 'not_created')) emit('failed')
  if (hasNewReview(previous, attempt)) emit('needs_review')
  return events
}

/** A review is open, and it was not open for the same reason before. */
const hasNewReview = (previous: Attempt | null, attempt: Attempt): boolean =>
  openReason(attempt) !== null && openReason(attempt) !== openReason(previous)

const openReason = (attempt: Attempt | null): ReviewReason | null =>
  attempt?.review?.resolved === null ? attempt.review.reason : null

/** The reported amount differs from the requested one, or from the last reported one. A success event carries both. */
function hasNewAmount(previous: Attempt | null, attempt: Attempt): boolean {
  if (attempt.reported === null) return false
  return !sameAmount(attempt.reported, previous?.reported ?? attempt.amount.value)
}

function expiryEvents(before: Entry, after: Entry): MerchantEvent[] {
  if (after.kind !== 'checkout' || !after.expired) return []
  if (before.kind === 'checkout' && before.expired) return []
  const last = after.attempts.at(-1)
  const ended = last?.state === 'failed' || (last?.state === 'refused' && last.confirmedAbsent)
  if (ended || after.attempts.some(({ state }) => state === 'succeeded')) return []
  return [
    {
      ...withoutAttempt('checkout.expired', last?.amount ?? after.amount),
      attempt: after.attempts.length,
      externalTransactionId: last?.externalTransactionId ?? null,
      externalId: last?.externalId ?? null,
    },
  ]
}

/** A second operator has rejected the payout: nothing was sent. */
function rejectionEvents(before: Entry, after: Entry): MerchantEvent[] {
  const isRejected = (entry: Entry): boolean =>
    entry.kind === 'payout' && payoutStatusOf(entry) === 'rejected'
  if (!isRejected(after) || isRejected(before)) return []
  return [withoutAttempt('payout.rejected', after.amount)]
}

const withoutAttempt = (type: EntryEventType, requested: Money): MerchantEvent => ({
  type,
  attempt: 0,
  externalTransactionId: null,
  externalId: null,
  requested,
  paid: null,
  reason: null,
  refusal: null,
  review: null,
})

const findEventType = (kind: Entry['kind'], suffix: string): EntryEventType | null =>
  entryEventTypes.find((type) => type === `${kind}.${suffix}`) ?? null

const buildEvent = (type: EntryEventType, attempt: Attempt): MerchantEvent => ({
  type,
  attempt: attempt.n,
  externalTransactionId: attempt.externalTransactionId,
  externalId: attempt.externalId,
  requested: attempt.amount,
  paid: paidAmount(type, attempt),
  reason: failureReason(attempt),
  refusal: attempt.state === 'refused' ? attempt.refusal : null,
  review: attempt.review?.reason ?? null,
})

/** As in the view, the requested amount is not a payment before success. A change back to it is still reported. */
function paidAmount(type: EntryEventType, attempt: Attempt): Money | null {
  const paid = reportedOrPaid(attempt)
  if (paid === null) return null
  const isIncluded =
    attempt.state === 'succeeded' ||
    type.endsWith('.amount_changed') ||
    !sameAmount(paid.value, attempt.amount.value)
  return isIncluded ? paid : null
}
