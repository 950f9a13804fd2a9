import { markSeen } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import type { CheckoutServices } from './checkouts.ts'
import { updateCheckout } from './stored-checkout.ts'

/** At most one write per checkout in this time. */
const minIntervalMs = 25_000

/** Records that a payer's page polls, which makes lookups more frequent. */
export async function recordSeen(
  services: Pick<CheckoutServices, 'entries' | 'policy' | 'clock' | 'now' | 'wake'>,
  checkout: Checkout,
): Promise<void> {
  const { policy, clock, now, wake } = services
  const hasScheduledLookup = checkout.attempts.some(({ nextLookupAt }) => nextLookupAt !== null)
  if (!hasScheduledLookup || clock.now() - checkout.seenAt < minIntervalMs) return
  await updateCheckout(services, checkout.id, (stored) => markSeen(stored, now(), policy))
  wake()
}
