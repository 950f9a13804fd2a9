import { keyText, type ReportChange, sumByKey, sumCounts } from '../../rules/report.ts'
import type { ReportStore } from '../reports.ts'
import type { Tables } from './tables.ts'

export function addReportChanges({ report }: Tables, changes: readonly ReportChange[]): void {
  for (const { key, counts } of changes) {
    const id = keyText(key)
    report.set(id, { key, counts: sumCounts([report.get(id) ?? { counts: {} }, { counts }]) })
  }
}

export const memoryReports = ({ report }: Tables): ReportStore => ({
  async reportCounts({ from, to }) {
    return sumByKey([...report.values()].filter(({ key }) => key.day >= from && key.day <= to))
  },
  foldReport: async () => 0,
})
