import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import type { StoredCallback } from '../store/callbacks.ts'
import type { UnmatchedCallbackEvent } from '../store/events.ts'

const batchSize = 100

/** Opens a review, with an event, of each verified callback that has matched no order for too long. */
export async function reviewUnmatched({ store, policy, log }: Context, now: number): Promise<void> {
  const reviewed = await store.reviewUnmatchedCallbacks(
    { receivedBefore: now - policy.reviewAfterMs, now, limit: batchSize },
    (callback) => eventOf(callback, now),
  )
  for (const { externalId, status, orderType } of reviewed)
    log({ level: 'warn', message: 'callback.unmatched', externalId, status, orderType })
}

const eventOf = (callback: StoredCallback, at: number): UnmatchedCallbackEvent => ({
  id: newId('evt'),
  entryId: callback.id,
  seq: 1,
  type: 'callback.unmatched',
  at,
  ref: callback.externalId,
  externalId: callback.externalId,
  status: callback.status,
  amount: callback.amount,
  orderType: callback.orderType,
})
