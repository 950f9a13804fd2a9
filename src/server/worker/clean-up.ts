import { reencryptCards } from '../attempt/saved-cards.ts'
import { reencryptReceipts } from '../claim/receipts.ts'
import type { Context } from '../context.ts'
import { hasPassed } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { cardSavedMs } from '../rules/policy.ts'
import type { StoredCallback } from '../store/callbacks.ts'
import type { UnmatchedCallbackEvent } from '../store/events.ts'
import { reencryptEntries } from './reencrypt-entries.ts'
import { rejectUnapproved } from './reject-unapproved.ts'
import { runEach } from './run-each.ts'

const intervalMs = 60_000
const dayMs = 24 * 3600 * 1000
const unmatchedTtlMs = 7 * dayMs
const unacknowledgedTtlMs = 90 * dayMs
const maxUnmatched = 10_000
const eraseBatchSize = 100
const reportBatchSize = 2000
/** A report reads each change that is not added up yet, and a busy shop makes hundreds a second. */
const foldIntervalMs = 1000

const never = Number.NEGATIVE_INFINITY

/**
 * Opens reviews of unmatched callbacks, deletes expired data, erases old personal data, rejects payouts that nobody has
 * approved by then, and re-encrypts what was encrypted with a retired key. A small batch once a minute, or at every call
 * while there is more to do. The counters of reports are added up each second.
 */
export function createCleanUp(context: Context): () => Promise<void> {
  const { store, retentionMs, policy, clock, log } = context
  let lastRunAt = never
  let lastFoldAt = never

  const againIf = (isMore: boolean): void => {
    if (isMore) lastRunAt = never
  }
  const logCount = (message: string, count: number): void => {
    if (count > 0) log({ level: 'info', message, count })
  }
  /** Goes on where the last call has ended, so that what no key decrypts keeps nothing from the new key. */
  function reencryption<Cursor>(
    reencrypt: (context: Context, from: Cursor | null) => Promise<{ count: number; after: Cursor | null }>,
    message: string,
  ) {
    let cursor: Cursor | null = null
    return async () => {
      const { count, after } = await reencrypt(context, cursor)
      cursor = after
      againIf(after !== null)
      logCount(message, count)
    }
  }
  const reencryptions = [
    reencryption(reencryptCards, 'saved cards re-encrypted'),
    reencryption(reencryptReceipts, 'receipts re-encrypted'),
    reencryption(reencryptEntries, 'checkouts and payouts re-encrypted'),
  ]

  async function foldReport(now: number): Promise<void> {
    if (!hasPassed(lastFoldAt, foldIntervalMs, now)) return
    lastFoldAt = now
    if ((await store.foldReport(reportBatchSize)) === reportBatchSize) lastFoldAt = never
  }

  function jobs(now: number): (() => Promise<unknown>)[] {
    const before = now - retentionMs
    const erasures = [
      async () => {
        const count = await rejectUnapproved(context, before, eraseBatchSize)
        againIf(count === eraseBatchSize)
        logCount('unapproved payouts rejected', count)
      },
      async () => {
        const count = await store.eraseOld({ before, now, limit: eraseBatchSize })
        againIf(count === eraseBatchSize)
        logCount('old personal data erased', count)
      },
      async () => {
        againIf((await store.deleteAuditBefore(before, eraseBatchSize)) === eraseBatchSize)
      },
    ]
    return [
      () => reviewUnmatched(context, now),
      () =>
        store.deleteUnmatchedCallbacks({
          before: now - unmatchedTtlMs,
          unacknowledgedBefore: now - unacknowledgedTtlMs,
          limit: maxUnmatched,
        }),
      () => store.deleteRemovedCards(now - cardSavedMs(policy) - dayMs),
      ...reencryptions,
      ...(retentionMs === 0 ? [] : erasures),
    ]
  }

  return async () => {
    const now = clock.now()
    const isDue = hasPassed(lastRunAt, intervalMs, now)
    if (isDue) lastRunAt = now
    await runEach([() => foldReport(now), ...(isDue ? jobs(now) : [])])
  }
}

const batchSize = 100

/** Opens a review, with an event, of each verified callback that has matched no order for too long. */
async function reviewUnmatched({ store, policy, log }: Context, now: number): Promise<void> {
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
