import { z } from 'zod'
import { ActivityEvent } from './activity.ts'
import { ClaimDetail } from './claim.ts'
import { Money } from './money.ts'
import { PayoutView } from './payout.ts'
import { RefundDetail } from './refund.ts'
import { ReviewAction, ReviewReason } from './review.ts'
import { PayerField, Reason, SavedCard, ViewMembers } from './view.ts'

const nullableText = z.string().nullable()
const attempt = z.int().meta({ description: "The attempt's number, from 1." })
const pipeline = z.string().meta({ description: 'The name of the pipeline.' })
const externalTransactionId = z
  .string()
  .meta({ description: 'Our id of the attempt at the payments service.' })
const externalId = z.string().meta({ description: "The payments service's id of the order." })
const time = (description: string) => z.string().meta({ description: `${description} RFC 3339, UTC.` })

/** Why an operator has to decide about an attempt. The operations guide says what to do about each reason. */
export const ReviewView = z
  .object({
    attempt,
    reason: ReviewReason.meta({ description: 'What has to be decided.' }),
    since: time('Since when.'),
    resolved: z
      .object({
        at: time('When it was decided.'),
        by: z
          .enum(['automatic', 'operator'])
          .meta({ description: '`automatic`: later news has settled it.' }),
        operator: z.string().optional().meta({ description: "The operator's name." }),
        note: z.string().meta({ description: "The operator's reason." }),
      })
      .nullable()
      .meta({ description: 'Null while it is open.' }),
  })
  .meta({ id: 'ReviewView', description: 'Why an operator has to decide about an attempt.' })

/** Why the service refused a create request. The message is redacted. */
export const Refusal = z
  .object({
    status: z.number().meta({ description: 'The HTTP status.' }),
    label: nullableText.meta({ description: 'The label of the error.' }),
    code: nullableText.meta({ description: 'The code of the error.' }),
    statusDescription: nullableText.meta({
      description: "The error's `statusDescrption`, spelled so by the service.",
    }),
    field: nullableText.meta({ description: 'The field that the message names.' }),
    message: nullableText.meta({ description: 'Redacted. Not for branching on.' }),
  })
  .meta({ id: 'Refusal', description: 'Why the payments service refused a create request.' })
export type Refusal = z.infer<typeof Refusal>

/** Where a payer was to pay. Members of a form, and erased ones, are null. */
export const PayTo = z.object({
  destination: nullableText.meta({ description: 'Masked: the last four characters stay.' }),
  recipient: nullableText.meta({ description: "The recipient's name." }),
  bank: nullableText.meta({ description: "The recipient's bank." }),
})
export type PayTo = z.infer<typeof PayTo>

/** One attempt as an operator sees it, without secrets. */
export const AttemptDetail = z
  .object({
    attempt,
    state: z
      .enum(['sending', 'unknown', 'not_created', 'refused', 'placed', 'failed', 'succeeded'])
      .meta({ description: '`unknown`: whether the order exists. `placed`: it exists and is not final.' }),
    absent: z
      .boolean()
      .meta({ description: 'It is decided that no order exists, and nothing contradicts that.' }),
    method: nullableText.meta({ description: 'Null for a payout.' }),
    pipeline,
    externalTransactionId,
    externalId: externalId.nullable(),
    status: nullableText.meta({ description: 'As the payments service reports it.' }),
    requested: Money,
    reported: nullableText.meta({
      description: 'The amount that the payments service reports, as received.',
    }),
    underpaid: z
      .boolean()
      .meta({ description: 'Less than asked or an unknown amount has succeeded, and it is not accepted.' }),
    reportedSentAt: nullableText.meta({ description: 'When the payer said that the money was sent.' }),
    card: z
      .object({
        number: nullableText.meta({ description: 'Six leading and four trailing digits.' }),
        holder: nullableText.meta({ description: "The holder's name." }),
      })
      .nullable()
      .meta({ description: "The payer's card, masked, where the payments service reports it." }),
    payTo: PayTo.nullable().meta({
      description: 'Where the payer was to pay; null if no payment details were received.',
    }),
    reason: Reason.nullable(),
    refusal: Refusal.nullable().meta({ description: 'What the payments service answered when it refused.' }),
    nextLookup: nullableText.meta({ description: 'When it is looked up next; null: never.' }),
    review: ReviewView.nullable(),
    activity: z
      .array(
        z
          .object({
            at: time('When it first happened.'),
            lastAt: time('When it last happened.'),
            count: z.int().meta({ description: 'How often in a row.' }),
          })
          .and(ActivityEvent),
      )
      .meta({ description: 'What was sent, received and decided, in order. Repeated events are one item.' }),
    timeline: z
      .array(
        z.object({
          time: nullableText.meta({ description: 'RFC 3339, UTC.' }),
          action: nullableText.meta({ description: "The service's words." }),
          code: nullableText.meta({ description: 'The action code as received.' }),
          words: nullableText.meta({ description: 'What the action code means.' }),
        }),
      )
      .meta({ description: "The service's own history, each action code explained." }),
  })
  .meta({ id: 'AttemptDetail', description: 'One attempt as an operator sees it, without secrets.' })
