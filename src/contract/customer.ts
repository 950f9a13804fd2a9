import { z } from 'zod'
import { CheckoutDetail } from './admin.ts'

/** `GET /admin/customers/{customer}`: everything stored about a customer. */
export const CustomerExport = z
  .object({
    customer: z.string(),
    exportedAt: z.string(),
    savedCards: z.array(z.object({ id: z.string(), label: z.string(), createdAt: z.string() })),
    checkouts: z.array(CheckoutDetail).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'CustomerExport', description: 'Everything stored about a customer, without tokens.' })
export type CustomerExport = z.infer<typeof CustomerExport>

/** `DELETE /admin/customers/{customer}`: how many saved cards were deleted and checkouts redacted. */
export const CustomerErasure = z
  .object({ savedCards: z.int(), checkouts: z.int() })
  .meta({ id: 'CustomerErasure', description: 'How many cards were deleted and checkouts redacted.' })
export type CustomerErasure = z.infer<typeof CustomerErasure>
