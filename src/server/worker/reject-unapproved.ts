import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { erase } from '../rules/erase.ts'

/**
 * Rule 19: a payout that nobody has approved until its personal data is erased is rejected with it, and the merchant
 * receives `payout.rejected`. Returns how many of at most `limit` have not changed since `before`.
 */
export async function rejectUnapproved(context: Context, before: number, limit: number): Promise<number> {
  const query = { kind: 'payout', status: 'awaiting_approval', until: before, limit } as const
  const { entries } = await context.store.list(query)
  const isOld = ({ updatedAt }: { updatedAt: number }): boolean => updatedAt < before
  const old = entries.filter(isOld)
  for (const { id } of old)
    await updateEntry(context, id, (entry) => (isOld(entry) ? erase(entry, context.clock.now()) : entry))
  return old.length
}
