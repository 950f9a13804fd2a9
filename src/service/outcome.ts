import type { PaymentsOutcomeUnknownError, PaymentsRefusedError } from './errors.ts'
import type { Order, PaymentDetails } from './order.ts'

/**
 * The outcome of a create request. `placed`: the order exists. `refused`: the service did not accept the request; only a
 * payout's 422 and 423 prove that no order exists. `unknown`: only a lookup by the same `externalTransactionId` may follow.
 */
export type CreateOutcome =
  | { outcome: 'placed'; externalId: string; status: string; paymentDetails: PaymentDetails | null }
  | { outcome: 'refused'; error: PaymentsRefusedError }
  | { outcome: 'unknown'; error: PaymentsOutcomeUnknownError }

/** The outcome of a lookup. `unknown` says nothing about the order: look it up again later. */
export type LookupOutcome =
  | { outcome: 'found'; order: Order }
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; error: PaymentsOutcomeUnknownError }
