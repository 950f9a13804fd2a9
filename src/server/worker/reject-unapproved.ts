import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { erase } from '../rules/erase.ts'
import { pendingApproval } from '../rules/payout/approval.ts'

/**
 * Rule 19: a payout that nobody has approved until its personal data is erased is rejected with it, and the merchant
 * receives `payout.rejected`. Returns how many of at most `limit` have not changed since `before`.
 */
export async function rejectUnapproved(context: Context, before: number, limit: number): Promise<number> {
  const { store, clock } = context
  const { entries } = await store.list({ kind: 'payout', status: 'awaiting_approval', until: before, limit })
  const old = entries.filter(({ updatedAt }) => updatedAt < before)
  for (const { id } of old)
    await updateEntry(context, id, (entry) =>
      entry.kind === 'payout' && pendingApproval(entry)?.action === 'create' && entry.updatedAt < before
        ? erase(entry, clock.now())
        : entry,
    )
  return old.length
}
