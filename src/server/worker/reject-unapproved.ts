import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { erase } from '../rules/erase.ts'
import { pendingApproval } from '../rules/payout/approval.ts'

/**
 * Rule 19: a payout that still awaits its approval when its personal data is erased is rejected with it, and the merchant
 * receives `payout.rejected`. Returns how many of at most `limit` were created before `before`.
 */
export async function rejectUnapproved(context: Context, before: number, limit: number): Promise<number> {
  const query = { kind: 'payout', status: 'awaiting_approval', until: before, limit } as const
  const { entries } = await context.store.list(query)
  for (const { id } of entries)
    await updateEntry(context, id, (entry) =>
      entry.kind === 'payout' && pendingApproval(entry)?.action === 'create'
        ? erase(entry, context.clock.now())
        : entry,
    )
  return entries.length
}
