import type { StoreStats } from '../store.ts'
import { type Operation, query } from './statement.ts'

export function* storeStats(): Operation<StoreStats> {
  const [row] = yield* query(
    `SELECT
       (SELECT COUNT(*) FROM entries WHERE unknown_since IS NOT NULL) AS unknown,
       (SELECT MIN(unknown_since) FROM entries WHERE unknown_since IS NOT NULL) AS unknown_since,
       (SELECT MIN(due_at) FROM entries WHERE due_at IS NOT NULL) AS due_since,
       (SELECT COUNT(*) FROM entries WHERE needs_review = 1)
         + (SELECT COUNT(*) FROM callbacks
            WHERE entry_id IS NULL AND review_at IS NOT NULL AND acknowledged_at IS NULL) AS needs_review,
       (SELECT COUNT(*) FROM events WHERE delivered_at IS NULL) AS events_waiting,
       (SELECT MIN(at) FROM events WHERE delivered_at IS NULL AND resends = 0) AS events_waiting_since`,
  )
  const time = (value: unknown): number | null => (value == null ? null : Number(value))
  return {
    unknown: Number(row?.['unknown']),
    unknownSince: time(row?.['unknown_since']),
    dueSince: time(row?.['due_since']),
    needsReview: Number(row?.['needs_review']),
    eventsWaiting: Number(row?.['events_waiting']),
    eventsWaitingSince: time(row?.['events_waiting_since']),
  }
}
