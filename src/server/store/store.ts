import { z } from 'zod'
import { Refusal } from '../../contract/admin.ts'
import { Money } from '../../contract/money.ts'
import { ReviewReason } from '../../contract/review.ts'
import { Reason } from '../../contract/view.ts'
import type { UseCounters } from '../lib/limits/use-counters.ts'
import { entryEventTypes } from '../rules/merchant-events.ts'
import type { Entry, Payout } from '../rules/model.ts'

const eventFields = {
  /** The same in every delivery of the event. */
  id: z.string(),
  entryId: z.string(),
  /** The sequence number within its entry, from 1. */
  seq: z.int(),
  at: z.number(),
}

/** An event of a checkout or payout. */
export const EntryEvent = z.object({
  ...eventFields,
  type: z.enum(entryEventTypes),
  /** The merchant's own order reference, or the payout's. */
  ref: z.string(),
  attempt: z.int(),
  externalTransactionId: z.string().nullable(),
  externalId: z.string().nullable(),
  requested: Money,
  paid: Money.nullable(),
  reason: Reason.nullable(),
  /** What the service answered when it refused. */
  refusal: Refusal.nullable(),
  review: ReviewReason.nullable(),
})
export type EntryEvent = z.infer<typeof EntryEvent>

/** A verified callback has matched no order for too long. `entryId` is the callback's id. */
export const UnmatchedCallbackEvent = z.object({
  ...eventFields,
  type: z.literal('callback.unmatched'),
  /** The service's id of the order, as in `externalId`. */
  ref: z.string(),
  externalId: z.string(),
  status: z.string(),
  amount: z.string(),
  orderType: z.string(),
})
export type UnmatchedCallbackEvent = z.infer<typeof UnmatchedCallbackEvent>

/** An event for the merchant: stored with the change that it reports, delivered at least once and in order per entry. */
export const StoredEvent = z.discriminatedUnion('type', [EntryEvent, UnmatchedCallbackEvent])
export type StoredEvent = z.infer<typeof StoredEvent>

/** The proven part of a callback. `pipelines`: those whose private key verifies the signature. */
export interface VerifiedCallback {
  externalId: string
  status: string
  amount: string
  orderType: string
  pipelines: string[]
}
export interface StoredCallback extends VerifiedCallback {
  id: string
  receivedAt: number
  lastAt: number
  times: number
  entryId: string | null
  /** When it was applied, or found not to fit the attempt of its externalId: then without an entry. */
  appliedAt: number | null
  /** When it was put before an operator. */
  reviewAt: number | null
  acknowledged: { at: number; note: string; operator: string | null } | null
}

/** A customer's saved card. The token is sealed. */
export interface StoredCard {
  id: string
  customer: string
  label: string
  token: string
  /** Compares tokens without decrypting them. */
  fingerprint: string
  createdAt: number
}

/** The attempt that reported a card. A card that its customer has removed since is not saved again. */
export interface CardSource {
  /** When the attempt was started. */
  startedAt: number
  /** The card's fingerprints under every seal key. */
  fingerprints: readonly string[]
}

/** A stored row that this version cannot read: it is damaged, or a newer version has written it. */
export interface UnreadableRow {
  table: 'entries' | 'callbacks' | 'events'
  id: string
}

/** An event with the state of its delivery. */
export interface EventDelivery {
  event: StoredEvent
  tries: number
  /** How often an operator has sent it again after it was delivered. */
  resends: number
  /** Null: not delivered, or not since it was last sent again. */
  deliveredAt: number | null
  error: string | null
}

/** One delivery of an event. */
export interface EventTry {
  at: number
  durationMs: number
  /** Redacted. Null: accepted. */
  error: string | null
}

/** Of each event the last tries are kept. */
export const keptTries = 100

/** How a delivery ended. */
export interface TryResult extends EventTry {
  /** As the event was claimed: if it was sent again meanwhile, the try is recorded and the event stays due. */
  resends: number
  /** When a failed event is due again. */
  retryAt: number
}

