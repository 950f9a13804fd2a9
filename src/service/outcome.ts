import type { PaymentsOutcomeUnknownError, PaymentsRefusedError } from './errors.ts'
import type { Order, PaymentDetails } from './order.ts'

/**
 * What became of a create call. A caller handles all three: an order exists, no order was made by this
 * call, or nobody knows yet, and then only a status look-up by the same `externalTransactionId` may follow.
 */
export type CreateOutcome =
  | { outcome: 'placed'; externalId: string; status: string; paymentDetails: PaymentDetails | null }
  | { outcome: 'refused'; error: PaymentsRefusedError }
  | { outcome: 'unknown'; error: PaymentsOutcomeUnknownError }

/** What a status look-up found. `unknown` is no answer to the question: ask again later. */
export type LookupOutcome =
  | { outcome: 'found'; order: Order }
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; error: PaymentsOutcomeUnknownError }
