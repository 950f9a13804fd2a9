import { Receipt } from '../../../contract/claim.ts'
import { keyPrefixLength } from '../../lib/crypto/seal.ts'
import type { Entry } from '../../rules/model.ts'
import { ClaimRow, claimRowsOf, hasErasedReceipts, SealedReceipt, StoredReceipt } from '../claims.ts'
import { type PageQuery, pageOf } from '../page.ts'
import { cursorOf, positionAt } from '../position.ts'
import { columns, parseRow } from './entry-row.ts'
import { camelRow, joined, type Operation, parsed, query, raw, readable, rowOf, sql } from './statement.ts'

const parseClaim = parsed('claims', (row): ClaimRow => ClaimRow.parse(camelRow(row)))
const parseReceipt = parsed('receipts', (row): StoredReceipt => StoredReceipt.parse(camelRow(row)))

/** Claims are found by their numbers and, while they are open, by their age. */
export function* indexClaims(entry: Entry): Operation<void> {
  for (const claim of claimRowsOf(entry)) {
    const written = yield* query`
      INSERT INTO claims ${rowOf(claim)}
      ON CONFLICT (number) DO UPDATE SET resolved_at = excluded.resolved_at
      WHERE claims.entry_id = excluded.entry_id RETURNING number`
    if (written.length === 0) throw new Error('Another checkout has a claim with this number.')
  }
}

export function* openClaims({
  after,
  limit,
}: PageQuery): Operation<{ claims: ClaimRow[]; after: string | null }> {
  const { at, id } = positionAt(after ?? '')
  const rows = yield* query`
    SELECT number, entry_id, attempt, at FROM claims
    WHERE resolved_at IS NULL AND (at, number) > (${at}, ${id})
    ORDER BY at, number LIMIT ${limit + 1}`
  const { page, after: next } = pageOf(rows, limit, (row) =>
    cursorOf({ at: Number(row['at']), id: String(row['number']) }),
  )
  return { claims: page.flatMap((row) => readable(parseClaim, row)), after: next }
}

export function* claimByNumber(number: string): Operation<ClaimRow | null> {
  const [row] = yield* query`SELECT number, entry_id, attempt, at FROM claims WHERE number = ${number}`
  return row === undefined ? null : parseClaim({ ...row, id: number })
}

export function* saveReceipt(
  receipt: StoredReceipt,
  limit: number,
): Operation<'saved' | 'exists' | 'full' | 'gone'> {
  const { entryId, attempt, id } = receipt
  // Locks the entry's row, so that receipts which arrive at the same time are counted one after the other.
  const [row] = yield* query`UPDATE entries SET version = version WHERE id = ${entryId} RETURNING ${columns}`
  if (row === undefined || hasErasedReceipts(parseRow(row), attempt)) return 'gone'
  const stored = yield* query`SELECT id FROM receipts WHERE entry_id = ${entryId} AND attempt = ${attempt}`
  if (stored.some((other) => other['id'] === id)) return 'exists'
  if (stored.length >= limit) return 'full'
  yield* query`INSERT INTO receipts ${rowOf(receipt)}`
  return 'saved'
}

export function* receiptsOf(entryId: string, attempt: number): Operation<Receipt[]> {
  const rows = yield* query`
    SELECT id, type, size FROM receipts WHERE entry_id = ${entryId} AND attempt = ${attempt}
    ORDER BY created_at, id`
  return rows.map((row) => Receipt.parse(row))
}

export function* receipt(entryId: string, attempt: number, id: string): Operation<StoredReceipt | null> {
  const [row] =
    yield* query`SELECT * FROM receipts WHERE entry_id = ${entryId} AND attempt = ${attempt} AND id = ${id}`
  return row === undefined ? null : parseReceipt(row)
}

export function* receiptsSealedBy(
  prefixes: readonly string[],
  after: SealedReceipt | null,
  limit: number,
): Operation<SealedReceipt[]> {
  if (prefixes.length === 0) return []
  const from =
    after === null
      ? raw('')
      : sql`AND (entry_id, attempt, id) > (${after.entryId}, ${after.attempt}, ${after.id})`
  const rows = yield* query`
    SELECT entry_id, attempt, id, sealed FROM receipts
    WHERE substr(sealed, 1, ${raw(String(keyPrefixLength))}) IN (${joined(prefixes)}) ${from}
    ORDER BY entry_id, attempt, id LIMIT ${limit}`
  return rows.map((row) => SealedReceipt.parse(camelRow(row)))
}

export function* replaceReceipt(from: SealedReceipt, sealed: string): Operation<void> {
  yield* query`
    UPDATE receipts SET sealed = ${sealed} WHERE entry_id = ${from.entryId}
    AND attempt = ${from.attempt} AND id = ${from.id} AND sealed = ${from.sealed}`
}

/** Deletes the receipts of these attempts; default: of all. */
export function* deleteReceipts(entryId: string, attempts?: readonly number[]): Operation<void> {
  const which = attempts === undefined ? raw('') : sql`AND attempt IN (${joined(attempts)})`
  yield* query`DELETE FROM receipts WHERE entry_id = ${entryId} ${which}`
}
