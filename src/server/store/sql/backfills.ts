/**
 * What migrations do with rows that exist: documents of an older shape are upgraded, new columns are filled.
 * @module
 */
import { eventTypes } from '../../rules/merchant-events.ts'
import { statusAtWrite } from '../../rules/payout-view.ts'
import { sealedBy } from '../sealed-by.ts'
import { StoredEvent } from '../store.ts'
import { columns, customerOf, indexAttempts, parseRow } from './entries.ts'
import { type Operation, query } from './statement.ts'
import { upgradeDocument } from './upgrade-document.ts'

const batchSize = 500

/**
 * Brings documents of version 0.1 to today's shape. The version of each row grows, so a process of the old version
 * that is still running cannot write over it.
 */
export function* upgradeDocuments(): Operation<void> {
  for (let after = ''; ; ) {
    const rows = yield* query(
      'SELECT id, doc FROM entries WHERE id > ? ORDER BY id LIMIT ?',
      after,
      batchSize,
    )
    for (const row of rows) {
      after = String(row['id'])
      const document = upgradeDocument(JSON.parse(String(row['doc'])))
      yield* query(
        'UPDATE entries SET version = version + 1, doc = ? WHERE id = ?',
        JSON.stringify(document),
        after,
      )
    }
    if (rows.length < batchSize) return
  }
}

/** Fills the status column of rows from before it existed. */
export function* backfillStatus(): Operation<void> {
  for (;;) {
    const rows = yield* query(`SELECT ${columns} FROM entries WHERE status IS NULL LIMIT ?`, batchSize)
    if (rows.length === 0) return
    for (const entry of rows.map(parseRow)) {
      yield* query('UPDATE entries SET status = ? WHERE id = ?', statusAtWrite(entry), entry.id)
    }
  }
}

/** Fills the customer column of rows from before it existed. */
export function* backfillCustomer(): Operation<void> {
  for (let after = ''; ; ) {
    const rows = yield* query(
      `SELECT ${columns} FROM entries WHERE kind = 'checkout' AND id > ? ORDER BY id LIMIT ?`,
      after,
      batchSize,
    )
    for (const entry of rows.map(parseRow)) {
      after = entry.id
      const customer = customerOf(entry)
      if (customer !== null) yield* query('UPDATE entries SET customer = ? WHERE id = ?', customer, after)
    }
    if (rows.length < batchSize) return
  }
}

/** Fills the customer column of attempts from before it existed. */
export function* backfillAttemptCustomers(): Operation<void> {
  for (let after = ''; ; ) {
    const rows = yield* query(
      `SELECT ${columns} FROM entries WHERE kind = 'checkout' AND id > ? AND doc LIKE '%"customer":"%' ORDER BY id LIMIT ?`,
      after,
      batchSize,
    )
    for (const entry of rows.map(parseRow)) {
      after = entry.id
      yield* indexAttempts(entry)
    }
    if (rows.length < batchSize) return
  }
}

/** Fills the `sealed_by` column of rows from before it existed; most rows hold no sealed text. */
export function* backfillSealedBy(): Operation<void> {
  for (let after = ''; ; ) {
    const rows = yield* query(
      `SELECT ${columns} FROM entries WHERE id > ?
         AND (doc LIKE '%"terms":"%' OR doc LIKE '%"body":"%' OR doc LIKE '%"instructions":"%')
       ORDER BY id LIMIT ?`,
      after,
      batchSize,
    )
    for (const entry of rows.map(parseRow)) {
      after = entry.id
      yield* query('UPDATE entries SET sealed_by = ? WHERE id = ?', sealedBy(entry), entry.id)
    }
    if (rows.length < batchSize) return
  }
}

/** Fills the `type` and `at` columns of events from before they existed. */
export function* backfillEvents(): Operation<void> {
  for (const type of eventTypes)
    yield* query('UPDATE events SET type = ? WHERE type IS NULL AND doc LIKE ?', type, `%"type":"${type}"%`)
  // An event is due when it is stored, until a delivery has failed.
  yield* query('UPDATE events SET at = due_at')
  for (let after = ''; ; ) {
    const rows = yield* query(
      'SELECT id, doc FROM events WHERE tries > 0 AND (tries > 1 OR delivered_at IS NULL) AND id > ? ORDER BY id LIMIT ?',
      after,
      batchSize,
    )
    for (const row of rows) {
      const { id, at } = StoredEvent.parse(JSON.parse(String(row['doc'])))
      after = id
      yield* query('UPDATE events SET at = ? WHERE id = ?', at, id)
    }
    if (rows.length < batchSize) return
  }
}
