import { markSeen } from '../rules/checkout.ts'
import type { Checkout } from '../rules/model.ts'
import type { CheckoutServices } from './checkouts.ts'
import { updateCheckout } from './stored-checkout.ts'

type SeenServices = Pick<CheckoutServices, 'entries' | 'policy' | 'clock' | 'now' | 'wake'>

/** At most one write per checkout in this time. */
const minIntervalMs = 25_000

/** Records that a payer's page polls, which makes lookups more frequent. */
export function createSeenRecorder({
  entries,
  policy,
  clock,
  now,
  wake,
}: SeenServices): (checkout: Checkout) => Promise<void> {
  /** Ids of checkouts that are being written: the same order may be open on many pages. */
  const writing = new Set<string>()
  const isRecent = ({ seenAt }: Checkout): boolean => clock.now() - seenAt < minIntervalMs

  return async (checkout) => {
    const { id, attempts } = checkout
    const hasScheduledLookup = attempts.some(({ nextLookupAt }) => nextLookupAt !== null)
    if (!hasScheduledLookup || isRecent(checkout) || writing.has(id)) return
    writing.add(id)
    try {
      await updateCheckout({ entries }, id, (stored) =>
        isRecent(stored) ? stored : markSeen(stored, now(), policy),
      )
    } finally {
      writing.delete(id)
    }
    wake()
  }
}