export type AttemptDetail = z.infer<typeof AttemptDetail>

/** A checkout in `GET /admin/checkouts`. */
export const CheckoutSummary = ViewMembers.pick({
  id: true,
  order: true,
  status: true,
  final: true,
  amount: true,
  paid: true,
  method: true,
})
  .extend({
    attemptCount: z.int().min(0).meta({ description: 'How many attempts there are.' }),
    needsReview: z.boolean().meta({ description: 'An operator has to decide.' }),
    review: ReviewView.pick({ reason: true, since: true })
      .nullable()
      .meta({ description: 'The review that has been open for the longest time.' }),
    short: z.boolean().meta({ description: 'Less was paid than requested, within the tolerance or not.' }),
    received: Money.nullable().meta({ description: 'The sum of what was paid; null while nothing was.' }),
    surplus: Money.nullable().meta({
      description: 'How much more was received than requested: to refund. Null if nothing.',
    }),
    paidTwice: z.boolean().meta({ description: 'Two attempts have paid the order.' }),
    late: z.boolean().meta({ description: 'It was paid after it had expired.' }),
    createdAt: time('When it was created.'),
    updatedAt: time('When it last changed.'),
  })
  .meta({ id: 'CheckoutSummary', description: 'A checkout in a list.' })
export type CheckoutSummary = z.infer<typeof CheckoutSummary>

const next = nullableText.meta({ description: 'The cursor of the next page.' })
/** Entries that are put aside. */
const unreadable = z.array(z.string()).optional().meta({
  description:
    'Ids on this page that cannot be read: damaged, or written by a newer version. They are put aside; the log names each.',
})

const truncated = z
  .literal(true)
  .optional()
  .meta({ description: 'More than 500 names begin with `search`: some of them are in no page.' })

/** `GET /admin/checkouts`: newest first. */
export const CheckoutList = z
  .object({
    checkouts: z.array(CheckoutSummary).meta({ description: 'One page of them.' }),
    next,
    truncated,
    unreadable,
  })
  .meta({ id: 'CheckoutList', description: 'Checkouts, newest first.' })
export type CheckoutList = z.infer<typeof CheckoutList>

/** What a callback proves, and when it came. */
const receipt = {
  externalId,
  status: z.string().meta({ description: 'As received.' }),
  amount: z.string().meta({ description: 'As received.' }),
  receivedAt: time('When it was first received.'),
  lastAt: time('When it was last received.'),
  times: z.int().meta({ description: 'How often it was received.' }),
}

const CallbackDetail = z.object({
  ...receipt,
  appliedAt: nullableText.meta({ description: 'When it was applied to the attempt; null: not yet.' }),
})
const EventDetail = z.object({
  id: z.string().meta({ description: 'The same in every delivery.' }),
  type: z.string().meta({ description: 'Such as `checkout.succeeded`.' }),
  at: time('When it happened.'),
  attempt,
  tries: z.int().meta({ description: 'How often its delivery was tried.' }),
  deliveredAt: nullableText.meta({ description: 'When it was accepted; null: not yet.' }),
  error: nullableText.meta({ description: 'Why the last try failed, redacted.' }),
})

const records = {
  attempts: z.array(AttemptDetail).meta({ description: 'The first one first.' }),
  callbacks: z.array(CallbackDetail).meta({ description: 'Verified, in the order of receipt.' }),
  events: z.array(EventDetail).meta({ description: "The merchant's events, in order." }),
}

/** A verified callback that matches no order of ours. */
export const UnmatchedCallback = z
  .object({
    id: z.string().meta({ description: 'For `acknowledge`.' }),
    ...receipt,
    orderType: z
      .string()
      .meta({ description: 'As received: `Deposit`, `Withdrawal`, or a value added later.' }),
    pipelines: z.array(z.string()).meta({ description: 'Those whose private key verifies the signature.' }),
    reviewSince: nullableText.meta({ description: 'Since when an operator has to look at it.' }),
    acknowledged: z
      .object({
        at: time('When.'),
        note: z.string().meta({ description: "The operator's reason." }),
        operator: nullableText.meta({ description: "The operator's name." }),
      })
      .nullable()
      .meta({ description: 'Null until an operator has dealt with it.' }),
  })
  .meta({
    id: 'UnmatchedCallback',
    description: 'A verified callback that matches no order. Only these fields are proven by its signature.',
  })
