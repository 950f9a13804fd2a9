import type { PayoutApproval, PayoutDetail } from '../../contract/admin.ts'
import type { Context } from '../context.ts'
import type { Approval, Payout } from '../rules/model.ts'
import { payoutViewOf } from '../rules/payout/view.ts'
import { entryDetail, isoTime } from './entry-detail.ts'

/** How many other payouts to the same destination are shown. */
const shownPayouts = 10

/** Everything an operator may see of a payout. */
export async function payoutDetail(context: Context, payout: Payout): Promise<PayoutDetail> {
  return {
    ...payoutViewOf(payout),
    createdBy: payout.createdBy,
    approvals: payout.approvals.map(approvalView),
    destination: payout.destination?.fields ?? [],
    sameDestination: await payoutsToSame(context, payout),
    ...(await entryDetail(context, payout)),
  }
}

const approvalView = ({ action, by, at, note, decided }: Approval): PayoutApproval => ({
  action,
  requestedBy: by,
  requestedAt: isoTime(at),
  note,
  decided: decided && { ...decided, at: isoTime(decided.at) },
})

async function payoutsToSame(
  { store }: Context,
  { id, destination }: Payout,
): Promise<PayoutDetail['sameDestination']> {
  if (destination === null) return { payouts: [], more: false }
  const { entries, after } = await store.list({
    kind: 'payout',
    destinations: destination.fingerprints,
    limit: shownPayouts + 1,
  })
  const others = entries.flatMap((entry) => (entry.kind === 'payout' && entry.id !== id ? [entry] : []))
  return {
    payouts: others.slice(0, shownPayouts).map(payoutViewOf),
    more: after !== null || others.length > shownPayouts,
  }
}
