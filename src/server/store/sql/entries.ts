import { dueAt, unknownSince } from '../../rules/attempt/lookup-schedule.ts'
import { needsReview } from '../../rules/checkout/checkout.ts'
import { Entry, type Payout } from '../../rules/model.ts'
import { reserved } from '../../rules/payout/approval.ts'
import { statusAtWrite } from '../../rules/payout/view.ts'
import { reportChanges } from '../../rules/report.ts'
import { type TermChanges, termsOf } from '../../rules/search-terms.ts'
import {
  type AmountReservation,
  type PayoutWrite,
  refOf,
  type SaveResult,
  sealedBy,
  type Write,
} from '../entries.ts'
import { appendAudit } from './audit.ts'
import { saveReportedCard } from './cards.ts'
import { deleteReceipts, indexClaims } from './claims.ts'
import { insertEvents } from './events.ts'
import { insertReportChanges } from './reports.ts'
import { type Dialect, type Operation, parsed, query, type Row, readable } from './statement.ts'

/** What `parseRow` reads. */
export const columns = 'id, version, doc'

/** Every row is validated when it is read. */
export const parseRow = parsed('entries', (row): Entry => {
  const document: unknown = JSON.parse(String(row['doc']))
  const entry = Entry.parse(Object.assign({}, document, { version: Number(row['version']) }))
  keepUnknownFields(entry, document)
  return entry
})

/**
 * Gives a parsed document the fields that its schema does not know: a newer process has stored them, and a write by this
 * one must not delete them. Items of lists are compared by their position, which parsing keeps.
 */
