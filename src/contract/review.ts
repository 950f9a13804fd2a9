import { z } from 'zod'

/** Why an operator has to decide. The operations guide says what to do about each reason. */
export const ReviewReason = z.enum([
  /** At the deadline it is not known whether the order exists, or no lookup has answered what has become of it. */
  'unresolved',
  /** The status endpoint contradicts a final state. */
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
