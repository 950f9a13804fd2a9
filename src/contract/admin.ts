import { z } from 'zod'
import { ActivityEvent } from './activity.ts'
import { Money } from './money.ts'
import { PayoutView } from './payout.ts'
import { CheckoutView, Reason } from './view.ts'

/** Why an attempt needs a review. The operations guide says what to do about each reason. */
export const ReviewView = z.object({
  attempt: z.int(),
  reason: z.enum(['unresolved', 'contradiction', 'currency', 'unconfirmed']),
  since: z.string(),
  resolved: z.object({ at: z.string(), by: z.enum(['automatic', 'operator']), note: z.string() }).nullable(),
})

/** One attempt as an operator sees it, without secrets. */
export const AttemptDetail = z.object({
  attempt: z.int(),
  state: z.enum(['sending', 'unknown', 'not_created', 'refused', 'placed', 'failed', 'succeeded']),
  method: z.string().nullable(),
  pipeline: z.string(),
  externalTransactionId: z.string(),
  externalId: z.string().nullable(),
  /** The order's status at the service. */
  status: z.string().nullable(),
  asked: Money,
  reported: z.string().nullable(),
  reason: Reason.nullable(),
  nextLookup: z.string().nullable(),
  review: ReviewView.nullable(),
  /** What was sent, received and decided, in order. The same event in a row is one item with a count. */
  activity: z.array(z.object({ at: z.string(), lastAt: z.string(), count: z.int() }).and(ActivityEvent)),
  /** The order's history at the service, with each action code explained. */
  timeline: z.array(
    z.object({
      time: z.string().nullable(),
      action: z.string().nullable(),
      code: z.string().nullable(),
      words: z.string().nullable(),
    }),
  ),
})

/** A line of `GET /admin/checkouts`. */
export const CheckoutSummary = CheckoutView.pick({
  id: true,
  order: true,
  status: true,
  final: true,
  amount: true,
  paid: true,
  method: true,
  attempt: true,
}).extend({
  needsReview: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** `GET /admin/checkouts`: newest first; `next` is the cursor of the next page. */
export const CheckoutList = z.object({ checkouts: z.array(CheckoutSummary), next: z.string().nullable() })

const CallbackDetail = z.object({
  externalId: z.string(),
  status: z.string(),
  amount: z.string(),
  receivedAt: z.string(),
  lastAt: z.string(),
  times: z.int(),
  appliedAt: z.string().nullable(),
})
const EventDetail = z.object({
  id: z.string(),
  type: z.string(),
  at: z.string(),
  attempt: z.int(),
  tries: z.int(),
  deliveredAt: z.string().nullable(),
  error: z.string().nullable(),
})

/** `GET /admin/checkouts/{id}`: one checkout in full. */
export const CheckoutDetail = z.object({
  ...CheckoutSummary.shape,
  expiresAt: z.string(),
  reason: Reason.nullable(),
  attempts: z.array(AttemptDetail),
  callbacks: z.array(CallbackDetail),
  events: z.array(EventDetail),
})
export type CheckoutDetail = z.infer<typeof CheckoutDetail>

/** `GET /admin/payouts`: newest first, as checkouts. */
export const PayoutList = z.object({ payouts: z.array(PayoutView), next: z.string().nullable() })

/** `GET /admin/payouts/{reference}`: one payout in full. */
export const PayoutDetail = z.object({
  ...PayoutView.shape,
  attempts: z.array(AttemptDetail),
  callbacks: z.array(CallbackDetail),
  events: z.array(EventDetail),
})
export type PayoutDetail = z.infer<typeof PayoutDetail>

/** `GET /admin/pipelines`: the pipelines' names and profiles, in the merchant's order. */
export const PipelineList = z.object({
  pipelines: z.array(z.object({ name: z.string(), profile: z.enum(['p2p', 'form', 'token', 'payout']) })),
})

/** `GET /admin/balance`: amounts as decimal text, as the service gives them. */
export const BalanceView = z.object({
  currency: z.string(),
  merchantBalance: z.string(),
  merchantOverdraft: z.string(),
  pipelineBalance: z.string(),
  pipelineAvailableBalance: z.string(),
  pipelineProcessingOrdersDeposit: z.string(),
  pipelineProcessingOrdersWithdrawals: z.string(),
})
export type BalanceView = z.infer<typeof BalanceView>

/** `POST /admin/checkouts/{id}/review` and `/admin/payouts/{reference}/review`: an operator's decision about an attempt. */
export const ResolveReview = z.object({
  attempt: z.int().min(1),
  /**
   * `acknowledge`: seen and dealt with. `recheck`: look it up again now. `discard`: the operator has made sure that the
   * service has no such order; only for `unresolved`.
   */
  act: z.enum(['acknowledge', 'recheck', 'discard']),
  /** The operator's reason. It is stored in the attempt's activity. */
  note: z.string().min(1).max(2000),
})
export type ResolveReview = z.infer<typeof ResolveReview>
