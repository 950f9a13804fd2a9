import { z } from 'zod'
import { attempt, note, nullableText, time } from './members.ts'

/** Why an operator has to decide. The operations guide says what to do about each reason. */
export const ReviewReason = z
  .enum([
    'unresolved',
    'contradiction',
    'currency',
    'unconfirmed',
    'foreign',
    'details',
    'underpaid',
    'amount',
    'overpaid',
  ])
  .meta({
    id: 'ReviewReason',
    description:
      "`unresolved`: at the deadline it is not known what has become of the order. `contradiction`: the status endpoint contradicts a final state, or names a status that is not documented. `currency`: success in another currency. `unconfirmed`: a verified callback was accepted although no lookup confirmed it. `foreign`: the order found under our id may be another's. `details`: two orders in a row without anything to pay by. `underpaid`: success of less than requested, beyond the tolerance. `amount`: success, and what was paid is not known. `overpaid`: another attempt has succeeded, too.",
  })
export type ReviewReason = z.infer<typeof ReviewReason>

/** What an operator can do about an attempt. */
export const ReviewAction = z.enum(['acknowledge', 'accept', 'recheck', 'discard'])
export type ReviewAction = z.infer<typeof ReviewAction>

/** Why an operator has to decide about an attempt. The operations guide says what to do about each reason. */
export const ReviewView = z
  .object({
    attempt,
    reason: ReviewReason.meta({ description: 'What has to be decided.' }),
    since: time('When it was opened.'),
    resolved: z
      .object({
        at: time('When it was decided.'),
        by: z
          .enum(['automatic', 'operator'])
          .meta({ description: '`automatic`: later news has settled it.' }),
        operator: z
          .string()
          .optional()
          .meta({ description: "The operator's name; absent where it was resolved automatically." }),
        note: z.string().meta({ description: "The operator's reason, or what has settled it." }),
      })
      .nullable()
      .meta({ description: 'Null while it is open.' }),
  })
  .meta({ id: 'ReviewView', description: 'Why an operator has to decide about an attempt.' })

/** The body of `POST /admin/checkouts/{id}/review` and `POST /admin/payouts/{reference}/review`. */
export const ResolveReview = z
  .object({
    attempt: attempt.min(1).meta({ description: "The attempt's number, from 1." }),
    action: ReviewAction.meta({
      description:
        '`acknowledge`: dealt with, nothing changes. `recheck`: look up the status again now. `accept`: the money counts (`currency`, `underpaid`, `amount`), or the order is ours (`foreign`). `discard`: the operator has established that the payments service has no such order of ours (`unresolved`, `foreign`). What the state does not allow is answered 409 `not_resolvable`.',
    }),
    note,
    seen: z
      .object({
        since: time('`since` of the review.'),
        reported: nullableText.meta({ description: '`reported` of the attempt.' }),
      })
      .optional()
      .meta({
        description:
          'The review that the decision is about. If it is another one by now, or another amount is reported, nothing is decided: 409 `not_resolvable`. Absent: whatever the review is.',
      }),
  })
  .meta({
    id: 'ResolveReview',
    description: "An operator's decision about a review.",
    examples: [{ attempt: 1, action: 'recheck', note: 'The bank statement shows the transfer.' }],
  })
export type ResolveReview = z.infer<typeof ResolveReview>
