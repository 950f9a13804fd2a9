import { z } from 'zod'
import { AttemptDetail } from './attempt.ts'
import { CheckoutDetail } from './checkout.ts'
import { nullableTime, time } from './members.ts'
import { Money } from './money.ts'

/** `GET /admin/checkouts/{id}/case`: what the payments service's support needs to find a payment. */
export const CaseFile = z
  .object({
    order: z.string().meta({ description: "The merchant's order reference." }),
    checkout: z.string().meta({ description: 'The id of the checkout.' }),
    status: z.string().meta({ description: 'A `Status`, as the payer sees it.' }),
    amount: Money,
    paid: CheckoutDetail.shape.paid,
    createdAt: CheckoutDetail.shape.createdAt,
    writtenAt: time('When this file was written.'),
    attempts: z
      .array(
        AttemptDetail.pick({
          attempt: true,
          pipeline: true,
          method: true,
          externalTransactionId: true,
          externalId: true,
          state: true,
          status: true,
          requested: true,
          reported: true,
          reportedSentAt: true,
          card: true,
          timeline: true,
        }).extend({
          sentAt: time('When the create request was first sent.'),
          endedAt: nullableTime(
            'When the final status was received, or it was decided that no order exists; null: neither.',
          ),
        }),
      )
      .meta({ description: 'The first one first.' }),
    callbacks: CheckoutDetail.shape.callbacks,
    claims: CheckoutDetail.shape.claims,
  })
  .meta({ id: 'CaseFile', description: "What the payments service's support needs to find a payment." })
export type CaseFile = z.infer<typeof CaseFile>
