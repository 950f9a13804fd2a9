import { dueAt, retryPutAside } from '../../rules/attempt/lookup-schedule.ts'
import { needsReview } from '../../rules/checkout/checkout.ts'
import { customersOf } from '../../rules/customers.ts'
import { erase } from '../../rules/erase.ts'
import { Entry, type Payout } from '../../rules/model.ts'
import { statusAtWrite } from '../../rules/payout/view.ts'
import { unknownSince } from '../../rules/unknown-since.ts'
import { sealedBy } from '../sealed-by.ts'
import {
  type EntryPage,
  type ListQuery,
  maxPrefixMatches,
  type NameSearch,
  refOf,
  type SaveResult,
  type StoreStats,
  type Write,
} from '../store.ts'
import { appendAudit } from './audit.ts'
import { saveReportedCard } from './cards.ts'
import { insertEvents, isFirstUndelivered } from './events.ts'
import { reserveAmount } from './payout-days.ts'
import { type OnUnreadable, parsed, readable } from './readable.ts'
import { type Dialect, type Operation, query, type Row } from './statement.ts'
import { keepUnknownFields } from './unknown-fields.ts'

/** What `parseRow` reads. */
export const columns = 'id, version, doc'

/** Every row is validated when it is read. */
export const parseRow = parsed('entries', (row): Entry => {
  const document: unknown = JSON.parse(String(row['doc']))
  const entry = Entry.parse(Object.assign({}, document, { version: Number(row['version']) }))
  keepUnknownFields(entry, document)
  return entry
})

/** The last customer that a checkout's request proved. */
export const customerOf = (entry: Entry): string | null => (entry.kind === 'checkout' ? entry.customer : null)

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
  return parseRow(rows[0])
}