/** An event with its tries, oldest first. */
export interface ListedEvent extends EventDelivery {
  /** When it is delivered at the earliest, while it is not delivered. */
  dueAt: number
  log: readonly EventTry[]
}

interface EventFilters {
  types?: readonly StoredEvent['type'][] | undefined
  /** From this time on. */
  since?: number | undefined
  /** Before this time. */
  until?: number | undefined
  /** The cursor of the previous page. */
  after?: string | undefined
  limit: number
}

export interface EventQuery extends EventFilters {
  /** `failing`: not delivered, and the last try failed. */
  status?: 'delivered' | 'undelivered' | 'failing' | undefined
}

/** Selects callbacks that can be applied now. */
export interface ReadyQuery {
  now: number
  /** Of one order. */
  externalId?: string
  /** Only those that were not received within this time. */
  notWithin?: { from: number; until: number }
  limit: number
}

export interface ResendQuery extends EventFilters {
  since: number
  now: number
  audit?: AuditRecord
}

/** An operator's act, or a read of a person's data. */
export interface AuditRecord {
  at: number
  /** The operator's name. */
  operator: string
  /** The client's address; null if it is unknown. */
  address: string | null
  /** The name of the admin route. */
  action: string
  /** What it is about: an id, a reference or a customer. */
  ref: string | null
  detail: string | null
  note: string | null
}

/** `seq`: from 1 in the order of the commits, without gaps. */
export interface StoredAuditRecord extends AuditRecord {
  seq: number
}

/** An amount that counts towards the limit of a day. */
export interface Reservation {
  /** `2026-01-31`, UTC. */
  day: string
  currency: string
  /** Decimal text, as is the limit. */
  amount: string
  limit: string
}

/** What is written together with an entry. */
export interface Write {
  /** The operator's act that this is. */
  audit?: AuditRecord
  /** Written only within the limit. */
  reservation?: Reservation
  /** The version that the change is based on. */
  expectedVersion: number
  /** The version that it makes, above the expected one. Default: the next. */
  version?: number
  /** The lease that the change was made under, if any. */
  lease?: string
  /** No page shows the difference, no attempt has new ids or another customer, listeners are not notified. Default: false. */
  silent?: boolean
  events?: readonly StoredEvent[]
  /** Callbacks that this write applies. */
  appliedCallbackIds?: readonly string[]
  card?: StoredCard
  cardSource?: CardSource
}

/**
 * `conflict`: another write came first; read again. `lease-lost`: another worker has taken over. `limit-exceeded`: the
 * reservation does not fit. `id-taken`: another attempt of this kind has an `externalId` of the entry. Nothing is written
 * but with `saved`.
 */
export type SaveResult = 'saved' | 'conflict' | 'lease-lost' | 'limit-exceeded' | 'id-taken'

/** Finds the whole name or, with `prefix`, also names that begin with the text: at most `maxPrefixMatches` of each kind. */
export interface NameSearch {
  text: string
  prefix: boolean
}

/** The cost of a search is bounded, however many names begin with its text. */
export const maxPrefixMatches = 500

export interface EntryPage {
  entries: Entry[]
  /** The ids of entries of this page that cannot be read. */
  unreadable: string[]
  /** The cursor of the next page. */
  after: string | null
  /** More names of one kind begin with the search than `maxPrefixMatches`; the page is of the last ones in their order. */
  truncated: boolean
}

export interface ListQuery {
  kind: Entry['kind']
  needsReview?: boolean
  /** The status at the entry's last write. */
  status?: string
  /** The customer of a checkout or of one of its attempts. */
  customer?: string
  /** Payouts to a destination with one of these fingerprints. */
  destinations?: readonly string[]
  /** Matches a reference, an id, an externalTransactionId or an externalId. */
  search?: NameSearch
  /** Created from this time on. */
  since?: number
  /** Created before this time. */
  until?: number
  /** The cursor of the previous page. */
  after?: string
  limit: number
}

/** Figures for monitoring. */
export interface StoreStats {
  /** Entries with a create whose outcome is unknown, and when the oldest was sent. */
  unknown: number
  unknownSince: number | null
  /** When the oldest due work became due. */
  dueSince: number | null
  /** Entries with an open review, and unmatched callbacks that no operator has acknowledged. */
  needsReview: number
  eventsWaiting: number
  /** When the oldest event was stored that was never delivered. */
  eventsWaitingSince: number | null
}

