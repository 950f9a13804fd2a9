import { keyText, type ReportChange, sumByKey, sumCounts } from '../../rules/report.ts'
import type { RecordedReconciliation, ReportStore } from '../reports.ts'
import { appendAudit } from './audit.ts'
import type { Tables } from './tables.ts'

export function addReportChanges({ report }: Tables, changes: readonly ReportChange[]): void {
  for (const { key, counts } of changes) {
    const id = keyText(key)
    report.set(id, { key, counts: sumCounts([report.get(id) ?? { counts: {} }, { counts }]) })
  }
}

export function memoryReports(tables: Tables): ReportStore {
  let last: RecordedReconciliation | null = null
  return {
    async reportCounts({ from, to }) {
      return sumByKey([...tables.report.values()].filter(({ key }) => key.day >= from && key.day <= to))
    },
    foldReport: async () => 0,
    async recordReconciliation(result, audit) {
      last = result
      appendAudit(tables, audit)
    },
    lastReconciliation: async () => last,
  }
}
