import { z } from 'zod'
import { ActivityEvent } from './activity.ts'
import { Money } from './money.ts'
import { PayoutView } from './payout.ts'
import { CheckoutView, Reason } from './view.ts'

/** Why an operator has to decide about an attempt. The operations guide says what to do about each reason. */
export const ReviewView = z
  .object({
    attempt: z.int(),
    reason: z.enum(['unresolved', 'contradiction', 'currency', 'unconfirmed']),
    since: z.string(),
    resolved: z
      .object({ at: z.string(), by: z.enum(['automatic', 'operator']), note: z.string() })
      .nullable(),
  })
  .meta({ id: 'ReviewView', description: 'Why an operator has to decide about an attempt.' })

/** One attempt as an operator sees it, without secrets. */
export const AttemptDetail = z
  .object({
    attempt: z.int(),
    state: z.enum(['sending', 'unknown', 'not_created', 'refused', 'placed', 'failed', 'succeeded']),
    method: z.string().nullable(),
    pipeline: z.string(),
    externalTransactionId: z.string(),
    externalId: z.string().nullable(),
    status: z.string().nullable().meta({ description: 'As the payments service reports it.' }),
    asked: Money,
    reported: z.string().nullable(),
    card: z
      .object({ number: z.string().nullable(), holder: z.string().nullable() })
      .nullable()
      .meta({ description: "The payer's card, masked, where the payments service reports it." }),
    reason: Reason.nullable(),
    nextLookup: z.string().nullable(),
    review: ReviewView.nullable(),
    activity: z
      .array(z.object({ at: z.string(), lastAt: z.string(), count: z.int() }).and(ActivityEvent))
      .meta({ description: 'What was sent, received and decided, in order. Repeated events are one item.' }),
    timeline: z
      .array(
        z.object({
          time: z.string().nullable(),
          action: z.string().nullable(),
          code: z.string().nullable(),
          words: z.string().nullable(),
        }),
      )
      .meta({ description: "The service's own history, each action code explained." }),
  })
  .meta({ id: 'AttemptDetail', description: 'One attempt as an operator sees it, without secrets.' })

/** A checkout in `GET /admin/checkouts`. */
export const CheckoutSummary = CheckoutView.pick({
  id: true,
  order: true,
  status: true,
  final: true,
  amount: true,
  paid: true,
  method: true,
  attempt: true,
})
  .extend({
    needsReview: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'CheckoutSummary', description: 'A checkout in a list.' })

const next = z.string().nullable().meta({ description: 'The cursor of the next page.' })

/** `GET /admin/checkouts`: newest first. */
export const CheckoutList = z
  .object({ checkouts: z.array(CheckoutSummary), next })
  .meta({ id: 'CheckoutList', description: 'Checkouts, newest first.' })

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

/** `GET /admin/checkouts/{id}`: a checkout with its attempts, callbacks and events. */
export const CheckoutDetail = z
  .object({
    ...CheckoutSummary.shape,
    expiresAt: z.string(),
    reason: Reason.nullable(),
    attempts: z.array(AttemptDetail),
    callbacks: z.array(CallbackDetail),
    events: z.array(EventDetail),
  })
  .meta({ id: 'CheckoutDetail', description: 'A checkout with its attempts, callbacks and events.' })
export type CheckoutDetail = z.infer<typeof CheckoutDetail>

/** `GET /admin/payouts`: newest first. */
export const PayoutList = z
  .object({ payouts: z.array(PayoutView), next })
  .meta({ id: 'PayoutList', description: 'Payouts, newest first.' })

/** `GET /admin/payouts/{reference}`: a payout with its attempts, callbacks and events. */
export const PayoutDetail = z
  .object({
    ...PayoutView.shape,
    attempts: z.array(AttemptDetail),
    callbacks: z.array(CallbackDetail),
    events: z.array(EventDetail),
  })
  .meta({ id: 'PayoutDetail', description: 'A payout with its attempts, callbacks and events.' })
export type PayoutDetail = z.infer<typeof PayoutDetail>

/** `GET /admin/pipelines`: the names of the pipelines, in the merchant's order. */
export const PipelineList = z
  .object({
    pipelines: z.array(z.object({ name: z.string(), profile: z.enum(['p2p', 'form', 'token', 'payout']) })),
  })
  .meta({ id: 'PipelineList', description: "The names of the pipelines, in the merchant's order." })

/** `GET /admin/balance`: six amounts of a currency as decimal text, as the service gives them. */
export const BalanceView = z
  .object({
    currency: z.string(),
    merchantBalance: z.string(),
    merchantOverdraft: z.string(),
    pipelineBalance: z.string(),
    pipelineAvailableBalance: z.string(),
    pipelineProcessingOrdersDeposit: z.string(),
    pipelineProcessingOrdersWithdrawals: z.string(),
  })
  .meta({
    id: 'BalanceView',
    description: 'Six amounts of a currency as decimal text, as the payments service gives them.',
  })
export type BalanceView = z.infer<typeof BalanceView>

/** The body of `POST /admin/checkouts/{id}/review` and `POST /admin/payouts/{reference}/review`. */
export const ResolveReview = z
  .object({
    attempt: z.int().min(1),
    act: z.enum(['acknowledge', 'recheck', 'discard']).meta({
      description:
        '`acknowledge`: dealt with. `recheck`: look up the status again now. `discard`: the operator has established that the payments service has no such order; only for `unresolved`.',
    }),
    note: z.string().min(1).max(2000).meta({ description: "The operator's reason. It is stored." }),
  })
  .meta({
    id: 'ResolveReview',
    description: "An operator's decision about a review.",
    examples: [{ attempt: 1, act: 'recheck', note: 'The bank statement shows the transfer.' }],
  })
export type ResolveReview = z.infer<typeof ResolveReview>
