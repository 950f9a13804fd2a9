import { z } from 'zod'
import { AttemptDetail, CheckoutDetail } from './admin.ts'
import { ClaimDetail } from './claim.ts'
import { Money } from './money.ts'

/** `GET /admin/checkouts/{id}/case`: what the payments service's support needs to find a payment. */
export const CaseFile = z
  .object({
    order: z.string(),
    checkout: z.string(),
    status: z.string().meta({ description: 'As the payer sees it.' }),
    amount: Money,
    paid: Money.nullable(),
    createdAt: z.string(),
    writtenAt: z.string(),
    attempts: z.array(
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
    ),
    callbacks: CheckoutDetail.shape.callbacks,
    claims: z.array(ClaimDetail),
  })
  .meta({ id: 'CaseFile', description: "What the payments service's support needs to find a payment." })
export type CaseFile = z.infer<typeof CaseFile>
