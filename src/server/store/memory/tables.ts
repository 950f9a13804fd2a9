import { needsReview } from '../../rules/checkout/checkout.ts'
import type { Entry } from '../../rules/model.ts'
import type { ReportChange } from '../../rules/report.ts'
import type { StoredAuditRecord } from '../audit.ts'
import type { StoredCallback } from '../callbacks.ts'
import type { StoredCard } from '../cards.ts'
import type { StoredReceipt } from '../claims.ts'
import type { EventTry, ListedEvent } from '../events.ts'
import type { RecordedReconciliation } from '../reports.ts'

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
export interface Tables {
  entries: Map<string, EntryRow>
  /** The ids of entries, by kind and reference. */
  refs: Map<string, string>
  /** In their order of arrival. */
  callbacks: StoredCallback[]
  /** When callbacks that were put aside are ready again. */
  callbackRetries: Map<string, number>
  events: Map<string, EventRow>
  cards: Map<string, StoredCard>
  removedCards: Map<string, { customer: string; at: number }>
  receipts: Map<string, StoredReceipt>
  audit: StoredAuditRecord[]
  lastAuditSeq: number
  /** What is reserved, by day and currency. */
  payoutDays: Map<string, string>
  /** The counters of reports, by the text of their key. */
  report: Map<string, ReportChange>
  reconciliation: RecordedReconciliation | null
}

export const createTables = (): Tables => ({
  entries: new Map(),
  refs: new Map(),
  callbacks: [],
  callbackRetries: new Map(),
  events: new Map(),
  cards: new Map(),
  removedCards: new Map(),
  receipts: new Map(),
  audit: [],
  lastAuditSeq: 0,
  payoutDays: new Map(),
  report: new Map(),
  reconciliation: null,
})

export const entriesOf = ({ entries }: Tables): Entry[] => [...entries.values()].map(({ entry }) => entry)

/** Whether an entry needs review, or could not be processed. */
export function isReviewed({ entries }: Tables, id: string): boolean {
  const row = entries.get(id)
  return row !== undefined && (needsReview(row.entry) || row.putAsideUntil !== null)
}
