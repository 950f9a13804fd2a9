import { z } from 'zod'
import type { UseCounters } from '../lib/limits/rate-limit.ts'
import type { AuditStore } from './audit.ts'
import type { CallbackStore } from './callbacks.ts'
import type { CardStore } from './cards.ts'
import type { ClaimStore } from './claims.ts'
import type { EntryStore, LeaseStore } from './entries.ts'
import type { EventStore } from './events.ts'
import type { ReportStore } from './reports.ts'

/** A stored row that this version cannot read: it is damaged, or a newer version has written it. */
export interface UnreadableRow {
  table:
    | 'entries'
    | 'callbacks'
    | 'events'
    | 'cards'
    | 'claims'
    | 'receipts'
    | 'report_changes'
    | 'report_days'
    | 'reconciliations'
    | 'payout_days'
  id: string
}

/** Figures for monitoring. */
export const StoreStats = z.object({
  /** Entries with a create whose outcome is unknown, and when the oldest was sent. */
  unknown: z.number(),
  unknownSince: z.number().nullable(),
  /** When the oldest due work became due. */
  dueSince: z.number().nullable(),
  /** Entries with an open review, and unmatched callbacks that no operator has acknowledged. */
  needsReview: z.number(),
  /** Claims that wait for a decision, and when the oldest was made. */
  openClaims: z.number(),
  openClaimsSince: z.number().nullable(),
  eventsWaiting: z.number(),
  /** When the oldest event was stored that was never delivered. */
  eventsWaitingSince: z.number().nullable(),
})
export type StoreStats = z.infer<typeof StoreStats>

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
export interface Store
  extends UseCounters,
    EntryStore,
    LeaseStore,
    CallbackStore,
    EventStore,
    CardStore,
    ClaimStore,
    AuditStore,
    ReportStore {
  /** Nothing survives the process, so a generated seal key is enough. */
  readonly volatile?: true

  /** Brings the database up to date, and reports how far that is. Called once, before anything else. */
  open(onProgress?: (progress: MigrationProgress) => void): Promise<void>
  close(): Promise<void>
  /** Resolves if the store can be read. */
  ping(): Promise<void>
  /** The database's clock, where the database has one of its own. */
  now?(): Promise<number>

  stats(): Promise<StoreStats>
  /**
   * Rule 19: erases the personal data of up to `limit` entries that have not changed since `before` and have no work
   * due, no open review and no undelivered event, and do not await an approval. Deletes their callbacks and events, and
   * the cards of customers who have no other checkout left. Returns how many.
   */
  eraseOld(options: { before: number; now: number; limit: number }): Promise<number>

  /** Notifies of each row that background work has to skip. Returns an unsubscribe function. */
  onUnreadable(listener: (row: UnreadableRow) => void): () => void
  /** Notifies of changed entries, from any process. A hint: it can be lost. Returns an unsubscribe function. */
  listen(onChange: (entryId: string) => void): () => void
}
