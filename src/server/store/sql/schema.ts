import type { SchemaDialect } from './statement.ts'

/** The tables of version 1.0. From then on they are changed by migrations only: see `migrations.ts`. */
export const schema = ({ text, shared }: SchemaDialect): readonly string[] => [
  `CREATE TABLE entries (
    id ${text} PRIMARY KEY,
    kind ${text} NOT NULL,
    ref ${text} NOT NULL,
    version BIGINT NOT NULL,
    page_version BIGINT NOT NULL DEFAULT 0,
    status ${text} NOT NULL,
    needs_review BIGINT NOT NULL,
    unknown_since BIGINT,
    due_at BIGINT,
    lease ${text},
    lease_until BIGINT NOT NULL DEFAULT 0,
    sealed_by ${text},
    customer ${text},
    destination ${text},
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    erased_at BIGINT,
    doc ${text} NOT NULL,
    UNIQUE (kind, ref)
  )`,
  `CREATE INDEX entries_due ON entries (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX entries_listed ON entries (kind, created_at, id)`,
  `CREATE INDEX entries_status ON entries (kind, status, created_at, id)`,
  `CREATE INDEX entries_review ON entries (kind, created_at, id) WHERE needs_review = 1`,
  `CREATE INDEX entries_unknown ON entries (unknown_since) WHERE unknown_since IS NOT NULL`,
  `CREATE INDEX entries_customer ON entries (customer, created_at, id) WHERE customer IS NOT NULL`,
  `CREATE INDEX entries_destination ON entries (destination, created_at, id) WHERE destination IS NOT NULL`,
  // Finished entries hold no sealed text and are not in the index.
  `CREATE INDEX entries_sealed ON entries (id, sealed_by) WHERE sealed_by IS NOT NULL`,
  `CREATE INDEX entries_retained ON entries (updated_at) WHERE due_at IS NULL AND erased_at IS NULL`,

  `CREATE TABLE attempts (
    external_transaction_id ${text} PRIMARY KEY,
    kind ${text} NOT NULL,
    external_id ${text},
    entry_id ${text} NOT NULL,
    customer ${text}
  )`,
  // One order pays one attempt. The service numbers deposits and payouts by themselves.
  `CREATE UNIQUE INDEX attempts_external ON attempts (external_id, kind) WHERE external_id IS NOT NULL`,
  `CREATE INDEX attempts_customer ON attempts (customer) WHERE customer IS NOT NULL`,

  // What entries are found by besides their names: see `search-terms.ts`.
  `CREATE TABLE terms (
    term ${text} NOT NULL,
    created_at BIGINT NOT NULL,
    entry_id ${text} NOT NULL,
    PRIMARY KEY (term, created_at, entry_id)
  )`,

  `CREATE TABLE callbacks (
    id ${text} PRIMARY KEY,
    external_id ${text} NOT NULL,
    number BIGINT NOT NULL,
    status ${text} NOT NULL,
    amount ${text} NOT NULL,
    order_type ${text} NOT NULL,
    pipelines ${text} NOT NULL,
    received_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    times BIGINT NOT NULL,
    entry_id ${text},
    applied_at BIGINT,
    review_at BIGINT,
    acknowledged_at BIGINT,
    acknowledged_note ${text},
    acknowledged_by ${text},
    retry_at BIGINT NOT NULL DEFAULT 0,
    UNIQUE (external_id, number)
  )`,
  `CREATE INDEX callbacks_waiting ON callbacks (received_at) WHERE applied_at IS NULL`,
  `CREATE INDEX callbacks_unmatched ON callbacks (received_at) WHERE entry_id IS NULL`,
  `CREATE INDEX callbacks_entry ON callbacks (entry_id) WHERE entry_id IS NOT NULL`,
  `CREATE INDEX callbacks_review ON callbacks (received_at)
   WHERE entry_id IS NULL AND review_at IS NOT NULL AND acknowledged_at IS NULL`,

  `CREATE TABLE events (
    id ${text} PRIMARY KEY,
    entry_id ${text} NOT NULL,
    seq BIGINT NOT NULL,
    type ${text} NOT NULL,
    at BIGINT NOT NULL,
    doc ${text} NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    resends BIGINT NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL,
    lease_until BIGINT NOT NULL DEFAULT 0,
    delivered_at BIGINT,
    error ${text},
    put_aside_at BIGINT,
    UNIQUE (entry_id, seq)
  )`,
  `CREATE INDEX events_due ON events (due_at) WHERE delivered_at IS NULL`,
  `CREATE INDEX events_undelivered ON events (entry_id, seq) WHERE delivered_at IS NULL`,
  `CREATE INDEX events_listed ON events (at, seq, id)`,
  // Few events are undelivered or of a rare type, so a list of them reads no others.
  `CREATE INDEX events_undelivered_listed ON events (at, seq, id) WHERE delivered_at IS NULL`,
  `CREATE INDEX events_type ON events (type, at, seq, id)`,

  `CREATE TABLE event_tries (
    event_id ${text} NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    error ${text},
    PRIMARY KEY (event_id, n)
  )`,

  `CREATE TABLE cards (
    id ${text} PRIMARY KEY,
    customer ${text} NOT NULL,
    label ${text} NOT NULL,
    token ${text} NOT NULL,
    fingerprint ${text} NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (customer, fingerprint)
  )`,
  // The key that sealed a token is named by its first characters: see `keyPrefixLength`.
  `CREATE INDEX cards_sealed_by ON cards (substr(token, 1, 10), id)`,
  // What a customer has removed is not saved again by a payment that was under way.
  `CREATE TABLE removed_cards (
    customer ${text} NOT NULL,
    fingerprint ${text} NOT NULL,
    removed_at BIGINT NOT NULL,
    PRIMARY KEY (customer, fingerprint)
  )`,
  `CREATE INDEX removed_cards_old ON removed_cards (removed_at)`,

  // The claims of the entries' documents: found by their numbers, and listed by age while they are open.
  `CREATE TABLE claims (
    number ${text} PRIMARY KEY,
    entry_id ${text} NOT NULL,
    attempt BIGINT NOT NULL,
    at BIGINT NOT NULL,
    resolved_at BIGINT
  )`,
  `CREATE INDEX claims_open ON claims (at, number) WHERE resolved_at IS NULL`,
  `CREATE INDEX claims_entry ON claims (entry_id) WHERE resolved_at IS NULL`,
  `CREATE TABLE receipts (
    entry_id ${text} NOT NULL,
    attempt BIGINT NOT NULL,
    id ${text} NOT NULL,
    type ${text} NOT NULL,
    size BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    sealed ${text} NOT NULL,
    PRIMARY KEY (entry_id, attempt, id)
  )`,
  `CREATE INDEX receipts_sealed_by ON receipts (substr(sealed, 1, 10), entry_id)`,

  // Operators' acts, appended in the order of their commits: see `audit.ts`.
  `CREATE TABLE audit (
    seq BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    operator ${text} NOT NULL,
    address ${text},
    action ${text} NOT NULL,
    ref ${text},
    detail ${text},
    note ${text}
  )`,
  `CREATE TABLE audit_sequence (last BIGINT NOT NULL)`,
  `INSERT INTO audit_sequence (last) VALUES (0)`,

  // The counters of reports: what each write has changed, until it is added to its days.
  `CREATE TABLE report_changes (
    id ${text} PRIMARY KEY,
    doc ${text} NOT NULL
  )`,
  `CREATE TABLE report_days (
    day ${text} NOT NULL,
    unit ${text} NOT NULL,
    pipeline ${text} NOT NULL,
    method ${text} NOT NULL,
    currency ${text} NOT NULL,
    doc ${text} NOT NULL,
    PRIMARY KEY (day, unit, pipeline, method, currency)
  )`,

  `CREATE TABLE reconciliations (
    id ${text} PRIMARY KEY,
    doc ${text} NOT NULL
  )`,

  // What is paid out on a day.
  `CREATE TABLE payout_days (
    day ${text} NOT NULL,
    currency ${text} NOT NULL,
    reserved ${text} NOT NULL,
    PRIMARY KEY (day, currency)
  )`,

  // Unlogged: a crash of the database may empty it, which only starts every window again.
  ...(shared
    ? [
        `CREATE UNLOGGED TABLE rate_limits (
          key ${text} PRIMARY KEY,
          started_at BIGINT NOT NULL,
          count BIGINT NOT NULL
        )`,
      ]
    : []),
]
