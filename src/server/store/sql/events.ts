import { type EventDelivery, StoredEvent } from '../store.ts'
import { type Dialect, type Operation, query, type Row } from './statement.ts'

const columns = 'doc, tries, delivered_at, error'

const parseRow = (row: Row): EventDelivery => ({
  event: StoredEvent.parse(JSON.parse(String(row['doc']))),
  tries: Number(row['tries']),
  deliveredAt: row['delivered_at'] == null ? null : Number(row['delivered_at']),
  error: row['error'] == null ? null : String(row['error']),
})

/** Only the first undelivered event of an entry may be delivered. */
export const isFirstUndelivered = `NOT EXISTS (
  SELECT 1 FROM events AS earlier
  WHERE earlier.entry_id = events.entry_id AND earlier.delivered_at IS NULL AND earlier.seq < events.seq
)`

export function* insertEvents(events: readonly StoredEvent[]): Operation<void> {
  for (const event of events) {
    yield* query(
      'INSERT INTO events (id, entry_id, seq, doc, due_at) VALUES (?, ?, ?, ?, ?)',
      event.id,
      event.entryId,
      event.seq,
      JSON.stringify(event),
      event.at,
    )
  }
}

export function* claimEvents(
  { now, until, limit }: { now: number; until: number; limit: number },
  dialect: Dialect,
): Operation<EventDelivery[]> {
  const rows = yield* query(
    `WITH due AS MATERIALIZED (
       SELECT id FROM events WHERE delivered_at IS NULL AND due_at <= ? AND lease_until <= ? AND ${isFirstUndelivered}
       ORDER BY due_at LIMIT ? ${dialect.skipLocked}
     )
     UPDATE events SET lease_until = ? WHERE id IN (SELECT id FROM due) RETURNING ${columns}`,
    now,
    now,
    limit,
    until,
  )
  return rows.map(parseRow)
}

export function* eventDelivered(id: string, now: number): Operation<void> {
  yield* query('UPDATE events SET delivered_at = ?, tries = tries + 1, error = NULL WHERE id = ?', now, id)
}

export function* eventPostponed(id: string, dueAt: number, error: string): Operation<void> {
  yield* query(
    'UPDATE events SET tries = tries + 1, due_at = ?, lease_until = 0, error = ? WHERE id = ? AND delivered_at IS NULL',
    dueAt,
    error,
    id,
  )
}

export function* eventsOf(entryId: string): Operation<EventDelivery[]> {
  return (yield* query(`SELECT ${columns} FROM events WHERE entry_id = ? ORDER BY seq`, entryId)).map(
    parseRow,
  )
}
