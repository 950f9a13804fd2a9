import { z } from 'zod'
import { AttemptDetail } from './attempt.ts'
import { CheckoutDetail } from './checkout.ts'
import { Money } from './money.ts'

/** `GET /admin/checkouts/{id}/case`: what the payments service's support needs to find a payment. */
export const CaseFile = z
  .object({
    order: z.string().meta({ description: "The merchant's order reference." }),
    checkout: z.string().meta({ description: 'Its id.' }),
    status: z.string().meta({ description: 'As the payer sees it.' }),
    amount: Money,
    paid: Money.nullable(),
    createdAt: CheckoutDetail.shape.createdAt,
    writtenAt: z.string().meta({ description: 'When this file was written. RFC 3339, UTC.' }),
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
          sentAt: z.string().meta({ description: 'When the create request was first sent.' }),
          endedAt: z.string().nullable().meta({ description: 'When the final status was received.' }),
        }),
      )
      .meta({ description: 'The first one first.' }),
    callbacks: CheckoutDetail.shape.callbacks,
    claims: CheckoutDetail.shape.claims,
  })
  .meta({ id: 'CaseFile', description: "What the payments service's support needs to find a payment." })
export type CaseFile = z.infer<typeof CaseFile>
