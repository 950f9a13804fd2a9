import type { AuditRecord } from '../audit.ts'
import { type CallbackStore, type ReadyQuery, StoredCallback, type VerifiedCallback } from '../callbacks.ts'
import { type PageQuery, pageOf } from '../page.ts'
import { cursorOf, positionAt } from '../position.ts'
import { appendAudit } from './audit.ts'
import { insertEvents } from './events.ts'
import { camelRow, joined, type Operation, parsed, query, raw, readable, rowOf, sql } from './statement.ts'

const parseRow = parsed('callbacks', (row): StoredCallback => {
  const {
    pipelines,
    acknowledgedAt: at,
    acknowledgedNote: note,
    acknowledgedBy: operator,
    ...rest
  } = camelRow(row)
  return StoredCallback.parse({
    ...rest,
    pipelines: JSON.parse(String(pipelines)),
    acknowledged: at === null ? null : { at, note, operator },
  })
})

export function* saveCallback(callback: VerifiedCallback, id: string, now: number): Operation<boolean> {
  const { externalId, status, amount, orderType } = callback
  const pipelines = JSON.stringify(callback.pipelines)
  for (;;) {
    const [latest] = yield* query`
      SELECT id, number, received_at,
        CASE WHEN status = ${status} AND amount = ${amount} AND order_type = ${orderType}
        AND pipelines = ${pipelines} THEN 1 ELSE 0 END AS same
      FROM callbacks WHERE external_id = ${externalId} ORDER BY number DESC LIMIT 1`
    if (latest !== undefined && Number(latest['same']) === 1) {
      const repeated = yield* query`
        UPDATE callbacks SET times = times + 1, last_at = ${now} WHERE id = ${String(latest['id'])}
        RETURNING id`
      if (repeated.length > 0) return false
    } else {
      // Nothing is inserted if another process has stored one meanwhile.
      const number = Number(latest?.['number'] ?? 0) + 1
      // The clock of the process that received the one before may be ahead.
      const receivedAt = Math.max(now, Number(latest?.['received_at'] ?? now))
      const row = { ...callback, pipelines, id, number, receivedAt, lastAt: now, times: 1 }
      const inserted = yield* query`
        INSERT INTO callbacks ${rowOf(row)} ON CONFLICT (external_id, number) DO NOTHING RETURNING id`
      if (inserted.length > 0) return true
    }
  }
}

/** An attempt that the callback can be about. One of an unknown order type fits any: it is ignored, and shown at once. */
const isOfOrder = sql`attempts.external_id = callbacks.external_id AND attempts.kind =
  CASE LOWER(order_type) WHEN 'deposit' THEN 'checkout' WHEN 'withdrawal' THEN 'payout' ELSE attempts.kind END`

export function* readyCallbacks({
  now,
  externalId,
  notWithin,
  limit,
}: ReadyQuery): Operation<{ callbacks: StoredCallback[]; unreadable: { id: string; receivedAt: number }[] }> {
  const where = [
    ...(externalId === undefined ? [] : [sql`AND callbacks.external_id = ${externalId}`]),
    ...(notWithin === undefined
      ? []
      : [sql`AND (received_at <= ${notWithin.from} OR received_at > ${notWithin.until})`]),
  ]
  const rows = yield* query`
    SELECT callbacks.id, callbacks.external_id, status, amount, order_type, pipelines, received_at, last_at, times,
      applied_at, review_at, acknowledged_at, acknowledged_note, acknowledged_by, retry_at,
      (SELECT entry_id FROM attempts WHERE ${isOfOrder} LIMIT 1) AS entry_id
    FROM callbacks
    WHERE applied_at IS NULL AND (external_id, order_type) IN (
        SELECT external_id, order_type FROM callbacks
        WHERE applied_at IS NULL AND retry_at <= ${now}
          AND EXISTS (SELECT 1 FROM attempts WHERE ${isOfOrder})
          ${joined(where, ' ')}
        ORDER BY received_at, number LIMIT ${limit}
      )
      ${joined(where, ' ')}
    ORDER BY received_at, number`
  return {
    callbacks: rows.flatMap((row) => readable(parseRow, row)),
    unreadable: rows
      .filter((row) => Number(row['retry_at']) <= now && readable(parseRow, row).length === 0)
      .map((row) => ({ id: String(row['id']), receivedAt: Number(row['received_at']) })),
  }
}