function keepUnknownFields(parsed: unknown, stored: unknown): void {
  if (!isObject(parsed) || !isObject(stored)) return
  for (const [name, value] of Object.entries(stored))
    if (Object.hasOwn(parsed, name)) keepUnknownFields(Reflect.get(parsed, name), value)
    else Object.defineProperty(parsed, name, { value, enumerable: true, writable: true, configurable: true })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The last customer that a checkout's request proved. */
const customerOf = (entry: Entry): string | null => (entry.kind === 'checkout' ? entry.customer : null)

/** What finds other payouts to the same destination. */
const destinationOf = (entry: Entry): string | null =>
  entry.kind === 'payout' ? (entry.destination?.fingerprints[0] ?? null) : null

const firstEntry = (rows: Row[]): Entry | null => (rows[0] === undefined ? null : parseRow(rows[0]))

export function* insertEntry(entry: Entry): Operation<Entry> {
  const rows = yield* query(
    `INSERT INTO entries (id, kind, ref, version, status, needs_review, unknown_since, due_at, sealed_by, created_at, updated_at, customer, erased_at, destination, doc)
     VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, ref) DO NOTHING RETURNING ${columns}`,
    entry.id,
    entry.kind,
    refOf(entry),
    statusAtWrite(entry),
    needsReview(entry) ? 1 : 0,
    unknownSince(entry),
    dueAt(entry),
    sealedBy(entry),
    entry.createdAt,
    entry.updatedAt,
    customerOf(entry),
    entry.erasedAt,
    destinationOf(entry),
    JSON.stringify(entry),
  )
  if (rows[0] === undefined) {
    const existing = yield* entryByRef(entry.kind, refOf(entry))
    if (existing === null) throw new Error('The entry was not inserted, and its reference has no entry.')
    return existing
  }
  yield* indexAttempts(entry)
  yield* insertReportChanges(reportChanges(null, entry))
  yield* changeTerms(entry, { added: termsOf(entry), removed: [] })
  return parseRow(rows[0])
}

export function* insertPayout(
  payout: Payout,
  { audit, reservation }: PayoutWrite,
): Operation<Entry | 'limit-exceeded'> {
  const existing = yield* entryByRef('payout', payout.reference)
  if (existing !== null) return existing
  const undo = reservation === undefined ? null : yield* reserveAmount(reservation)
  if (reservation !== undefined && undo === null) return 'limit-exceeded'
  const inserted = yield* insertEntry(payout)
  if (inserted.id !== payout.id) {
    // Another process has inserted the reference meanwhile.
    if (undo !== null) yield* undo()
  } else if (audit !== undefined) yield* appendAudit(audit)
  return inserted
}

export function* entryById(id: string, cache: Map<string, Entry>): Operation<Entry | null> {
  const cached = cache.get(id)
  const [row] = yield* query(
    'SELECT id, version, CASE WHEN version = ? THEN NULL ELSE doc END AS doc FROM entries WHERE id = ?',
    cached?.version ?? 0,
    id,
  )
  if (row === undefined) return null
  if (row['doc'] === null) return cached ?? null
  const entry = parseRow(row)
  cache.set(id, entry)
  return entry
}

export function* pageVersions(
  ids: readonly string[],
  dialect: Dialect,
): Operation<ReadonlyMap<string, number>> {
  const rows = yield* query(
    `SELECT id, page_version FROM entries WHERE id IN (${dialect.elements})`,
    JSON.stringify(ids),
  )
  return new Map(rows.map((row) => [String(row['id']), Number(row['page_version'])]))
}

export function* entryByRef(kind: Entry['kind'], ref: string): Operation<Entry | null> {
  return firstEntry(yield* query(`SELECT ${columns} FROM entries WHERE kind = ? AND ref = ?`, kind, ref))
}

export function* entryByTransaction(externalTransactionId: string): Operation<Entry | null> {
  return firstEntry(
    yield* query(
      `SELECT ${columns} FROM entries WHERE id = (SELECT entry_id FROM attempts WHERE external_transaction_id = ?)`,
      externalTransactionId,
    ),
  )
}

export function* saveEntry(entry: Entry, write: Write, dialect: Dialect): Operation<SaveResult> {
  const undo = write.reservation === undefined ? null : yield* reserveAmount(write.reservation)
  if (write.reservation !== undefined && undo === null) return 'limit-exceeded'
  const isSameLease = write.lease === undefined ? '' : ' AND lease = ?'
  const version = write.version ?? write.expectedVersion + 1
  const isShown = write.silent !== true
  const ids = isShown ? externalIdsOf(entry) : noIds
  const rows = yield* query(
    `UPDATE entries SET version = ?,${isShown ? ' page_version = ?,' : ''} status = ?, needs_review = ?, unknown_since = ?, due_at = ?, sealed_by = ?, updated_at = ?, customer = ?, erased_at = ?, destination = ?, doc = ?
     WHERE id = ? AND version = ?${isSameLease} AND NOT ${ids.areTaken} RETURNING id`,
    version,
    ...(isShown ? [version] : []),
    statusAtWrite(entry),
    needsReview(entry) ? 1 : 0,
    unknownSince(entry),
    dueAt(entry),
    sealedBy(entry),
    entry.updatedAt,
    customerOf(entry),
    entry.erasedAt,
    destinationOf(entry),
    JSON.stringify(entry),
    entry.id,
    write.expectedVersion,
    ...(write.lease === undefined ? [] : [write.lease]),
    ...ids.values,
  )
  if (rows.length === 0) {
    if (undo !== null) yield* undo()
    return yield* saveFailure(entry.id, write)
  }
  if (write.silent !== true) {
    yield* indexAttempts(entry)
    yield* indexClaims(entry)
  }
  if (write.erasedAttempts !== undefined) yield* deleteReceipts(entry.id, write.erasedAttempts)
  yield* insertEvents(write.events ?? [])
  yield* insertReportChanges(write.report ?? [])
  if (write.terms !== undefined) yield* changeTerms(entry, write.terms)
  for (const id of write.appliedCallbackIds ?? []) {
    yield* query(
      'UPDATE callbacks SET applied_at = ?, entry_id = ? WHERE id = ?',
      entry.updatedAt,
      entry.id,
      id,
    )
  }
  if (write.card !== undefined) yield* saveReportedCard(write.card, write.cardSource)
  if (write.silent !== true) yield* notify(entry, dialect)
  if (write.audit !== undefined) yield* appendAudit(write.audit)
  return 'saved'
}

function* saveFailure(id: string, write: Write): Operation<SaveResult> {
  const [row] = yield* query('SELECT version, lease FROM entries WHERE id = ?', id)
  if (row === undefined || (write.lease !== undefined && row['lease'] !== write.lease)) return 'lease-lost'
  return Number(row['version']) === write.expectedVersion ? 'id-taken' : 'conflict'
}

interface ExternalIds {
  /** Whether another attempt of this kind has one of them. */
  areTaken: string
  values: readonly string[]
}
const noIds: ExternalIds = { areTaken: 'FALSE', values: [] }

function externalIdsOf({ kind, attempts }: Entry): ExternalIds {
  const owned = attempts.flatMap(({ externalId, externalTransactionId }) =>
    externalId === null ? [] : [[kind, externalId, externalTransactionId]],
  )
  const isTaken = 'attempts.kind = ? AND external_id = ? AND external_transaction_id <> ?'
  return owned.length === 0
    ? noIds
    : {
        areTaken: `EXISTS (SELECT 1 FROM attempts WHERE ${owned.map(() => `(${isTaken})`).join(' OR ')})`,
        values: owned.flat(),
      }
}

/** An entry is found by the ids and customers of its attempts. */
export function* indexAttempts(entry: Entry): Operation<void> {
  for (const { externalTransactionId, externalId, customer } of entry.attempts) {
    yield* query(
      `INSERT INTO attempts (external_transaction_id, kind, external_id, entry_id, customer) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (external_transaction_id) DO UPDATE SET external_id = excluded.external_id, customer = excluded.customer`,
      externalTransactionId,
      entry.kind,
      externalId,
      entry.id,
      customer,
    )
  }
}

function* notify(entry: Entry, dialect: Dialect): Operation<void> {
  if (dialect.notify !== null) yield* query(dialect.notify, entry.id)
}

export function* entriesNotSealedBy(prefix: string, after: string, limit: number): Operation<Entry[]> {
  const entries: Entry[] = []
  let cursor: string | null = after
  while (cursor !== null && entries.length < limit) {
    const missing = limit - entries.length
    const rows: Row[] = yield* query(
      `SELECT ${columns} FROM entries WHERE sealed_by IS NOT NULL AND sealed_by <> ? AND id > ? ORDER BY id LIMIT ?`,
      prefix,
      cursor,
      missing,
    )
    entries.push(...rows.flatMap((row) => readable(parseRow, row)))
    cursor = rows.length < missing ? null : String(rows.at(-1)?.['id'])
  }
  return entries
}

/**
 * Reserves an amount of a day and locks that day until the commit. Returns how to undo it in the same operation, or null
 * if it does not fit.
 */
export function* reserveAmount(reservation: AmountReservation): Operation<(() => Operation<void>) | null> {
  const { day, currency } = reservation
  const [row] = yield* query(
    `INSERT INTO payout_days (day, currency, reserved) VALUES (?, ?, '0')
     ON CONFLICT (day, currency) DO UPDATE SET reserved = payout_days.reserved RETURNING reserved`,
    day,
    currency,
  )
  const before = String(row?.['reserved'])
  const after = reserved(before, reservation)
  if (after === null) return null
  const set = function* (amount: string): Operation<void> {
    yield* query('UPDATE payout_days SET reserved = ? WHERE day = ? AND currency = ?', amount, day, currency)
  }
  yield* set(after)
  return () => set(before)
}

/** `created_at` is the entry's: of very many entries with a term, a search finds the newest ones. */
export function* changeTerms({ id, createdAt }: Entry, { added, removed }: TermChanges): Operation<void> {
  for (const term of removed)
    yield* query('DELETE FROM terms WHERE term = ? AND created_at = ? AND entry_id = ?', term, createdAt, id)
  if (added.length > 0)
    yield* query(
      `INSERT INTO terms (term, created_at, entry_id) VALUES ${added.map(() => '(?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
      ...added.flatMap((term) => [term, createdAt, id]),
    )
}
