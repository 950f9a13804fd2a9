import type { UnmatchedCallback, UnmatchedCallbackList } from '../../contract/callback.ts'
import type { Context } from '../context.ts'
import { orProblem } from '../lib/problem.ts'
import { isoTime, isoTimeOrNull } from '../rules/time.ts'
import type { AuditRecord } from '../store/audit.ts'
import type { StoredCallback } from '../store/callbacks.ts'
import type { PageQuery } from '../store/page.ts'

/** Verified callbacks that match no order, newest first. */
export async function listUnmatched({ store }: Context, page: PageQuery): Promise<UnmatchedCallbackList> {
  const { callbacks, after } = await store.unmatchedCallbacks(page)
  return { callbacks: callbacks.map(unmatchedCallback), next: after }
}

/** An operator has dealt with it. Throws `not_found` if it does not exist or has found its order. */
export async function acknowledgeUnmatched(
  { store, clock, log }: Context,
  id: string,
  note: string,
  audit: AuditRecord,
): Promise<UnmatchedCallback> {
  const callback = orProblem(await store.acknowledgeCallback(id, note, clock.now(), audit), 'not_found')
  log({ level: 'info', message: 'operator: acknowledge', callback: id })
  return unmatchedCallback(callback)
}

const unmatchedCallback = (callback: StoredCallback): UnmatchedCallback => ({
  id: callback.id,
  externalId: callback.externalId,
  status: callback.status,
  amount: callback.amount,
  orderType: callback.orderType,
  pipelines: callback.pipelines,
  receivedAt: isoTime(callback.receivedAt),
  lastAt: isoTime(callback.lastAt),
  times: callback.times,
  reviewSince: isoTimeOrNull(callback.reviewAt),
  acknowledged: callback.acknowledged && {
    ...callback.acknowledged,
    at: isoTime(callback.acknowledged.at),
  },
})