export type UnmatchedCallback = z.infer<typeof UnmatchedCallback>

/** `GET /admin/callbacks/unmatched`: newest first. */
export const UnmatchedCallbackList = z
  .object({ callbacks: z.array(UnmatchedCallback).meta({ description: 'One page of them.' }), next })
  .meta({ id: 'UnmatchedCallbackList', description: 'Verified callbacks that match no order, newest first.' })
export type UnmatchedCallbackList = z.infer<typeof UnmatchedCallbackList>

const note = z.string().min(1).max(2000).meta({ description: "The operator's reason. It is stored." })

/** The body of `POST /admin/callbacks/unmatched/{id}/acknowledge`. */
export const AcknowledgeCallback = z
  .object({ note })
  .meta({ id: 'AcknowledgeCallback', description: 'An operator has dealt with an unmatched callback.' })
export type AcknowledgeCallback = z.infer<typeof AcknowledgeCallback>

/** `GET /admin/checkouts/{id}`: a checkout with its attempts, callbacks and events. */
export const CheckoutDetail = z
  .object({
    ...CheckoutSummary.shape,
    expiresAt: time('When the time to pay is over.'),
    seenAt: z.string().meta({ description: "When the payer's page was last open, to about half a minute." }),
    reason: Reason.nullable(),
    linkable: z.boolean().meta({ description: 'Whether the server has payment pages to link to.' }),
    claims: z.array(ClaimDetail).meta({ description: 'In the order in which they were made.' }),
    refunds: z.array(RefundDetail).meta({ description: 'In the order in which they were requested.' }),
    refundable: Money.meta({
      description: 'What was received and is not refunded; 0 also where more is refunded than was received.',
    }),
    ...records,
  })
  .meta({ id: 'CheckoutDetail', description: 'A checkout with its attempts, callbacks and events.' })
export type CheckoutDetail = z.infer<typeof CheckoutDetail>

/** `POST /admin/checkouts/{id}/link`: the address of the payment page, with an order token. */
export const PayLink = z
  .object({
    url: z.string().meta({ description: 'The address of the payment page.' }),
    expiresAt: time('Until when it serves.'),
  })
  .meta({ id: 'PayLink', description: 'A payment link. It shows the payment details of its order.' })
export type PayLink = z.infer<typeof PayLink>

/** `GET /admin/payouts`: newest first. */
export const PayoutList = z
  .object({
    payouts: z.array(PayoutView).meta({ description: 'One page of them.' }),
    next,
    truncated,
    unreadable,
  })
  .meta({ id: 'PayoutList', description: 'Payouts, newest first.' })
export type PayoutList = z.infer<typeof PayoutList>

const DestinationField = z.object({
  key: z.string().meta({ description: "The service's name of the field." }),
  value: z.string().meta({ description: 'Masked.' }),
})

/** What a second operator has decided, or has to decide. */
export const PayoutApproval = z
  .object({
    action: z.enum(['create', 'discard']).meta({
      description: '`create`: the payout is sent. `discard`: the payments service has no such payout.',
    }),
    requestedBy: nullableText.meta({ description: "An operator's name; null: the merchant's own code." }),
    requestedAt: time('When.'),
    note: nullableText.meta({ description: 'The reason of who requested it.' }),
    decided: z
      .object({
        approved: z.boolean().meta({ description: 'False: rejected.' }),
        by: z.string().meta({ description: "The operator's name." }),
        at: time('When.'),
        note: nullableText.meta({ description: "The operator's reason." }),
      })
      .nullable()
      .meta({ description: 'Null while it waits for a decision.' }),
  })
  .meta({ id: 'PayoutApproval', description: 'What a second operator has decided, or has to decide.' })
export type PayoutApproval = z.infer<typeof PayoutApproval>

/** The body of `POST /admin/payouts/{reference}/approve` and `/reject`. */
export const DecidePayout = z
  .object({
    note: z.string().max(2000).optional().meta({ description: "The operator's reason. It is stored." }),
  })
  .meta({ id: 'DecidePayout', description: 'A second operator decides about what awaits an approval.' })
export type DecidePayout = z.infer<typeof DecidePayout>

