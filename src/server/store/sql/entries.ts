import { Money } from '../../../contract/money.ts'
import { dueAt, unknownSince } from '../../rules/attempt/lookup-schedule.ts'
import { needsReview } from '../../rules/attempt/review.ts'
import { type Entry, type EntryOf, isOfKind, type Kind, type Payout } from '../../rules/model.ts'
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
import { columns, parseRow } from './entry-row.ts'
import { insertEvents } from './events.ts'
import { insertReportChanges } from './reports.ts'
import {
  assigned,
  type Dialect,
  joined,
  type Operation,
  parsed,
  query,
  type Row,
  raw,
  readable,
  rowOf,
  type SqlValue,
  type Statement,
  sql,
} from './statement.ts'

/** No payout may be added to an amount that cannot be read. A sum may have more digits than any amount. */
const parseReserved = parsed('payout_days', (row) => Money.shape.value.parse(row['reserved']))

/** The last customer that a checkout's request proved. */
const customerOf = (entry: Entry): string | null => (entry.kind === 'checkout' ? entry.customer : null)

/** What finds other payouts to the same destination. */
const destinationOf = (entry: Entry): string | null =>
  entry.kind === 'payout' ? (entry.destination?.fingerprints[0] ?? null) : null

const firstEntry = (rows: Row[]): Entry | null => (rows[0] === undefined ? null : parseRow(rows[0]))

/** The columns that every write of an entry sets: its document, and what entries are found by. */
export const indexed = (entry: Entry): Record<string, SqlValue> => ({
  status: statusAtWrite(entry),
  needs_review: needsReview(entry) ? 1 : 0,
  unknown_since: unknownSince(entry),
  due_at: dueAt(entry),
  sealed_by: sealedBy(entry),
  updated_at: entry.updatedAt,
  customer: customerOf(entry),
  erased_at: entry.erasedAt,
  destination: destinationOf(entry),
  doc: JSON.stringify(entry),
})

export function* insertEntry(entry: Entry): Operation<boolean> {
  const { id, kind, createdAt } = entry
  const row = { id, kind, ref: refOf(entry), version: 1, created_at: createdAt, ...indexed(entry) }
  const inserted = yield* query`
    INSERT INTO entries ${rowOf(row)} ON CONFLICT (kind, ref) DO NOTHING RETURNING id`
  if (inserted.length === 0) return false
  yield* indexAttempts(entry)
  yield* insertReportChanges(reportChanges(null, entry))
  yield* changeTerms(entry, { added: termsOf(entry), removed: [] })
  return true
}

export function* insertPayout(
  payout: Payout,
  { audit, reservation }: PayoutWrite,
): Operation<'inserted' | 'exists' | 'limit-exceeded'> {
  const day = reservation === undefined ? undefined : yield* lockDay(reservation)
  // Read once the day is locked: another process may have reserved the rest of it for this very payout.
  if (day === null) return (yield* hasPayout(payout.reference)) ? 'exists' : 'limit-exceeded'
  if (!(yield* insertEntry(payout))) return 'exists'
  if (day !== undefined) yield* writeDay(day)
  if (audit !== undefined) yield* appendAudit(audit)
  return 'inserted'
}

export function* entryById(id: string, cache: Map<string, Entry>): Operation<Entry | null> {
  const cached = cache.get(id)
  const [row] = yield* query`
    SELECT id, version, CASE WHEN version = ${cached?.version ?? 0} THEN NULL ELSE doc END AS doc
    FROM entries WHERE id = ${id}`
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
  const listed = dialect.elements(JSON.stringify(ids))
  const rows = yield* query`SELECT id, page_version FROM entries WHERE id IN (${listed})`
  return new Map(rows.map((row) => [String(row['id']), Number(row['page_version'])]))
}

export function* entryByRef<K extends Kind>(kind: K, ref: string): Operation<EntryOf<K> | null> {
  const rows = yield* query`SELECT ${columns} FROM entries WHERE kind = ${kind} AND ref = ${ref}`
  const entry = firstEntry(rows)
  return entry !== null && isOfKind(entry, kind) ? entry : null
}

export function* entryByTransaction(externalTransactionId: string): Operation<Entry | null> {
  return firstEntry(
    yield* query`
      SELECT ${columns} FROM entries WHERE id = (SELECT entry_id FROM attempts
      WHERE external_transaction_id = ${externalTransactionId})`,
  )
}

export function* saveEntry(entry: Entry, write: Write, dialect: Dialect): Operation<SaveResult> {
  if (write.payout !== undefined && (yield* hasPayout(write.payout.reference)))
    return yield* saveFailure(entry.id, write, 'payout-exists')
  if (yield* isApplied(write)) return yield* saveFailure(entry.id, write, 'callback-applied')
  const day = write.reservation === undefined ? undefined : yield* lockDay(write.reservation)
  if (day === null) return yield* saveFailure(entry.id, write, 'limit-exceeded')
  const version = write.version ?? write.expectedVersion + 1
  const isShown = write.silent !== true
  const rows = yield* query`
    UPDATE entries SET version = ${version}, ${isShown ? sql`page_version = ${version},` : raw('')}
      ${assigned(indexed(entry))}
    WHERE id = ${entry.id} AND version = ${write.expectedVersion}
      ${write.lease === undefined ? raw('') : sql`AND lease = ${write.lease}`}
      AND NOT ${isShown ? hasTakenId(entry) : raw('FALSE')} RETURNING id`
  if (rows.length === 0) return yield* saveFailure(entry.id, write, 'id-taken')
  if (day !== undefined) yield* writeDay(day)
  if (isShown) {
    yield* indexAttempts(entry)
    yield* indexClaims(entry)
  }
  if (write.erasedAttempts !== undefined) yield* deleteReceipts(entry.id, write.erasedAttempts)
  yield* insertEvents(write.events ?? [])
  yield* insertReportChanges(write.report ?? [])
  if (write.terms !== undefined) yield* changeTerms(entry, write.terms)
  for (const id of write.appliedCallbackIds ?? []) {
    yield* query`UPDATE callbacks SET applied_at = ${entry.updatedAt}, entry_id = ${entry.id} WHERE id = ${id}`
  }
  if (write.reportedCard !== undefined) yield* saveReportedCard(write.reportedCard)
  if (write.payout !== undefined && !(yield* insertEntry(write.payout)))
    throw new Error('Another process has just inserted a payout with this reference. Nothing was written.')
  if (isShown) yield* notify(entry, dialect)
  if (write.audit !== undefined) yield* appendAudit(write.audit)
  return 'saved'
}

