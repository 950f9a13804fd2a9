import { needsReview } from '../../rules/attempt/review.ts'
import type { Entry } from '../../rules/model.ts'
import type { ReportChange } from '../../rules/report.ts'
import type { StoredAuditRecord } from '../audit.ts'
import type { StoredCallback } from '../callbacks.ts'
import type { StoredCard } from '../cards.ts'
import type { StoredReceipt } from '../claims.ts'
import type { EventTry, ListedEvent } from '../events.ts'

export interface EntryRow {
  entry: Entry
  pageVersion: number
  lease: string | null
  leaseUntil: number
  /** Put aside until then; written again since: null. */
  putAsideUntil: number | null
}

export interface EventRow extends ListedEvent {
  leaseUntil: number
  log: EventTry[]
}

/** All that a memory store holds. */
export const createTables = () => ({
  entries: new Map<string, EntryRow>(),
  /** The ids of entries, by kind and reference. */
  refs: new Map<string, string>(),
  /** In their order of arrival. */
  callbacks: [] as StoredCallback[],
  /** When callbacks that were put aside are ready again. */
  callbackRetries: new Map<string, number>(),
  events: new Map<string, EventRow>(),
  cards: new Map<string, StoredCard>(),
  removedCards: new Map<string, { customer: string; at: number }>(),
  receipts: new Map<string, StoredReceipt>(),
  audit: [] as StoredAuditRecord[],
  lastAuditSeq: 0,
  /** What is reserved, by day and currency. */
  payoutDays: new Map<string, string>(),
  /** The counters of reports, by the text of their key. */
  report: new Map<string, ReportChange>(),
})
export type Tables = ReturnType<typeof createTables>

export const entriesOf = ({ entries }: Tables): Entry[] => [...entries.values()].map(({ entry }) => entry)

/** Whether an entry needs review, or could not be processed. */
export function isReviewed({ entries }: Tables, id: string): boolean {
  const row = entries.get(id)
  return row !== undefined && (needsReview(row.entry) || row.putAsideUntil !== null)
}
