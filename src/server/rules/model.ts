import { z } from 'zod'
import { ActivityEvent } from '../../contract/activity.ts'
import { Money } from '../../contract/money.ts'
import { Method } from '../../contract/view.ts'

/** Milliseconds since the epoch, by the server's clock. */
const Time = z.number()

/** Text under AES-256-GCM: see `seal.ts`. */
const Sealed = z.string()

/**
 * Where an attempt stands. `sending`: written ahead, its create may be in flight. `unknown`: nobody knows yet
 * whether the order exists. `not_created`: it does not, and its time is over. `refused`: the service said no.
 * `placed`: the order exists. `failed` and `succeeded` are the service's words.
 */
export const AttemptState = z.enum([
  'sending',
  'unknown',
  'not_created',
  'refused',
  'placed',
  'failed',
  'succeeded',
])
export type AttemptState = z.infer<typeof AttemptState>

/** What a human has to look at. */
export const ReviewReason = z.enum([
  /** A create is still unknown although patience has ended. */
  'unresolved',
  /** The status endpoint contradicts a final state. */
  'contradiction',
  /** The service reports success in another currency than asked. */
  'currency',
  /** A verified callback stands although the status endpoint never agreed. */
  'unconfirmed',
])
export type ReviewReason = z.infer<typeof ReviewReason>

export const Review = z.object({
  reason: ReviewReason,
  at: Time,
  resolved: z.object({ at: Time, by: z.enum(['automatic', 'operator']), note: z.string() }).nullable(),
})
export type Review = z.infer<typeof Review>

const HistoryItem = z.object({
  time: z.string().nullable(),
  action: z.string().nullable(),
  code: z.string().nullable(),
})

/** An event of an attempt's log; the same event in a row is counted, not repeated. */
export const ActivityItem = z.object({ at: Time, lastAt: Time, count: z.int() }).and(ActivityEvent)
export type ActivityItem = z.infer<typeof ActivityItem>

/** One create call at the service, and all that became of it. */
export const Attempt = z.object({
  n: z.int().min(1),
  externalTransactionId: z.string(),
  method: Method.nullable(),
  profile: z.enum(['p2p', 'form', 'token', 'payout']),
  pipeline: z.string(),
  /** The customer proved when the attempt started: the only one a card is saved for. */
  customer: z.string().nullable().default(null),
  amount: Money,
  state: AttemptState,
  /** The exact bytes to send, while they may have to be sent again. */
  body: Sealed.nullable(),
  /** Sent that many times; always the same bytes. */
  sendCount: z.int(),
  /** The last send. */
  sentAt: Time,
  firstSentAt: Time,
  externalId: z.string().nullable(),
  /** The service's own word for the order's state, as last reported. */
  status: z.string().nullable(),
  /** The amount that the service reports, as text. */
  reported: z.string().nullable(),
  /** What the payer needs to pay, while the payer may. */
  instructions: Sealed.nullable(),
  /** The payer was shown no instructions for this order, and never can be. */
  instructionsLost: z.boolean(),
  /** A duplicate error on this id was heard: the order is there, whatever a look-up says. */
  knownToExist: z.boolean(),
  refusal: z
    .object({
      status: z.number(),
      label: z.string().nullable(),
      code: z.string().nullable(),
      statusDescription: z.string().nullable(),
    })
    .nullable(),
  /** After a refusal, or at the end of an unknown: a look-up has not found the order. */
  confirmedAbsent: z.boolean(),
  /** Look-ups in a row that count and found nothing. */
  notFoundCount: z.int(),
  /** Look-ups in a row without an answer. */
  failedLookups: z.int(),
  /** The status endpoint has reported the payer's card. It is kept once: one that is forgotten later stays so. */
  cardReported: z.boolean().default(false),
  /** A verified callback with a final word that the status endpoint has not confirmed yet. */
  unconfirmedCallback: z
    .object({ status: z.enum(['Success', 'Failed']), amount: z.string(), at: Time })
    .nullable(),
  history: z.array(HistoryItem),
  /** The history was read again some time after the final status. */
  historyComplete: z.boolean(),
  finalAt: Time.nullable(),
  /** When the open attempt was replaced: its instructions are wiped, it stays watched, and its success counts. */
  setAsideAt: Time.nullable().default(null),
  /** When to ask the service next; null: never. */
  nextLookupAt: Time.nullable(),
  review: Review.nullable(),
  activity: z.array(ActivityItem),
})
export type Attempt = z.infer<typeof Attempt>

const entryFields = {
  id: z.string(),
  /** Grows with every write; a write is only made over the version it started from. */
  version: z.int(),
  createdAt: Time,
  updatedAt: Time,
  amount: Money,
  attempts: z.array(Attempt),
  /** How many events the merchant has been given to hear about this. */
  lastEventSeq: z.int(),
}

/** The paying of one order. */
export const Checkout = z.object({
  ...entryFields,
  kind: z.literal('checkout'),
  order: z.string(),
  /** The last customer that a request proved. Grants nothing: each request proves its own. */
  customer: z.string().nullable(),
  /** Stored by 0.1, whose pages have no client secret: the id alone reads it until it is final. */
  readableById: z.boolean().default(false),
  /** How many attempts there were when it was last reopened; those do not count towards the limit. */
  reopenedAfter: z.int().default(0),
  methods: z.array(Method),
  /** The order's additional fields and redirect addresses, for an attempt that the server starts by itself. */
  terms: Sealed.nullable(),
  expiresAt: Time,
  /** The expiry has been acted upon: instructions wiped, the merchant told. */
  expired: z.boolean(),
  /** When a payer last looked, give or take half a minute. */
  seenAt: Time,
})
export type Checkout = z.infer<typeof Checkout>

/** One create call on a payout pipeline, under the merchant's own reference. */
export const Payout = z.object({
  ...entryFields,
  kind: z.literal('payout'),
  reference: z.string(),
  /** Tells the same request from another one under the same reference, without keeping its fields. */
  fingerprint: z.string(),
})
export type Payout = z.infer<typeof Payout>

/** What the store keeps whole: a checkout or a payout, with its attempts. */
export const Entry = z.discriminatedUnion('kind', [Checkout, Payout])
export type Entry = z.infer<typeof Entry>
