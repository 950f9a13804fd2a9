import { z } from 'zod'
import { Money } from '../../contract/money.ts'
import { Reason } from '../../contract/view.ts'
import { eventTypes } from '../rules/merchant-events.ts'
import type { Entry } from '../rules/model.ts'
import { ReviewReason } from '../rules/model.ts'

/** What the merchant is told: stored with the change that it tells of, delivered at least once and in order per entry. */
export const StoredEvent = z.object({
  /** Stable: the same event delivered twice has the same id. */
  id: z.string(),
  entryId: z.string(),
  /** Its place among the events of its entry, from 1. */
  seq: z.int(),
  type: z.enum(eventTypes),
  at: z.number(),
  /** The merchant's own order reference, or the payout's. */
  ref: z.string(),
  attempt: z.int(),
  externalTransactionId: z.string().nullable(),
  externalId: z.string().nullable(),
  asked: Money,
  paid: Money.nullable(),
  reason: Reason.nullable(),
  review: ReviewReason.nullable(),
})
export type StoredEvent = z.infer<typeof StoredEvent>

/** The proven part of a verified callback. `pipelines`: those whose private key the signature holds for. */
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
  appliedAt: number | null
}

/** A card kept for a customer. The token is sealed. */
export interface StoredCard {
  id: string
  customer: string
  label: string
  token: string
  /** Tells the same token from another without opening it. */
  fingerprint: string
  createdAt: number
}

/** An event with what delivering it has come to. */
export interface EventDelivery {
  event: StoredEvent
  tries: number
  deliveredAt: number | null
  error: string | null
}

/** What one guarded write holds besides the entry itself. */
export interface Write {
  /** The version that the outcome started from. */
  expectedVersion: number
  /** The lease that it was made under, where there is one. */
  lease?: string
  events?: readonly StoredEvent[]
  /** Callbacks that this write has acted upon. */
  appliedCallbackIds?: readonly string[]
  card?: StoredCard
}

/** `moved`: another write came first, look again. `lease-lost`: the work is another's by now, leave it. */
export type SaveResult = 'saved' | 'conflict' | 'lease-lost'

export interface ListQuery {
  kind: Entry['kind']
  needsReview?: boolean
  /** The status at the entry's last write. */
  status?: string
  /** Matches a reference, an id, an externalTransactionId or an externalId, whole. */
  search?: string
  /** The cursor that the last page came with. */
  after?: string
  limit: number
}

/** What is worth watching in a store. */
export interface StoreStats {
  /** Entries with a create whose outcome nobody knows, and since when the oldest is. */
  unknown: number
  unknownSince: number | null
  /** Since when the oldest due work has been due. */
  dueSince: number | null
  needsReview: number
  eventsWaiting: number
}

/**
 * Where checkouts, payouts, callbacks, events and cards are kept: a list of whole atomic operations. Each is
 * durable when its promise resolves; none spans an await on anything but the store itself.
 */
export interface Store {
  /** Nothing survives the process: a seal key that does not survive it either will do. */
  readonly volatile?: true

  /** Brings the database up to date. Called once, before anything else. */
  open(): Promise<void>
  /** Lets go of the database. */
  close(): Promise<void>
  /** Answers when the store can be read. */
  ping(): Promise<void>

  /** Keeps a new entry, unless its reference has one: the one that is there then. */
  insert(entry: Entry): Promise<Entry>
  /** The entry with this id. */
  entry(id: string): Promise<Entry | null>
  /** The entry of an order's reference, or of a payout's. */
  entryByRef(kind: Entry['kind'], ref: string): Promise<Entry | null>
  /** The entry that one of whose attempts was sent under this id. */
  entryByTransaction(externalTransactionId: string): Promise<Entry | null>
  /** A guarded write: nothing is written where version or lease are no longer the ones it started from. */
  save(entry: Entry, write: Write): Promise<SaveResult>
  /** A page of entries, the newest first, and the cursor of the next one. */
  list(query: ListQuery): Promise<{ entries: Entry[]; after: string | null }>

  /** Takes entries whose work is due, each under a lease that no other holder has. */
  claim(options: { now: number; until: number; lease: string; limit: number }): Promise<Entry[]>
  /** Gives a lease back; nothing where it is another's by now. */
  release(id: string, lease: string): Promise<void>
  /** When the next work of any kind is due; null: none. */
  nextDue(): Promise<number | null>

  /** Keeps a verified callback. False: the very same was kept before. */
  saveCallback(callback: VerifiedCallback, now: number): Promise<boolean>
  /** Callbacks not acted upon yet whose order is known, with the entry it belongs to. */
  readyCallbacks(limit: number): Promise<StoredCallback[]>
  /** Every callback of an entry, in their order of arrival. */
  callbacksOf(entryId: string): Promise<StoredCallback[]>
  /** A callback that concerns none of the entry's attempts. */
  ignoreCallback(id: string, now: number): Promise<void>
  /** Deletes callbacks that concern no entry: those older than `before`, and of the unmatched the oldest beyond `most`. */
  deleteUnmatchedCallbacks(before: number, limit: number): Promise<number>

  /** Takes events whose delivery is due: of each entry only the first undelivered one. */
  claimEvents(options: { now: number; until: number; limit: number }): Promise<EventDelivery[]>
  /** The merchant has heard it: it is not due again. */
  eventDelivered(id: string, now: number): Promise<void>
  /** The merchant has not heard it, and why: due again then. */
  eventPostponed(id: string, dueAt: number, error: string): Promise<void>
  /** Every event of an entry, in their order. */
  eventsOf(entryId: string): Promise<EventDelivery[]>

  /** The cards that a customer has kept. */
  cardsOf(customer: string): Promise<StoredCard[]>
  /** False: this customer has no such card. */
  deleteCard(customer: string, id: string): Promise<boolean>
  /** Cards whose sealed token begins with one of these marks: see `markLength` of `seal.ts`. */
  cardsSealedBy(prefixes: readonly string[], limit: number): Promise<StoredCard[]>
  /**
   * Puts cards in the place of what they were, all or none. One that has changed or is gone meanwhile stays so; one
   * whose customer has the same fingerprint already only goes.
   */
  replaceCards(changed: readonly { from: StoredCard; to: StoredCard }[]): Promise<void>

  /** Figures of this moment. */
  stats(): Promise<StoreStats>
  /**
   * Deletes up to `limit` entries, with all that belongs to them, that nothing has happened to since `before`
   * and nothing can: no work due, nothing to review, every event delivered. Returns how many.
   */
  prune(before: number, limit: number): Promise<number>

  /** Hints that an entry has changed, from any process. Returns how to stop listening. */
  listen(onChange: (entryId: string) => void): () => void
}

/** The merchant's own reference of an entry. */
export const refOf = (entry: Entry): string => (entry.kind === 'checkout' ? entry.order : entry.reference)
