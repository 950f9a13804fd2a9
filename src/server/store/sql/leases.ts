import { dueAt, retryPutAside } from '../../rules/attempt/lookup-schedule.ts'
import { needsReview } from '../../rules/attempt/review.ts'
import type { Entry } from '../../rules/model.ts'
import { columns, parseRow } from './entry-row.ts'
import { isFirstUndelivered } from './events.ts'
import { type Dialect, type OnUnreadable, type Operation, query, raw, readOrSkip } from './statement.ts'

export function* claimEntries(
  { now, until, lease, limit }: { now: number; until: number; lease: string; limit: number },
  dialect: Dialect,
  onUnreadable: OnUnreadable,
): Operation<Entry[]> {
  // Materialized: selected and locked once. Inside the IN a planner may repeat the select for every row.
  const rows = yield* query`
    WITH due AS MATERIALIZED (
      SELECT id FROM entries WHERE due_at <= ${now} AND lease_until <= ${now}
      ORDER BY due_at LIMIT ${limit} ${raw(dialect.skipLocked)}
    )
    UPDATE entries SET lease = ${lease}, lease_until = ${until} WHERE id IN (SELECT id FROM due)
    RETURNING ${columns}, updated_at`
  return yield* readOrSkip(rows, parseRow, function* (row) {
    const id = String(row['id'])
    onUnreadable({ table: 'entries', id })
    yield* putAside(id, lease, retryPutAside(Number(row['updated_at']), now))
  })
}

/** The next write or release sets both columns from the document again. */
export function* putAside(id: string, lease: string, until: number): Operation<void> {
  yield* query`
    UPDATE entries SET needs_review = 1, due_at = ${until}, lease = NULL, lease_until = 0
    WHERE id = ${id} AND lease = ${lease}`
}

/** At the start of a process that excludes others every lease is stale. Only due entries are in an index. */
export function* releaseAllLeases(): Operation<void> {
  yield* query`UPDATE entries SET lease = NULL, lease_until = 0 WHERE due_at IS NOT NULL AND lease IS NOT NULL`
  yield* query`UPDATE events SET lease_until = 0 WHERE delivered_at IS NULL AND lease_until > 0`
}

export function* releaseEntry(claimed: Entry, lease: string): Operation<void> {
  const { id, version } = claimed
  const reviewed = needsReview(claimed) ? 1 : 0
  // A later version has set its own.
  yield* query`
    UPDATE entries SET lease = NULL, lease_until = 0,
      needs_review = CASE WHEN version = ${version} THEN ${reviewed} ELSE needs_review END,
      due_at = CASE WHEN version = ${version} THEN ${dueAt(claimed)} ELSE due_at END
    WHERE id = ${id} AND lease = ${lease}`
}

export function* nextDue(): Operation<number | null> {
  const [row] = yield* query`
    SELECT MIN(at) AS at FROM (
      SELECT * FROM (
        SELECT CASE WHEN due_at > lease_until THEN due_at ELSE lease_until END AS at
        FROM entries WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 50
      ) AS entry_times
      UNION ALL
      SELECT * FROM (
        SELECT CASE WHEN due_at > lease_until THEN due_at ELSE lease_until END AS at
        FROM events WHERE delivered_at IS NULL AND ${isFirstUndelivered} ORDER BY due_at LIMIT 50
      ) AS event_times
    ) AS times`
  return row?.['at'] == null ? null : Number(row['at'])
}