export function* insertPayout(
  payout: Payout,
  { audit, reservation }: Pick<Write, 'audit' | 'reservation'>,
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
  if (write.silent !== true) yield* indexAttempts(entry)
  yield* insertEvents(write.events ?? [])
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

/** Each kind of name by its own index, joined first: otherwise a planner may scan all entries. */
const wholeNames = `
  SELECT id AS named FROM entries WHERE id = ? UNION
  SELECT id FROM entries WHERE kind = ? AND ref = ? UNION
  SELECT entry_id FROM attempts WHERE external_transaction_id = ? UNION
  SELECT entry_id FROM attempts WHERE external_id = ?`

/** Names from a text to the last one that begins with it. */
const prefixRanges: readonly string[] = [
  'SELECT id AS named FROM entries WHERE id >= ? AND id < ? ORDER BY id DESC',
  'SELECT id AS named FROM entries WHERE kind = ? AND ref >= ? AND ref < ? ORDER BY ref DESC',
  'SELECT entry_id AS named FROM attempts WHERE external_transaction_id >= ? AND external_transaction_id < ? ORDER BY external_transaction_id DESC',
  'SELECT entry_id AS named FROM attempts WHERE external_id >= ? AND external_id < ? ORDER BY external_id DESC',
]
const ofEachRange = (limit: string): string =>
  prefixRanges
    .map((range, index) => `SELECT named FROM (${range} ${limit}) AS range_${index}`)
    .join(' UNION ')

/** Every text that begins with another is below that one and the last character there is. */
const rangeValues = (text: string, kind: Entry['kind']): string[] => {
  const range = [text, `${text}\u{10FFFF}`]
  return [...range, kind, ...range, ...range, ...range]
}

function searchJoin(
  { text, prefix }: NameSearch,
  kind: Entry['kind'],
): { sql: string; values: readonly string[] } {
  const whole = [text, kind, text, text, text]
  return prefix
    ? {
        sql: `(${wholeNames} UNION ${ofEachRange(`LIMIT ${maxPrefixMatches}`)}) AS names CROSS JOIN`,
        values: [...whole, ...rangeValues(text, kind)],
      }
    : { sql: `(${wholeNames}) AS names CROSS JOIN`, values: whole }
}

function* isTruncated(search: NameSearch | undefined, kind: Entry['kind']): Operation<boolean> {
  if (search?.prefix !== true) return false
  const beyond = ofEachRange(`LIMIT 1 OFFSET ${maxPrefixMatches}`)
  return (yield* query(beyond, ...rangeValues(search.text, kind))).length > 0
}

const customerJoin = `(
  SELECT id AS owned FROM entries WHERE customer = ? UNION
  SELECT entry_id FROM attempts WHERE customer = ?
) AS customers CROSS JOIN`

export function* listEntries({
  kind,
  needsReview: review,
  status,
  customer,
  destinations,
  search,
  since,
  until,
  after,
  limit,
}: ListQuery): Operation<EntryPage> {
  const where = ['kind = ?']
  const values: (string | number)[] = [kind]
  const joins: string[] = []
  if (search !== undefined) {
    const join = searchJoin(search, kind)
    joins.push(join.sql)
    where.push('id = named')
    values.unshift(...join.values)
  }
  if (customer !== undefined) {
    joins.unshift(customerJoin)
    where.push('id = owned')
    values.unshift(customer, customer)
  }
  if (review !== undefined) where.push(`needs_review = ${review ? 1 : 0}`)
  if (status !== undefined) {
    // Few entries need review: the index of all with this status is not used then.
    where.push(review === true ? "COALESCE(status, '') = ?" : 'status = ?')
    values.push(status)
  }
  if (since !== undefined) {
    where.push('created_at >= ?')
    values.push(since)
  }
  if (until !== undefined) {
    where.push('created_at < ?')
    values.push(until)
  }
  if (destinations !== undefined) {
    where.push(`destination IN (${destinations.map(() => '?').join(', ')})`)
    values.push(...destinations)
  }
  if (after !== undefined) {
    where.push('(created_at, id) < (SELECT created_at, id FROM entries WHERE id = ?)')
    values.push(after)
  }
  const rows = yield* query(
    `SELECT ${columns} FROM ${joins.join(' ')} entries WHERE ${where.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...values,
    limit + 1,
  )
  const page = rows
    .slice(0, limit)
    .map((row) => ({ id: String(row['id']), entries: readable(parseRow, row) }))
  return {
    entries: page.flatMap((row) => row.entries),
    unreadable: page.flatMap((row) => (row.entries.length === 0 ? [row.id] : [])),
    after: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    truncated: yield* isTruncated(search, kind),
  }
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

export function* claimEntries(
  { now, until, lease, limit }: { now: number; until: number; lease: string; limit: number },
  dialect: Dialect,
  onUnreadable: OnUnreadable,
): Operation<Entry[]> {
  const rows = yield* query(
    // Materialized: selected and locked once. Inside the IN a planner may repeat the select for every row.
    `WITH due AS MATERIALIZED (
       SELECT id FROM entries WHERE due_at <= ? AND lease_until <= ? ORDER BY due_at LIMIT ? ${dialect.skipLocked}
     )
     UPDATE entries SET lease = ?, lease_until = ? WHERE id IN (SELECT id FROM due) RETURNING ${columns}, updated_at`,
    now,
    now,
    limit,
    lease,
    until,
  )
  const entries: Entry[] = []
  for (const row of rows) {
    const [entry] = readable(parseRow, row)
    const id = String(row['id'])
    if (entry !== undefined) entries.push(entry)
    else {
      onUnreadable({ table: 'entries', id })
      yield* putAside(id, lease, retryPutAside(Number(row['updated_at']), now))
    }
  }
  return entries
}

/** Its next write sets both columns from the document again. */
export function* putAside(id: string, lease: string, until: number): Operation<void> {
  yield* query(
    'UPDATE entries SET needs_review = 1, due_at = ?, lease = NULL, lease_until = 0 WHERE id = ? AND lease = ?',
    until,
    id,
    lease,
  )
}

/** At the start of the only process every lease is stale: its work is due at once. Only due entries are in an index. */
export function* releaseAllLeases(): Operation<void> {
  yield* query(
    'UPDATE entries SET lease = NULL, lease_until = 0 WHERE due_at IS NOT NULL AND lease IS NOT NULL',
  )
  yield* query('UPDATE events SET lease_until = 0 WHERE delivered_at IS NULL AND lease_until > 0')
}

export function* releaseEntry(id: string, lease: string): Operation<void> {
  yield* query('UPDATE entries SET lease = NULL, lease_until = 0 WHERE id = ? AND lease = ?', id, lease)
}

export function* nextDue(): Operation<number | null> {
  const [row] = yield* query(
    `SELECT MIN(at) AS at FROM (
       SELECT * FROM (
         SELECT CASE WHEN due_at > lease_until THEN due_at ELSE lease_until END AS at
         FROM entries WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 50
       ) AS entry_times
       UNION ALL
       SELECT * FROM (
         SELECT CASE WHEN due_at > lease_until THEN due_at ELSE lease_until END AS at
         FROM events WHERE delivered_at IS NULL AND ${isFirstUndelivered} ORDER BY due_at LIMIT 50
       ) AS event_times
     ) AS times`,
  )
  return row?.['at'] == null ? null : Number(row['at'])
}

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

const isErasable = `due_at IS NULL AND erased_at IS NULL AND updated_at < ? AND needs_review = 0
  AND NOT EXISTS (SELECT 1 FROM events WHERE events.entry_id = entries.id AND delivered_at IS NULL)`

export function* eraseOldEntries(
  { before, now, limit }: { before: number; now: number; limit: number },
  onUnreadable: OnUnreadable,
): Operation<number> {
  const rows = yield* query(
    `SELECT ${columns} FROM entries WHERE ${isErasable} ORDER BY updated_at LIMIT ?`,
    before,
    limit,
  )
  let count = 0
  for (const row of rows) {
    const [entry] = readable(parseRow, row)
    const id = String(row['id'])
    if (entry !== undefined) count += (yield* eraseOldEntry(entry, now)) ? 1 : 0
    else {
      onUnreadable({ table: 'entries', id })
      // With a review it is not erased, so it does not take the place of others.
      yield* query('UPDATE entries SET needs_review = 1 WHERE id = ?', id)
    }
  }
  return count
}

/** False: another process has changed the entry meanwhile. */
function* eraseOldEntry(entry: Entry, now: number): Operation<boolean> {
  const slim = erase(entry, now)
  const erased = yield* query(
    `UPDATE entries SET version = version + 1, customer = NULL, destination = NULL, erased_at = ?, sealed_by = ?, doc = ?
     WHERE id = ? AND version = ? RETURNING id`,
    now,
    sealedBy(slim),
    JSON.stringify(slim),
    entry.id,
    entry.version,
  )
  if (erased.length === 0) return false
  yield* query('DELETE FROM callbacks WHERE entry_id = ?', entry.id)
  yield* query('DELETE FROM events WHERE entry_id = ?', entry.id)
  yield* indexAttempts(slim)
  for (const customer of customersOf(entry))
    yield* query(
      `DELETE FROM cards WHERE customer = ?
         AND NOT EXISTS (SELECT 1 FROM entries WHERE customer = ?)
         AND NOT EXISTS (SELECT 1 FROM attempts WHERE customer = ?)`,
      customer,
      customer,
      customer,
    )
  return true
}