/** `GET /admin/payouts/{reference}`: a payout with its attempts, callbacks and events. */
export const PayoutDetail = z
  .object({
    ...PayoutView.shape,
    createdBy: nullableText.meta({ description: "An operator's name; null: the merchant's own code." }),
    approvals: z
      .array(PayoutApproval)
      .meta({ description: 'In order. The last one awaits a decision while its `decided` is null.' }),
    destination: z.array(DestinationField).meta({
      description: 'The additional fields, masked. Empty without fields, or after retention.',
    }),
    issuedTo: z.array(z.string()).meta({
      description:
        "Operators who were given an address of the refund's page: they cannot approve its payout.",
    }),
    sameDestination: z
      .object({
        payouts: z.array(PayoutView).meta({ description: 'The newest first.' }),
        more: z.boolean().meta({ description: 'There are more than these.' }),
      })
      .meta({ description: 'Other payouts to the same destination, newest first.' }),
    ...records,
  })
  .meta({ id: 'PayoutDetail', description: 'A payout with its attempts, callbacks and events.' })
export type PayoutDetail = z.infer<typeof PayoutDetail>

/** `GET /admin/pipelines`: the names of the pipelines, in the merchant's order. */
export const PipelineList = z
  .object({
    pipelines: z
      .array(
        z.object({
          name: z.string().meta({ description: 'As in `pipeline` of a request.' }),
          profile: z.enum(['p2p', 'form', 'token', 'payout']).meta({ description: 'What it is for.' }),
          fields: z.array(PayerField).optional().meta({
            description: 'What describes the destination of a payout, where the merchant declares it.',
          }),
        }),
      )
      .meta({ description: "In the merchant's order." }),
  })
  .meta({ id: 'PipelineList', description: "The pipelines, in the merchant's order." })
export type PipelineList = z.infer<typeof PipelineList>

/** `GET /admin/balance`: six amounts of a currency as decimal text, as the service gives them. */
export const BalanceView = z
  .object({
    currency: z.string().meta({ description: 'The currency key of all amounts.' }),
    merchantBalance: z.string().meta({ description: "The merchant's balance." }),
    merchantOverdraft: z.string().meta({ description: "The merchant's overdraft." }),
    pipelineBalance: z.string().meta({ description: "The pipeline's balance." }),
    pipelineAvailableBalance: z
      .string()
      .meta({ description: "What is available of the pipeline's balance." }),
    pipelineProcessingOrdersDeposit: z
      .string()
      .meta({ description: 'Deposits of the pipeline that are being processed.' }),
    pipelineProcessingOrdersWithdrawals: z
      .string()
      .meta({ description: 'Payouts of the pipeline that are being processed.' }),
  })
  .meta({
    id: 'BalanceView',
    description: 'Six amounts of a currency as decimal text, as the payments service gives them.',
  })
export type BalanceView = z.infer<typeof BalanceView>

/** The body of `POST /admin/checkouts/{id}/review` and `POST /admin/payouts/{reference}/review`. */
export const ResolveReview = z
  .object({
    attempt: attempt.min(1).meta({ description: "The attempt's number, from 1." }),
    action: ReviewAction.meta({
      description:
        '`acknowledge`: dealt with, nothing changes. `recheck`: look up the status again now. `accept`: the money counts (`currency`, `underpaid`, `amount`), or the order is ours (`foreign`). `discard`: the operator has established that the payments service has no such order of ours (`unresolved`, `foreign`). What the state does not allow is answered 409 `not_resolvable`.',
    }),
    note,
  })
  .meta({
    id: 'ResolveReview',
    description: "An operator's decision about a review.",
    examples: [{ attempt: 1, action: 'recheck', note: 'The bank statement shows the transfer.' }],
  })
export type ResolveReview = z.infer<typeof ResolveReview>

/** `GET /admin/customers/{customer}`: everything stored about a customer. */
export const CustomerExport = z
  .object({
    customer: z.string().meta({ description: 'As `order()` gives it.' }),
    exportedAt: time('When it was exported.'),
    savedCards: z
      .array(SavedCard.extend({ createdAt: time('When it was saved.') }))
      .meta({ description: 'Without tokens.' }),
    checkouts: z.array(CheckoutDetail).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'CustomerExport', description: 'Everything stored about a customer, without tokens.' })
export type CustomerExport = z.infer<typeof CustomerExport>

/** `DELETE /admin/customers/{customer}`: how many saved cards were deleted and checkouts redacted. */
export const CustomerErasure = z
  .object({
    savedCards: z.int().meta({ description: 'How many cards were deleted.' }),
    checkouts: z.int().meta({ description: 'How many checkouts were redacted.' }),
  })
  .meta({ id: 'CustomerErasure', description: 'How many cards were deleted and checkouts redacted.' })
export type CustomerErasure = z.infer<typeof CustomerErasure>
