import { z } from 'zod'
import { ActivityEvent } from './activity.ts'
import { attempt, externalTransactionId, nullableText, nullableTime, pipeline, time } from './members.ts'
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
    state: z.enum(['sending', 'unknown', 'not_created', 'refused', 'placed', 'failed', 'succeeded']).meta({
      description:
        '`sending`: the create request may be in flight. `unknown`: the order may exist. `not_created`: it does not, and never will. `refused`: by the payments service. `placed`: it exists and is not final.',
    }),
    absent: z
      .boolean()
      .meta({ description: 'It is decided that no order exists, and nothing contradicts that.' }),
    method: nullableText.meta({ description: 'A `Method`; null for a payout.' }),
    pipeline,
    externalTransactionId,
    externalId: nullableText.meta({
      description: "The payments service's id of the order; null: no order is known.",
    }),
    status: nullableText.meta({
      description:
        'As the payments service last reported it: `Processing`, `Success`, or another word. Null: never.',
    }),
    requested: Money,
    reported: nullableText.meta({
      description:
        'The amount that the payments service reports, in the currency of `requested`; once succeeded, what was paid. Null: none that can be read.',
    }),
    underpaid: z
      .boolean()
      .meta({ description: 'Less than asked or an unknown amount has succeeded, and it is not accepted.' }),
    reportedSentAt: nullableTime(
      'When the payer said that the money was sent; null: not said, or taken back.',
    ),
    card: z
      .object({
        number: nullableText.meta({ description: 'At most six leading and four trailing digits.' }),
        holder: nullableText.meta({ description: "The holder's name." }),
      })
      .nullable()
      .meta({ description: "The payer's card, masked; null: the payments service has reported none." }),
    payTo: PayTo.nullable().meta({
      description:
        'Where the payer was to pay; null if no payment details were received. Its members are null for a form, and once erased.',
    }),
    reason: Reason.nullable().meta({ description: 'Null unless it has failed or was refused.' }),
    refusal: Refusal.nullable().meta({
      description: 'What the payments service answered when it refused; null: it did not.',
    }),
    nextLookup: nullableTime('When its status is looked up next; null: never.'),
    review: ReviewView.nullable().meta({
      description: 'The last one, open or resolved; null: there was none.',
    }),
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
          time: nullableText.meta({
            description: 'RFC 3339, UTC; null: the service names none that can be read.',
          }),
          action: nullableText.meta({ description: "The service's words." }),
          code: nullableText.meta({ description: 'The action code as received.' }),
          words: nullableText.meta({ description: 'What the action code means, in English.' }),
        }),
      )
      .meta({ description: "The service's own history, each action code explained." }),
  })
  .meta({ id: 'AttemptDetail', description: 'One attempt as an operator sees it, without secrets.' })
export type AttemptDetail = z.infer<typeof AttemptDetail>
