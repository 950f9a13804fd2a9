import { z } from 'zod'
import { activityEventWith, CodeMismatch } from '../../contract/activity.ts'
import { PayTo, Refusal } from '../../contract/attempt.ts'
import { DeclineReason, Receipt } from '../../contract/claim.ts'
import { Money } from '../../contract/money.ts'
import { ReviewReason } from '../../contract/review.ts'
import { Method, Next } from '../../contract/view.ts'
import { readAmount } from '../../service/amount.ts'
import { Profile } from './pipeline-fit.ts'

/** Milliseconds since the epoch, by the server's clock. */
const Time = z.number()

/** A decimal of 0 or more as text, without an exponent. */
const Amount = z.string().refine((text) => readAmount(text) === text)

/** Text under AES-256-GCM: see `seal.ts`. */
export const Sealed = z.string()

/**
 * `sending`: stored before its create request, which may be in flight. `unknown`: the order may exist. `not_created`:
 * it does not exist and never will. `refused`: by the service. `placed`: the order exists. `failed` and `succeeded`: the
 * service's final status. `transitions.ts` has every move between them.
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

const Review = z.object({
  reason: ReviewReason,
  at: Time,
  resolved: z
    .object({
      at: Time,
      by: z.enum(['automatic', 'operator']),
      /** The operator's name. */
      operator: z.string().optional(),
      note: z.string(),
    })
    .nullable(),
  /** No update resolves it, although others of its reason are: see `leaveToOperator` and `flagForReview`. */
  operatorOnly: z.literal(true).optional(),
})

const HistoryItem = z.object({
  time: z.string().nullable(),
  action: z.string().nullable(),
  code: z.string().nullable(),
})

/** An event of an attempt's log; the same event in a row is counted, not repeated. */
export const ActivityItem = activityEventWith({ at: Time, lastAt: Time, count: z.int() })
export type ActivityItem = z.infer<typeof ActivityItem>

/** The payer says that the money of an attempt was sent. It never changes the outcome. */
export const Claim = z.object({
  number: z.string(),
  at: Time,
  /** What the payer says; null: nothing more, or it was erased. */
  content: Sealed.nullable(),
  receipts: z.array(Receipt),
  /** `accepted`: the attempt has paid the order. `declined`: by an operator. */
  resolved: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('accepted'), at: Time }),
      z.object({
        state: z.literal('declined'),
        at: Time,
        operator: z.string(),
        reason: DeclineReason,
        text: z.string(),
      }),
    ])
    .nullable(),
})
export type Claim = z.infer<typeof Claim>

/** Money of a checkout that goes back to its payer, as the payout whose reference is its `id`. */
export const Refund = z.object({
  id: z.string(),
  amount: Money,
  /** The operator's reason. */
  note: z.string(),
  /** Who requested it. */
  by: z.string(),
  /** Other operators who have received an address of its page, and so may have directed the money. */
  issuedTo: z.array(z.string()),
  at: Time,
  state: z.enum(['requested', 'pending', 'succeeded', 'failed', 'withdrawn']),
  /** The additional fields that the payer gave, until its payout exists. */
  destination: Sealed.nullable(),
  /** When the payer gave the destination; null: not yet. */
  givenAt: Time.nullable(),
  /** When its payout is created; null: it exists, or never will. */
  checkAt: Time.nullable(),
  /** Its payout had failed, and may be paid by what the service says later: the amount stays reserved. */
  contradicted: z.literal(true).optional(),
  /** What its payout has paid by the service's word, where that is another amount. */
  paid: Amount.optional(),
})
export type Refund = z.infer<typeof Refund>

