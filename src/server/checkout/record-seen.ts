import type { Context } from '../context.ts'
import { markSeen } from '../rules/checkout/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import { updateCheckout } from './stored-checkout.ts'

/** At most one write per checkout in this time. */
const minIntervalMs = 25_000
/** The clocks of two processes differ by less. What is further ahead is of one that was wrong. */
const maxAheadMs = 5 * 60_000

/** Records that a payer's page polls, which makes lookups more frequent. */
export async function recordSeen(context: Context, checkout: Checkout): Promise<void> {
  const { policy, clock, moment, seenWrites } = context
  const { id, attempts } = checkout
  const isRecent = ({ seenAt }: Checkout): boolean => {
    const age = clock.now() - seenAt
    return age < minIntervalMs && age >= -maxAheadMs
  }
  const hasScheduledLookup = attempts.some(({ nextLookupAt }) => nextLookupAt !== null)
  if (!hasScheduledLookup || isRecent(checkout) || seenWrites.has(id)) return
  seenWrites.add(id)
  try {
    await updateCheckout(context, id, (stored) =>
      isRecent(stored) ? stored : markSeen(stored, moment(), policy),
    )
  } finally {
    seenWrites.delete(id)
  }
}
