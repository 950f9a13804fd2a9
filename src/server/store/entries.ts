import { keyPrefixLength } from '../lib/crypto/seal.ts'
import type { Entry, EntryOf, Kind, Payout } from '../rules/model.ts'
import type { ReportChange } from '../rules/report.ts'
import type { TermChanges } from '../rules/search-terms.ts'
import type { AuditRecord } from './audit.ts'
import type { ReportedCard } from './cards.ts'
import type { StoredEvent } from './events.ts'
import type { PageQuery } from './page.ts'

/** An amount that counts towards the limit of a day. */
export interface AmountReservation {
  /** `2026-01-31`, UTC. */
  day: string
  currency: string
  /** Decimal text, as is the limit. */
  amount: string
  limit: string
}

/** What is written together with a payout. */
export interface PayoutWrite {
  /** The operator's act that this is. */
  audit?: AuditRecord | undefined
  /** Written only within the limit of the day. */
  reservation?: AmountReservation | undefined
}

/** What is written together with a change of an entry. */
export interface Write extends PayoutWrite {
  /** The version that the change is based on. */
  expectedVersion: number
  /** The version that it makes, above the expected one. Default: the next. */
  version?: number
  /** Written only while this lease is held. */
  lease?: string | undefined
  /** No page shows the difference, no attempt has new ids or another customer, listeners are not notified. Default: false. */
  silent?: boolean
  events?: readonly StoredEvent[]
  /** Those that this write applies, if no other has. */
  appliedCallbackIds?: readonly string[] | undefined
  /** The attempts whose receipts this write deletes. */
  erasedAttempts?: readonly number[]
  /** What the change changes in the counters of reports. */
  report?: readonly ReportChange[]
  /** How it changes what the entry is found by. */
  terms?: TermChanges
  reportedCard?: ReportedCard
  /** A payout that is inserted in the same write. */
  payout?: Payout | undefined
}

/**
 * `conflict`: another write came first; read again. `lease-lost`: another worker has taken over. `limit-exceeded`: the
 * reservation does not fit. `id-taken`: another attempt of this kind has an `externalId` of the entry. `payout-exists`: the
 * reference of the payout has one already. `callback-applied`: another write has applied the callback. Nothing is written but
 * with `saved`.
 */
export type SaveResult =
  | 'saved'
  | 'conflict'
  | 'lease-lost'
  | 'limit-exceeded'
  | 'id-taken'
  | 'payout-exists'
  | 'callback-applied'

/** Finds the whole name or, with `prefix`, also names that begin with the text: at most `maxPrefixMatches` of each kind. */
export interface NameSearch {
  text: string
  prefix: boolean
}

/** The cost of a search is bounded, however many names begin with its text. */
export const maxPrefixMatches = 500

export interface EntryPage<E extends Entry = Entry> {
  entries: E[]
  /** The ids of entries of this page that cannot be read. */
  unreadable: string[]
  /** The cursor of the next page. */
  after: string | null
  /** More names of one kind begin with the search than `maxPrefixMatches`; the page is of the last ones in their order. */
  truncated: boolean
}

export interface ListQuery<K extends Kind = Kind> extends PageQuery {
  kind: K
  needsReview?: boolean | undefined
  /** The status at the entry's last write. */
  status?: string | undefined
  /** The customer of a checkout or of one of its attempts. */
  customer?: string
  /** Payouts to a destination with one of these fingerprints. */
  destinations?: readonly string[]
  /** Only checkouts that were paid twice. */
  paidTwice?: boolean | undefined
  /** Matches a reference, an id, an externalTransactionId, an externalId or what `search-terms.ts` finds. */
  search?: NameSearch | undefined
  /** Created from this time on. */
  since?: number | undefined
  /** Created before this time. */
  until?: number | undefined
}

/** Checkouts and payouts, with their attempts. */
export interface EntryStore {
  /** Inserts an entry, in version 1. False if its reference has one already. */
  insert(entry: Entry): Promise<boolean>
  /** Inserts a payout. Nothing is written if its reference has one already (`exists`). */
  insertPayout(payout: Payout, write: PayoutWrite): Promise<'inserted' | 'exists' | 'limit-exceeded'>
  /** The entry with this id. */
  entry(id: string): Promise<Entry | null>
  /** The version in which the page of each of these entries last changed: by its last write that was not silent. */
  pageVersions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The entry of an order's reference, or of a payout's. */
  entryByRef<K extends Kind>(kind: K, ref: string): Promise<EntryOf<K> | null>
  /** The entry that has an attempt with this id. */
  entryByTransaction(externalTransactionId: string): Promise<Entry | null>
  /** Writes only over the expected version, under the same lease. */
  save(entry: Entry, write: Write): Promise<SaveResult>
  /** A page of entries, the newest first, and the cursor of the next one. */
  list<K extends Kind>(query: ListQuery<K>): Promise<EntryPage<EntryOf<K>>>

  /**
   * Entries that hold a text which is not sealed with `prefix` (see `keyPrefixLength` in `seal.ts`), by their ids
   * from `after` on.
   */
  entriesNotSealedBy(prefix: string, after: string, limit: number): Promise<Entry[]>
}

/** The merchant's own reference of an entry. */
export const refOf = (entry: Entry): string => (entry.kind === 'checkout' ? entry.order : entry.reference)

/** The prefixes of an entry's sealed texts, sorted and comma-separated; null if it holds none. */
export function sealedBy(entry: Entry): string | null {
  const texts = [
    ...(entry.kind === 'checkout'
      ? [entry.terms, ...entry.refunds.map(({ destination }) => destination)]
      : [entry.request.body]),
    ...entry.attempts.flatMap(({ body, paymentDetails, claims }) => [
      ...[body, paymentDetails],
      ...claims.map(({ content }) => content),
    ]),
  ]
  const prefixes = texts.flatMap((text) => (text === null ? [] : [text.slice(0, keyPrefixLength)]))
  return prefixes.length === 0 ? null : [...new Set(prefixes)].sort().join()
}

/** Due work, which one worker at a time holds under a lease. */
export interface LeaseStore {
  /**
   * Claims entries whose work is due, each under an exclusive lease. One that cannot be read is put aside: it needs review
   * and is claimed again by `retryPutAside`.
   */
  claim(options: { now: number; until: number; lease: string; limit: number }): Promise<Entry[]>
  /** Releases the lease of an entry whose work is done, if it is still held. It is put aside no longer. */
  release(claimed: Entry, lease: string): Promise<void>
  /** Puts an entry aside that cannot be processed: until it is processed or written it needs review, and is not due before `until`. */
  putAside(id: string, lease: string, until: number): Promise<void>
  /** When the next work of any kind is due, or null. */
  nextDue(): Promise<number | null>
}
