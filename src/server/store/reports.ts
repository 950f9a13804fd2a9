import type { LastReconciliation } from '../../contract/reconciliation.ts'
import type { ReportChange } from '../rules/report.ts'
import type { AuditRecord } from './audit.ts'

/** The result of a reconciliation, with who recorded it and when. */
export type RecordedReconciliation = NonNullable<LastReconciliation['last']>

/** Counters of what became of orders. A change of an entry and what it changes in them are one write. */
export interface ReportStore {
  /** The counters of the days from `from` to `to`, by key. */
  reportCounts(days: { from: string; to: string }): Promise<ReportChange[]>
  /** Adds up to `limit` changes of the counters to their days, so that a report reads few rows. Returns how many. */
  foldReport(limit: number): Promise<number>
  /** Records a reconciliation in place of the last one, with the record of the act. */
  recordReconciliation(result: RecordedReconciliation, audit: AuditRecord): Promise<void>
  lastReconciliation(): Promise<RecordedReconciliation | null>
}
