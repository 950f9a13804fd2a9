import {
  backfillAttemptCustomers,
  backfillCustomer,
  backfillEvents,
  backfillSealedBy,
  backfillStatus,
  upgradeDocuments,
} from './backfills.ts'
import { type Dialect, type Operation, query } from './statement.ts'

/** Numbered and forward-only. A published migration is never changed. */
const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE entries (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      ref TEXT NOT NULL,
      version BIGINT NOT NULL,
      needs_review BIGINT NOT NULL,
      unknown_since BIGINT,
      due_at BIGINT,
      lease TEXT,
      lease_until BIGINT NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      doc TEXT NOT NULL,
      UNIQUE (kind, ref)
    )`,
    `CREATE INDEX entries_due ON entries (due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX entries_listed ON entries (kind, created_at, id)`,
    `CREATE INDEX entries_unknown ON entries (unknown_since) WHERE unknown_since IS NOT NULL`,
    `CREATE INDEX entries_quiet ON entries (updated_at) WHERE due_at IS NULL`,
    `CREATE INDEX entries_review ON entries (kind, created_at, id) WHERE needs_review = 1`,
    `CREATE TABLE attempts (
      external_transaction_id TEXT PRIMARY KEY,
      external_id TEXT,
      entry_id TEXT NOT NULL
    )`,
    `CREATE INDEX attempts_external ON attempts (external_id) WHERE external_id IS NOT NULL`,
    `CREATE TABLE callbacks (
      id TEXT PRIMARY KEY,
      external_id TEXT NOT NULL,
      status TEXT NOT NULL,
      amount TEXT NOT NULL,
      order_type TEXT NOT NULL,
      pipelines TEXT NOT NULL,
      received_at BIGINT NOT NULL,
      last_at BIGINT NOT NULL,
      times BIGINT NOT NULL,
      entry_id TEXT,
      applied_at BIGINT,
      UNIQUE (external_id, status, amount, order_type, pipelines)
    )`,
    `CREATE INDEX callbacks_waiting ON callbacks (received_at) WHERE applied_at IS NULL`,
    `CREATE INDEX callbacks_stray ON callbacks (received_at) WHERE entry_id IS NULL`,
    `CREATE INDEX callbacks_entry ON callbacks (entry_id) WHERE entry_id IS NOT NULL`,
    `CREATE TABLE events (
      id TEXT PRIMARY KEY,
      entry_id TEXT NOT NULL,
      seq BIGINT NOT NULL,
      doc TEXT NOT NULL,
      tries BIGINT NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL,
      lease_until BIGINT NOT NULL DEFAULT 0,
      delivered_at BIGINT,
      error TEXT,
      UNIQUE (entry_id, seq)
    )`,
    `CREATE INDEX events_due ON events (due_at) WHERE delivered_at IS NULL`,
    `CREATE INDEX events_undelivered ON events (entry_id, seq) WHERE delivered_at IS NULL`,
    `CREATE TABLE cards (
      id TEXT PRIMARY KEY,
      customer TEXT NOT NULL,
      label TEXT NOT NULL,
      token TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      UNIQUE (customer, fingerprint)
    )`,
  ],
  [
    // Null in existing rows until `backfillStatus`.
    `ALTER TABLE entries ADD COLUMN status TEXT`,
    `CREATE INDEX entries_status ON entries (kind, status, created_at, id)`,
  ],
  // The key that sealed a token is named by its first characters: see `keyPrefixLength`.
  [`CREATE INDEX cards_sealed_by ON cards (substr(token, 1, 10), id)`],
  // Documents only: renamed fields, a typed log, access by a client secret. See `upgradeDocuments`.
  [],
  [
    // Null in existing rows until `backfillSealedBy`. Finished entries hold no sealed text and are not in the index.
    `ALTER TABLE entries ADD COLUMN sealed_by TEXT`,
    `CREATE INDEX entries_sealed ON entries (id, sealed_by) WHERE sealed_by IS NOT NULL`,
  ],
  // `customer` is null in existing rows until `backfillCustomer`.
  [
    `ALTER TABLE entries ADD COLUMN customer TEXT`,
    `ALTER TABLE entries ADD COLUMN erased_at BIGINT`,
    `CREATE INDEX entries_customer ON entries (customer, created_at, id) WHERE customer IS NOT NULL`,
    `DROP INDEX entries_quiet`,
    `CREATE INDEX entries_retained ON entries (updated_at) WHERE due_at IS NULL AND erased_at IS NULL`,
  ],
  // Null in existing rows until `backfillAttemptCustomers`.
  [
    `ALTER TABLE attempts ADD COLUMN customer TEXT`,
    `CREATE INDEX attempts_customer ON attempts (customer) WHERE customer IS NOT NULL`,
  ],
  // An unmatched callback is put before an operator, who acknowledges it.
  [
    `ALTER TABLE callbacks ADD COLUMN review_at BIGINT`,
    `ALTER TABLE callbacks ADD COLUMN acknowledged_at BIGINT`,
    `ALTER TABLE callbacks ADD COLUMN acknowledged_note TEXT`,
    `CREATE INDEX callbacks_review ON callbacks (received_at)
     WHERE entry_id IS NULL AND review_at IS NOT NULL AND acknowledged_at IS NULL`,
  ],
  // What a customer has removed is not saved again by a payment that was under way.
  [
    `CREATE TABLE removed_cards (
      customer TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      removed_at BIGINT NOT NULL,
      PRIMARY KEY (customer, fingerprint)
    )`,
    `CREATE INDEX removed_cards_old ON removed_cards (removed_at)`,
  ],
  // Operators' acts, appended in the order of their commits: see `audit.ts`.
  [
    `ALTER TABLE callbacks ADD COLUMN acknowledged_by TEXT`,
    `CREATE TABLE audit (
      seq BIGINT PRIMARY KEY,
      at BIGINT NOT NULL,
      operator TEXT NOT NULL,
      address TEXT,
      act TEXT NOT NULL,
      ref TEXT,
      detail TEXT,
      note TEXT
    )`,
    `CREATE TABLE audit_sequence (last BIGINT NOT NULL)`,
    `INSERT INTO audit_sequence (last) VALUES (0)`,
  ],
  // What is paid out on a day, and to whom. Older payouts have no destination.
  [
    `CREATE TABLE payout_days (
      day TEXT NOT NULL,
      currency TEXT NOT NULL,
      reserved TEXT NOT NULL,
      PRIMARY KEY (day, currency)
    )`,
    `ALTER TABLE entries ADD COLUMN destination TEXT`,
    `CREATE INDEX entries_destination ON entries (destination, created_at, id) WHERE destination IS NOT NULL`,
  ],
  // Every try of a delivery. `type` and `at` are null in existing rows until `backfillEvents`.
  [
    `ALTER TABLE events ADD COLUMN type TEXT`,
    `ALTER TABLE events ADD COLUMN at BIGINT`,
    `ALTER TABLE events ADD COLUMN resends BIGINT NOT NULL DEFAULT 0`,
    `CREATE TABLE event_tries (
      event_id TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
      n BIGINT NOT NULL,
      at BIGINT NOT NULL,
      duration_ms BIGINT NOT NULL,
      error TEXT,
      PRIMARY KEY (event_id, n)
    )`,
    `CREATE INDEX events_listed ON events (at, seq, id)`,
  ],
  // Few events are undelivered or of a rare type, so a list of them reads no others.
  [
    `CREATE INDEX events_undelivered_listed ON events (at, seq, id) WHERE delivered_at IS NULL`,
    `CREATE INDEX events_type ON events (type, at, seq, id)`,
  ],
  // PostgreSQL compares every text by its bytes, as SQLite does, so that indexes find a prefix: see `compareByBytes`.
  [],
  // 0 in existing rows: no long poll has read an older version.
  [`ALTER TABLE entries ADD COLUMN page_version BIGINT NOT NULL DEFAULT 0`],
]
const upgradedDocuments = 4
const sealedByAdded = 5
const customerAdded = 6
const attemptCustomersAdded = 7
const eventsListed = 12

/** A newer Paypane has written the database. Nothing was changed. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#databasetoonewerror'
}

const tables = [
  'entries',
  'attempts',
  'callbacks',
  'events',
  'event_tries',
  'cards',
  'removed_cards',
  'audit',
  'payout_days',
]

/**
 * Gives every text column the collation "C": also one that a later migration adds, since an index is not used to join
 * columns of different collations. Rebuilds indexes, not tables.
 */
function* compareByBytes(): Operation<void> {
  for (const table of tables) {
    const columns = yield* query(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = ? AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
      table,
    )
    const changes = columns.map(({ name }) => `ALTER COLUMN ${String(name)} TYPE TEXT COLLATE "C"`)
    if (changes.length > 0) yield* query(`ALTER TABLE ${table} ${changes.join(', ')}`)
  }
}

/** Migrates the database to this version; run as one operation, under the driver's lock. */
export function* migrate({ comparesByBytes }: Pick<Dialect, 'comparesByBytes'>): Operation<void> {
  yield* query('CREATE TABLE IF NOT EXISTS paypane_schema (version BIGINT NOT NULL)')
  const [row] = yield* query('SELECT MAX(version) AS version FROM paypane_schema')
  const version = Number(row?.['version'] ?? 0)
  if (version > migrations.length) {
    throw new DatabaseTooNewError(
      `The database is at version ${version}; this Paypane supports ${migrations.length}. Nothing was touched: run the newer Paypane, or restore a backup made before the upgrade.`,
    )
  }
  for (const [index, statements] of migrations.entries()) {
    if (index < version) continue
    for (const statement of statements) yield* query(statement)
    yield* query('INSERT INTO paypane_schema (version) VALUES (?)', index + 1)
  }
  if (!comparesByBytes && version < migrations.length) yield* compareByBytes()
  // After the statements, and oldest shape first: a backfill parses today's documents.
  if (version < upgradedDocuments) yield* upgradeDocuments()
  if (version < 2) yield* backfillStatus()
  if (version < sealedByAdded) yield* backfillSealedBy()
  if (version < customerAdded) yield* backfillCustomer()
  if (version < attemptCustomersAdded) yield* backfillAttemptCustomers()
  if (version < eventsListed) yield* backfillEvents()
}