/** One create request to the service, and its outcome. */
export const Attempt = z.object({
  n: z.int().min(1),
  externalTransactionId: z.string(),
  method: Method.nullable(),
  profile: Profile,
  pipeline: z.string(),
  /** The customer proved when the attempt started: the only one a card is saved for. */
  customer: z.string().nullable(),
  amount: Money,
  /** How much less than the amount still counts as paid, as decimal text. */
  tolerance: Amount,
  state: AttemptState,
  /** The exact bytes to send, while a resend is possible. */
  body: Sealed.nullable(),
  /** How often the same bytes were sent. */
  sendCount: z.int(),
  /** The last send. */
  sentAt: Time,
  firstSentAt: Time,
  externalId: z.string().nullable(),
  /** An order found under our id that may be another's: nothing is taken from it until an operator accepts it. */
  foreignId: z.string().nullable(),
  /** The order's status at the service, as last reported; success in another currency stays. */
  status: z.string().nullable(),
  /** The amount that the service reports; once the attempt succeeded, what was paid. Null: none that can be read. */
  reported: Amount.nullable(),
  /** Succeeded with less than asked or with an unknown amount, and not accepted: the order is not paid by it. */
  underpaid: z.boolean(),
  /** Another currency than asked for, in which a lookup has found the order: only an operator makes it succeed. */
  otherCurrency: z.string().nullable(),
  /** What the payer needs in order to pay, until final or expiry. */
  paymentDetails: Sealed.nullable(),
  /** Where the payer was to pay, masked, kept for operators. Null: the payer has never had payment details. */
  payTo: PayTo.nullable(),
  /** The order's payment details are lost: the payer has never seen them. */
  detailsLost: z.boolean(),
  /** Why the QR code is not shown. */
  codeMismatch: CodeMismatch.nullable(),
  /** The service rejected this id as a duplicate: the order exists, even if a lookup does not find it. */
  knownToExist: z.boolean(),
  /** What the service answered when it refused; null if it did not. */
  refusal: Refusal.nullable(),
  /** Lookups have proved that no order exists. */
  confirmedAbsent: z.boolean(),
  /** Consecutive lookups that count and found nothing. */
  notFoundCount: z.int(),
  /** Consecutive lookups without an answer. */
  failedLookups: z.int(),
  /** When the first lookup ended of those without an answer or with a status that is not documented. */
  unansweredSince: Time.nullable(),
  /** When a verified callback, or an operator, has contradicted that no order exists; null once lookups have decided. */
  doubtedAt: Time.nullable(),
  /** The payer's card as a lookup has reported it, masked. */
  card: z.object({ number: z.string().nullable(), holder: z.string().nullable() }).nullable(),
  /** A lookup has reported the payer's card. It is saved once, so a deleted card stays deleted. */
  cardReported: z.boolean(),
  /**
   * A verified callback with a final status, or another amount of a success, that no lookup has confirmed yet. A create's
   * `Failed` waits in the same way, without an amount.
   */
  unconfirmedCallback: z
    .object({ status: z.enum(['Success', 'Failed']), amount: z.string(), at: Time })
    .nullable(),
  history: z.array(HistoryItem),
  /** The history was read again `historyMs` after the final status. */
  historyComplete: z.boolean(),
  finalAt: Time.nullable(),
  /** It had failed before it succeeded. */
  corrected: z.literal(true).optional(),
  /** When it paid the order, another attempt had paid it already. */
  surplus: z.literal(true).optional(),
  /** When the last lookup that found the order was requested. */
  foundAt: Time.nullable(),
  /** When the payer said that the money was sent. Never changes the outcome. */
  reportedSentAt: Time.nullable(),
  /** In the order in which they were made; at most the last one is open. */
  claims: z.array(Claim),
  /** When the attempt was replaced: its payment details are deleted, it stays watched, and its success counts. */
  replacedAt: Time.nullable(),
  /** When the personal data of its customer was erased, in a checkout that has another customer, too. */
  erasedAt: Time.nullable(),
  /** Null: never. */
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
  /** The sequence number of the last event. */
  lastEventSeq: z.int(),
  /** When its personal data was erased; every later write erases what it would add. */
  erasedAt: Time.nullable(),
}

/** The terms that an order token states. */
export const SignedTerms = z.object({
  /** The order, as the token names it. */
  reference: z.string(),
  /** In seconds since the epoch. Terms never go back to a token issued earlier. */
  issuedAt: z.number(),
  purpose: z.enum(['pay', 'page', 'return']),
  amount: z.string().optional(),
  currency: z.string().optional(),
  methods: z.array(Method).optional(),
})
export type SignedTerms = z.infer<typeof SignedTerms>

/** The payment of one order. */
export const Checkout = z.object({
  ...entryFields,
  kind: z.literal('checkout'),
  order: z.string(),
  /** The last customer that a request proved. Grants nothing: each request proves its own. */
  customer: z.string().nullable(),
  /** How many attempts there were when it was last reopened; those do not count towards the limit. */
  reopenedAfter: z.int(),
  /** How often the payer has been given more time since the time to pay last began. */
  extensions: z.int(),
  methods: z.array(Method),
  /** What the shop offers after success. */
  next: Next.nullable(),
  /** Those of the order token that was issued last; null for a plain reference. They outlive `terms`. */
  signed: SignedTerms.nullable(),
  /** The order's additional fields and redirect addresses, for an attempt that the server starts by itself. */
  terms: Sealed.nullable(),
  expiresAt: Time,
  /** The expiry has been processed: payment details wiped, the event stored. */
  expired: z.boolean(),
  /** When a payer last polled, to about half a minute. */
  seenAt: Time,
  refunds: z.array(Refund),
})
export type Checkout = z.infer<typeof Checkout>

/** An act that needs a second operator. */
export const Approval = z.object({
  action: z.enum(['create', 'discard']),
  /** The attempt that `discard` is about. */
  attempt: z.int().nullable(),
  /** Who requested it; null: the merchant's own code. */
  by: z.string().nullable(),
  at: Time,
  note: z.string().nullable(),
  decided: z
    .object({ approved: z.boolean(), by: z.string(), at: Time, note: z.string().nullable() })
    .nullable(),
})
export type Approval = z.infer<typeof Approval>

/** One create request on a payout pipeline, under the merchant's own reference. */
export const Payout = z.object({
  ...entryFields,
  kind: z.literal('payout'),
  reference: z.string(),
  /** Detects a different request under the same reference without storing its fields. */
  fingerprint: z.string(),
  /** The operator's name; null: the merchant's own code. */
  createdBy: z.string().nullable(),
  /** The id of the checkout whose refund it is. */
  refundOf: z.string().nullable(),
  /** When what became of it was written that its refund does not follow yet; null: nothing. */
  refundDueAt: Time.nullable(),
  /** The create request: an approved payout sends exactly this. */
  request: z.object({
    externalTransactionId: z.string(),
    pipeline: z.string(),
    /** The exact bytes to send, until the payout is over. */
    body: Sealed.nullable(),
  }),
  /** What a second operator has decided, and last what one has to decide. */
  approvals: z.array(Approval),
  /** Whom it pays. */
  destination: z
    .object({
      /** The additional fields, masked. */
      fields: z.array(z.object({ key: z.string(), value: z.string() })),
      /** Keyed digests of the destination, one for each seal key, the sealing key's first. */
      fingerprints: z.array(z.string()),
    })
    .nullable(),
})
export type Payout = z.infer<typeof Payout>

/** The unit of storage: a checkout or a payout with its attempts. */
export const Entry = z.discriminatedUnion('kind', [Checkout, Payout])
export type Entry = z.infer<typeof Entry>

/** The claim that waits for a decision. */
export const openClaim = ({ claims }: Attempt): Claim | undefined =>
  claims.find(({ resolved }) => resolved === null)

export const hasOpenClaim = (entry: Entry): boolean =>
  entry.attempts.some((attempt) => openClaim(attempt) !== undefined)

export type Kind = Entry['kind']
export type EntryOf<K extends Kind> = Extract<Entry, { kind: K }>
export const isOfKind = <K extends Kind>(entry: Entry, kind: K): entry is EntryOf<K> => entry.kind === kind

export const changeAttempt = <E extends Entry>(
  entry: E,
  n: number,
  change: (attempt: Attempt) => Attempt,
): E => ({
  ...entry,
  attempts: entry.attempts.map((attempt) => (attempt.n === n ? change(attempt) : attempt)),
})
