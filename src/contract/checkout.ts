import { z } from 'zod'
import { ClaimDetail } from './claim.ts'
import { records } from './entry.ts'
import { next, time, truncated, unreadable } from './members.ts'
import { Money } from './money.ts'
import { RefundDetail } from './refund.ts'
import { ReviewView } from './review.ts'
import { Reason, ViewMembers } from './view.ts'

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
      .meta({ description: 'The review that has been open for the longest time; null: none is open.' }),
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

/** `GET /admin/checkouts/{id}`: a checkout with its attempts, callbacks and events. */
export const CheckoutDetail = z
  .object({
    ...CheckoutSummary.shape,
    expiresAt: time('When the time to pay is over.'),
    seenAt: time("When the payer's page was last open, to about half a minute."),
    reason: Reason.nullable().meta({ description: 'Null unless failed.' }),
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
