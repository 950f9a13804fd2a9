import type { Entry } from '../model.ts'
import { normalizeStatus } from './transitions.ts'

/** What an order type means; null: unknown, so an operator has to look at it and nothing changes. */
export function kindOfOrderType(orderType: string): Entry['kind'] | null {
  switch (orderType.toLowerCase()) {
    case 'deposit':
      return 'checkout'
    case 'withdrawal':
      return 'payout'
    default:
      return null
  }
}

/**
 * Whether an operator has to review an unmatched callback: money may have moved, or its type is unknown.
 *
 * @param ignored Its externalId is known, but its kind or pipeline is not that of the attempt.
 */
export const needsCallbackReview = (
  { status, orderType }: { status: string; orderType: string },
  ignored: boolean,
): boolean => ignored || normalizeStatus(status) !== 'pending' || kindOfOrderType(orderType) === null