/** How far a migration of the database is. */
export interface MigrationProgress {
  /** The version that it leads to. */
  version: number
  /** How many rows of `total` are changed. */
  changed: number
  total: number
}

/**
 * Stores checkouts, payouts, callbacks, events and cards. Every operation is atomic, and durable when its promise
 * resolves.
 */
export interface Store extends UseCounters {
  /** Nothing survives the process, so a generated seal key is enough. */
  readonly volatile?: true

  /** Brings the database up to date, and reports how far that is. Called once, before anything else. */
  open(onProgress?: (progress: MigrationProgress) => void): Promise<void>
  /** Closes the database. */
  close(): Promise<void>
  /** Resolves if the store can be read. */
  ping(): Promise<void>
  /** The database's clock, where the database has one of its own. */
  now?(): Promise<number>

  /** Inserts an entry. Returns the existing one if its reference has one. */
  insert(entry: Entry): Promise<Entry>
  /** Inserts a payout. Returns the existing one if its reference has one; nothing else is written then. */
  insertPayout(payout: Payout, write: Pick<Write, 'audit' | 'reservation'>): Promise<Entry | 'limit-exceeded'>
  /** The entry with this id. */
  entry(id: string): Promise<Entry | null>
  /** The version in which the page of each of these entries last changed: by its last write that was not silent. */
  pageVersions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The entry of an order's reference, or of a payout's. */
  entryByRef(kind: Entry['kind'], ref: string): Promise<Entry | null>
  /** The entry that has an attempt with this id. */
  entryByTransaction(externalTransactionId: string): Promise<Entry | null>
  /** Writes only over the expected version, under the same lease. */
  save(entry: Entry, write: Write): Promise<SaveResult>
  /** A page of entries, the newest first, and the cursor of the next one. */
  list(query: ListQuery): Promise<EntryPage>

  /**
   * Entries that hold a text which is not sealed with `prefix` (see `keyPrefixLength` in `seal.ts`), by their ids
   * from `after` on.
   */
  entriesNotSealedBy(prefix: string, after: string, limit: number): Promise<Entry[]>

  /**
   * Claims entries whose work is due, each under an exclusive lease. One that cannot be read is put aside: it needs review
   * and is claimed again by `retryPutAside`.
   */
  claim(options: { now: number; until: number; lease: string; limit: number }): Promise<Entry[]>
  /** Releases a lease, if it is still held. */
  release(id: string, lease: string): Promise<void>
  /** Puts an entry aside that cannot be processed: until it is written again it needs review, and is not due before `until`. */
  putAside(id: string, lease: string, until: number): Promise<void>
  /** When the next work of any kind is due, or null. */
  nextDue(): Promise<number | null>

  /** Stores a verified callback. False: a duplicate, which says what the latest one of its order says. */
  saveCallback(callback: VerifiedCallback, now: number): Promise<boolean>
  /** Callbacks that are not applied yet and match an entry of their kind, in their order of arrival. */
  readyCallbacks(query: ReadyQuery): Promise<StoredCallback[]>
  /** Every callback of an entry, in their order of arrival. */
  callbacksOf(entryId: string): Promise<StoredCallback[]>
  /** Puts a callback aside that cannot be applied: it is unmatched, and not ready before `until`. */
  postponeCallback(id: string, until: number): Promise<void>
  /** Marks a callback that matches no attempt as done. */
  ignoreCallback(id: string, now: number): Promise<void>
  /** A page of the callbacks that match no entry, the newest first, and the cursor of the next one. */
  unmatchedCallbacks(query: {
    after?: string
    limit: number
  }): Promise<{ callbacks: StoredCallback[]; after: string | null }>
  /**
   * Puts unmatched callbacks before an operator: ignored ones at once, others received before `receivedBefore`, only
   * those that concern an operator (see `isOperatorConcern`). The event of each is stored in the same write.
   */
  reviewUnmatchedCallbacks(
    options: { receivedBefore: number; now: number; limit: number },
    eventOf: (callback: StoredCallback) => UnmatchedCallbackEvent,
  ): Promise<StoredCallback[]>
  /** Null: no unmatched callback has this id. A second acknowledgement changes nothing and leaves no audit record. */
  acknowledgeCallback(
    id: string,
    note: string,
    now: number,
    audit?: AuditRecord,
  ): Promise<StoredCallback | null>
  /**
   * Deletes callbacks without an entry: those older than `before`, but unacknowledged ones that concern an operator only
   * if older than `unacknowledgedBefore`; and the oldest unmatched ones beyond `limit` that concern none.
   */
  deleteUnmatchedCallbacks(options: {
    before: number
    unacknowledgedBefore: number
    limit: number
  }): Promise<number>

