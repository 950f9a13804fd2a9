import type { Report } from '../../src/contract/index.ts'

/** The report of days on which as many orders were opened, and half of them paid. */
export function reportOf(from: string, to: string, count = 0): Report {
  const orders = {
    ...{ count, chosen: count, shown: count, reportedSent: 0, paid: count / 2, late: 0, corrected: 0 },
    ...{ short: 0, failed: 0, expired: 0, claimed: 0, reasons: {}, medianSeconds: null, p90Seconds: null },
  }
  return { from, to, orders, byCurrency: [], byDay: [], byHour: [], byPipeline: [], byMethod: [] }
}