export function* postponeCallback(id: string, until: number): Operation<void> {
  yield* query`UPDATE callbacks SET retry_at = ${until} WHERE id = ${id} AND applied_at IS NULL`
}

export function* callbacksOf(entryId: string): Operation<StoredCallback[]> {
  const rows = yield* query`SELECT * FROM callbacks WHERE entry_id = ${entryId} ORDER BY received_at, number`
  return rows.flatMap((row) => readable(parseRow, row))
}

export function* ignoreCallback(id: string, now: number): Operation<void> {
  yield* query`UPDATE callbacks SET applied_at = ${now} WHERE id = ${id}`
}

const isUnmatched = sql`entry_id IS NULL AND (applied_at IS NOT NULL OR retry_at > 0
  OR NOT EXISTS (SELECT 1 FROM attempts WHERE ${isOfOrder}))`

/** `needsCallbackReview` in SQL. */
const needsReview = sql`(applied_at IS NOT NULL OR retry_at > 0 OR status IN ('Success', 'Failed')
  OR LOWER(order_type) NOT IN ('deposit', 'withdrawal')
  OR EXISTS (SELECT 1 FROM attempts WHERE attempts.external_id = callbacks.external_id))`

export function* unmatchedCallbacks({
  after,
  limit,
}: PageQuery): Operation<{ callbacks: StoredCallback[]; after: string | null }> {
  const from = after === undefined ? null : positionAt(after)
  const cursor = from === null ? raw('') : sql`AND (received_at, id) < (${from.at}, ${from.id})`
  const rows = yield* query`
    SELECT * FROM callbacks WHERE ${isUnmatched} ${cursor}
    ORDER BY received_at DESC, id DESC LIMIT ${limit + 1}`
  const { page, after: next } = pageOf(rows, limit, (row) =>
    cursorOf({ at: Number(row['received_at']), id: String(row['id']) }),
  )
  return { callbacks: page.flatMap((row) => readable(parseRow, row)), after: next }
}

export function* reviewUnmatchedCallbacks(
  ...[{ receivedBefore, now, limit }, eventOf]: Parameters<CallbackStore['reviewUnmatchedCallbacks']>
): Operation<StoredCallback[]> {
  const rows = yield* query`
    UPDATE callbacks SET review_at = ${now} WHERE review_at IS NULL AND entry_id IS NULL AND id IN (
      SELECT id FROM callbacks
      WHERE ${isUnmatched} AND ${needsReview} AND review_at IS NULL
      AND (applied_at IS NOT NULL OR received_at <= ${receivedBefore})
      ORDER BY received_at LIMIT ${limit}
    ) RETURNING *`
  const reviewed = rows.flatMap((row) => readable(parseRow, row))
  yield* insertEvents(reviewed.map(eventOf))
  return reviewed
}

export function* acknowledgeCallback(
  id: string,
  note: string,
  now: number,
  audit?: AuditRecord,
): Operation<StoredCallback | null> {
  const changed = yield* query`
    UPDATE callbacks
     SET acknowledged_at = ${now}, acknowledged_note = ${note}, acknowledged_by = ${audit?.operator ?? null}
    WHERE id = ${id} AND acknowledged_at IS NULL AND ${isUnmatched} RETURNING id`
  if (changed.length > 0 && audit !== undefined) yield* appendAudit(audit)
  const [row] = yield* query`SELECT * FROM callbacks WHERE id = ${id} AND ${isUnmatched}`
  return row === undefined ? null : parseRow(row)
}

export function* deleteUnmatchedCallbacks({
  before,
  unacknowledgedBefore,
  limit,
}: Parameters<CallbackStore['deleteUnmatchedCallbacks']>[0]): Operation<number> {
  const rows = yield* query`
    DELETE FROM callbacks WHERE ${isUnmatched} AND (
      received_at < ${unacknowledgedBefore}
      OR (received_at < ${before} AND (acknowledged_at IS NOT NULL OR NOT ${needsReview}))
      OR (NOT ${needsReview} AND id IN (
        SELECT id FROM callbacks WHERE entry_id IS NULL AND NOT ${needsReview}
        ORDER BY received_at DESC LIMIT 1000 OFFSET ${limit}
      ))
    ) RETURNING id`
  for (const { id } of rows)
    yield* query`DELETE FROM events WHERE entry_id = ${String(id)} AND delivered_at IS NOT NULL`
  return rows.length
}