  /**
   * Claims events whose delivery is due: only the first undelivered one of each entry. One that cannot be read is tried
   * again by `retryPutAside`; after an hour it holds up the later ones of its entry no longer.
   */
  claimEvents(options: { now: number; until: number; limit: number }): Promise<EventDelivery[]>
  /** A delivery has ended: the event is delivered, or due again. */
  eventTried(id: string, result: TryResult): Promise<void>
  /** Every event of an entry, in order. */
  eventsOf(entryId: string): Promise<EventDelivery[]>
  /** A page of events, the newest first, and the cursor of the next one. */
  listEvents(query: EventQuery): Promise<{ events: ListedEvent[]; after: string | null }>
  /** Makes an event due now, also one that was delivered. Null: no event has this id. */
  resendEvent(id: string, now: number, audit?: AuditRecord): Promise<ListedEvent | null>
  /** The same for up to `limit` events, oldest first. */
  resendEvents(query: ResendQuery): Promise<{ count: number; after: string | null }>

  /** A customer's saved cards. */
  cardsOf(customer: string): Promise<StoredCard[]>
  /** Deletes a card, and stores its fingerprint as removed. False: this customer has no such card. */
  deleteCard(customer: string, id: string, now: number): Promise<boolean>
  /** Deletes every card of a customer, and what is stored of removed ones. Returns how many. */
  deleteCards(customer: string): Promise<number>
  /** Deletes what is stored of cards that were removed before `before`. Returns how many. */
  deleteRemovedCards(before: number): Promise<number>
  /** Cards whose sealed token begins with one of these: see `keyPrefixLength` in `seal.ts`. */
  cardsSealedBy(prefixes: readonly string[], limit: number): Promise<StoredCard[]>
  /**
   * Replaces cards, all or none. One that was changed or deleted meanwhile stays as it is; one whose customer already
   * has the same fingerprint is deleted.
   */
  replaceCards(changed: readonly { from: StoredCard; to: StoredCard }[]): Promise<void>

  /** Appends a record, which is never changed. */
  appendAudit(record: AuditRecord): Promise<void>
  /** Records after `after` with `since` <= `at` < `until`, in the order of the commits. */
  auditRecords(query: {
    after: number
    since?: number
    until?: number
    limit: number
  }): Promise<StoredAuditRecord[]>
  /** Deletes up to `limit` of the first records, those from before `before`. Returns how many. */
  deleteAuditBefore(before: number, limit: number): Promise<number>

  stats(): Promise<StoreStats>
  /**
   * Rule 19: erases the personal data of up to `limit` entries that have not changed since `before` and have no work
   * due, no open review and no undelivered event. Deletes their callbacks and events, and the cards of customers who
   * have no other checkout left. Returns how many.
   */
  eraseOld(options: { before: number; now: number; limit: number }): Promise<number>

  /** Notifies of each row that background work has to skip. Returns an unsubscribe function. */
  onUnreadable(listener: (row: UnreadableRow) => void): () => void
  /** Notifies of changed entries, from any process. A hint: it can be lost. Returns an unsubscribe function. */
  listen(onChange: (entryId: string) => void): () => void
}

/** The merchant's own reference of an entry. */
export const refOf = (entry: Entry): string => (entry.kind === 'checkout' ? entry.order : entry.reference)
