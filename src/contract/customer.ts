import { z } from 'zod'
import { CheckoutDetail } from './checkout.ts'
import { time } from './members.ts'
import { SavedCard } from './view.ts'

/** `GET /admin/customers/{customer}`: everything stored about a customer. */
export const CustomerExport = z
  .object({
    customer: z.string().meta({ description: 'As `order()` gives it.' }),
    exportedAt: time('When it was exported.'),
    savedCards: z
      .array(SavedCard.extend({ createdAt: time('When it was saved.') }))
      .meta({ description: 'Without tokens.' }),
    checkouts: z.array(CheckoutDetail).meta({ description: 'Newest first.' }),
  })
  .meta({ id: 'CustomerExport', description: 'Everything stored about a customer, without tokens.' })
export type CustomerExport = z.infer<typeof CustomerExport>

/** `DELETE /admin/customers/{customer}`: how many saved cards were deleted and checkouts redacted. */
export const CustomerErasure = z
  .object({
    savedCards: z.int().meta({ description: 'How many cards were deleted.' }),
    checkouts: z.int().meta({ description: 'How many checkouts were redacted.' }),
  })
  .meta({ id: 'CustomerErasure', description: 'How many cards were deleted and checkouts redacted.' })
export type CustomerErasure = z.infer<typeof CustomerErasure>
