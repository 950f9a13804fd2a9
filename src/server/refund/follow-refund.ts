import { updateEntry } from '../attempt/update-entry.ts'
import { updateCheckout } from '../checkout/stored-checkout.ts'
import type { Context } from '../context.ts'
import { payoutOf } from '../payout/create-payout.ts'
import type { Payout } from '../rules/model.ts'
import { followPayout, isSameForRefund } from '../rules/refund.ts'

/** The refund of a payout follows what becomes of it, at once or after a crash. */
export async function followRefund(context: Context, payout: Payout): Promise<void> {
  const { refundOf } = payout
  if (refundOf === null || payout.refundDueAt === null) return
  let latest = payout
  await updateCheckout(context, refundOf, async (checkout) => {
    // Read after the checkout, so that of two writes the later one has the later payout.
    latest = payoutOf(await context.store.entry(payout.id))
    // Written also where nothing changes: a slower process that has read an earlier payout must read again.
    return followPayout(checkout, latest) ?? { ...checkout }
  })
  await updateEntry(context, payout.id, (entry) => {
    const stored = payoutOf(entry)
    const isFollowed = stored.refundDueAt !== null && isSameForRefund(stored, latest)
    return isFollowed ? { ...stored, refundDueAt: null } : null
  })
}
