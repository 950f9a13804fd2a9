import { z } from 'zod'
import { attempt, note, time } from './members.ts'

/** Why an operator has to decide. The operations guide says what to do about each reason. */
export const ReviewReason = z.enum([
  /** At the deadline it is not known whether the order exists, or no lookup has answered what has become of it. */
  'unresolved',
  /** The status endpoint contradicts a final state, or names a status that is not documented after it. */
  'contradiction',
  /** The service reports success in another currency than requested. */
  'currency',
  /** A verified callback was accepted although no lookup confirmed it. */
  'unconfirmed',
  /** The order found under our id may be another's: its currency differs, or it is older than our request. */
  'foreign',
  /** The service placed two orders in a row without anything that the payer could pay by. */
  'details',
  /** The service reports success of less than asked, beyond the order's tolerance. */
  'underpaid',
  /** The service reports success, and what was paid cannot be read or is not named. */
  'amount',
  /** Another attempt of the order has succeeded, too: it was paid twice. */
  'overpaid',
])
export type ReviewReason = z.infer<typeof ReviewReason>

/** What an operator can do about an attempt. */
export const ReviewAction = z.enum(['acknowledge', 'accept', 'recheck', 'discard'])
export type ReviewAction = z.infer<typeof ReviewAction>

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
