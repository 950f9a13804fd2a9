import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { erase } from '../rules/erase.ts'
import type { Payout } from '../rules/model.ts'
import { pendingApproval } from '../rules/payout/approval.ts'

/**
 * Rule 19: a payout that still awaits its approval when its personal data is erased is rejected with it, and the merchant
 * receives `payout.rejected`. Returns how many of at most `limit` were created before `before`.
 */
export async function rejectUnapproved(context: Context, before: number, limit: number): Promise<number> {
  const entries = await unapproved(context, before, limit)
  for (const { id } of entries)
    await updateEntry(context, id, (entry) =>
      entry.kind === 'payout' && pendingApproval(entry)?.action === 'create'
        ? erase(entry, context.clock.now())
        : entry,
    )
  return entries.length
}

/** The first page with a payout that can be read. */
async function unapproved({ store }: Context, before: number, limit: number): Promise<Payout[]> {
  const query = { kind: 'payout', status: 'awaiting_approval', until: before, limit } as const
  let { entries, after } = await store.list(query)
  while (entries.length === 0 && after !== null) ({ entries, after } = await store.list({ ...query, after }))
  return entries
}
