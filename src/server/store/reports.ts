import type { ReportChange } from '../rules/report.ts'

/** Counters of what became of orders. A change of an entry and what it changes in them are one write. */
export interface ReportStore {
  /** The counters of the days from `from` to `to`, by key. */
  reportCounts(days: { from: string; to: string }): Promise<ReportChange[]>
  /** Adds up to `limit` changes of the counters to their days, so that a report reads few rows. Returns how many. */
  foldReport(limit: number): Promise<number>
}