function* hasPayout(reference: string): Operation<boolean> {
  const rows = yield* query`SELECT id FROM entries WHERE kind = 'payout' AND ref = ${reference}`
  return rows.length > 0
}

/** Whether another process has applied a callback that this write applies. */
function* isApplied({ appliedCallbackIds = [] }: Write): Operation<boolean> {
  if (appliedCallbackIds.length === 0) return false
  const applied = yield* query`
    SELECT id FROM callbacks WHERE id IN (${joined(appliedCallbackIds)}) AND entry_id IS NOT NULL`
  return applied.length > 0
}

/** `otherwise`: why the write failed over the version and under the lease that it names. */
function* saveFailure(
  id: string,
  write: Write,
  otherwise: 'id-taken' | 'limit-exceeded' | 'payout-exists' | 'callback-applied',
): Operation<SaveResult> {
  const [row] = yield* query`SELECT version, lease FROM entries WHERE id = ${id}`
  if (row === undefined || (write.lease !== undefined && row['lease'] !== write.lease)) return 'lease-lost'
  return Number(row['version']) === write.expectedVersion ? otherwise : 'conflict'
}

/** Whether another attempt of this kind has an `externalId` of the entry. */
function hasTakenId({ kind, attempts }: Entry): Statement {
  const taken = attempts.flatMap(({ externalId, externalTransactionId: own }) =>
    externalId === null
      ? []
      : [
          sql`(attempts.kind = ${kind} AND external_id = ${externalId} AND external_transaction_id <> ${own})`,
        ],
  )
  return taken.length === 0
    ? raw('FALSE')
    : sql`EXISTS (SELECT 1 FROM attempts WHERE ${joined(taken, ' OR ')})`
}

/** An entry is found by the ids and customers of its attempts. */
export function* indexAttempts(entry: Entry): Operation<void> {
  const { id: entryId, kind } = entry
  for (const { externalTransactionId, externalId, customer } of entry.attempts) {
    const row = { externalTransactionId, kind, externalId, entryId, customer }
    yield* query`
      INSERT INTO attempts ${rowOf(row)}
       ON CONFLICT (external_transaction_id) DO UPDATE
       SET external_id = excluded.external_id, customer = excluded.customer`
  }
}

function* notify(entry: Entry, dialect: Dialect): Operation<void> {
  if (dialect.notify !== null) yield* query`${dialect.notify(entry.id)}`
}

export function* entriesNotSealedBy(prefix: string, after: string, limit: number): Operation<Entry[]> {
  const entries: Entry[] = []
  let cursor: string | null = after
  while (cursor !== null && entries.length < limit) {
    const missing = limit - entries.length
    const rows: Row[] = yield* query`
      SELECT ${columns} FROM entries WHERE sealed_by IS NOT NULL AND sealed_by <> ${prefix}
      AND id > ${cursor} ORDER BY id LIMIT ${missing}`
    entries.push(...rows.flatMap((row) => readable(parseRow, row)))
    cursor = rows.length < missing ? null : String(rows.at(-1)?.['id'])
  }
  return entries
}

/** What is reserved of a day in a currency. */
interface ReservedDay {
  day: string
  currency: string
  reserved: string
}

/** Locks a day until the commit. Returns it with the amount added to what is reserved; null if that does not fit. */
function* lockDay(reservation: AmountReservation): Operation<ReservedDay | null> {
  const { day, currency } = reservation
  const [row] = yield* query`
    INSERT INTO payout_days (day, currency, reserved) VALUES (${day}, ${currency}, '0')
    ON CONFLICT (day, currency) DO UPDATE SET reserved = payout_days.reserved RETURNING reserved`
  const before = parseReserved({ ...row, id: `${day} ${currency}` })
  const after = reserved(before, reservation)
  return after === null ? null : { day, currency, reserved: after }
}

function* writeDay({ day, currency, reserved }: ReservedDay): Operation<void> {
  yield* query`UPDATE payout_days SET reserved = ${reserved} WHERE day = ${day} AND currency = ${currency}`
}

/** `created_at` is the entry's: of very many entries with a term, a search finds the newest ones. */
export function* changeTerms({ id, createdAt }: Entry, { added, removed }: TermChanges): Operation<void> {
  for (const term of removed)
    yield* query`DELETE FROM terms WHERE term = ${term} AND created_at = ${createdAt} AND entry_id = ${id}`
  if (added.length > 0)
    yield* query`
      INSERT INTO terms (term, created_at, entry_id)
      VALUES ${joined(added.map((term) => sql`(${term}, ${createdAt}, ${id})`))} ON CONFLICT DO NOTHING`
}
