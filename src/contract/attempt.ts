import { z } from 'zod'
import { ActivityEvent } from './activity.ts'
import { attempt, externalId, externalTransactionId, nullableText, pipeline, time } from './members.ts'
import { Money } from './money.ts'
import { ReviewView } from './review.ts'
import { Reason } from './view.ts'

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
