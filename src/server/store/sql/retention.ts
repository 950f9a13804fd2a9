import { customersOf } from '../../rules/customers.ts'
import { erase } from '../../rules/erase.ts'
import type { Entry } from '../../rules/model.ts'
import { termChanges } from '../../rules/search-terms.ts'
import { deleteReceipts } from './claims.ts'
import { changeTerms, indexAttempts, indexed } from './entries.ts'
import { columns, parseRow } from './entry-row.ts'
import {
  assigned,
  type OnUnreadable,
  type Operation,
  query,
  readOrSkip,
  type Statement,
  sql,
} from './statement.ts'

const isErasable = (before: number): Statement => sql`
  due_at IS NULL AND erased_at IS NULL AND updated_at < ${before} AND needs_review = 0
  AND status <> 'awaiting_approval'
  AND NOT EXISTS (SELECT 1 FROM events WHERE events.entry_id = entries.id AND delivered_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM claims WHERE claims.entry_id = entries.id AND resolved_at IS NULL)`

export function* eraseOldEntries(
  { before, now, limit }: { before: number; now: number; limit: number },
  onUnreadable: OnUnreadable,
): Operation<number> {
  const rows = yield* query`
    SELECT ${columns} FROM entries WHERE ${isErasable(before)} ORDER BY updated_at LIMIT ${limit}`
  const entries = yield* readOrSkip(rows, parseRow, function* (row) {
    const id = String(row['id'])
    onUnreadable({ table: 'entries', id })
    // Due, it does not take the place of others, and workers put it aside.
    yield* query`UPDATE entries SET needs_review = 1, due_at = ${now} WHERE id = ${id}`
  })
  let count = 0
  for (const entry of entries) if (yield* eraseOldEntry(entry, now)) count += 1
  return count
}

/** False: another process has changed the entry meanwhile, or an operator sends an event of it again. */
function* eraseOldEntry(entry: Entry, now: number): Operation<boolean> {
  // Locks the events before they are looked at for the last time.
  const events = yield* query`
    UPDATE events SET lease_until = lease_until WHERE entry_id = ${entry.id} RETURNING delivered_at`
  if (events.some((event) => event['delivered_at'] === null)) return false
  const slim = erase(entry, now)
  const erased = yield* query`
    UPDATE entries SET version = version + 1, ${assigned(indexed(slim))}
    WHERE id = ${entry.id} AND version = ${entry.version} RETURNING id`
  if (erased.length === 0) return false
  yield* query`DELETE FROM callbacks WHERE entry_id = ${entry.id}`
  yield* query`DELETE FROM events WHERE entry_id = ${entry.id}`
  yield* deleteReceipts(entry.id)
  yield* indexAttempts(slim)
  yield* changeTerms(entry, termChanges(entry, slim))
  for (const customer of customersOf(entry))
    yield* query`
      DELETE FROM cards WHERE customer = ${customer}
      AND NOT EXISTS (SELECT 1 FROM entries WHERE customer = ${customer})
      AND NOT EXISTS (SELECT 1 FROM attempts WHERE customer = ${customer})`
  return true
}
