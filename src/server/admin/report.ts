import type { Report, ReportFigures } from '../../contract/report.ts'
import { csvLine } from '../../service/csv-line.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import { type Counts, type ReportChange, type ReportKey, secondsAt, sumCounts } from '../rules/report.ts'
import { dayOf } from '../rules/time.ts'

const dayMs = 86_400_000
const defaultDays = 30
const maxDays = 100

/** The days of a report, both included. Default: the last 30 until today. */
interface ReportDays {
  from?: string | undefined
  to?: string | undefined
}

/** `GET /admin/report`. Throws `malformed` for a time that ends before it begins, or is too long. */
export async function report({ store, clock }: Context, days: ReportDays): Promise<Report> {
  const to = days.to ?? dayOf(clock.now())
  const from = days.from ?? dayOf(Date.parse(to) - (defaultDays - 1) * dayMs)
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (count < 1) throw new ProblemError('malformed', 'to: must not be before `from`')
  if (count > maxDays) throw new ProblemError('malformed', `from, to: at most ${maxDays} days, both included`)
  const all = await store.reportCounts({ from, to })
  const orders = all.filter(({ key }) => key.unit === 'order')
  const attempts = all.filter(({ key }) => key.unit === 'attempt')
  const total = sumCounts(orders)
  const byDay = sumBy(orders, 'day')
  return {
    from,
    to,
    orders: figures(total),
    byCurrency: [...sumBy(orders, 'currency')].map(([currency, counts]) => ({
      currency,
      ...figures(counts),
    })),
    byDay: Array.from({ length: count }, (_, index) => {
      const day = dayOf(Date.parse(from) + index * dayMs)
      return { day, ...figures(byDay.get(day) ?? {}) }
    }),
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      opened: total[`opened-at:${hour}`] ?? 0,
      paid: total[`paid-at:${hour}`] ?? 0,
    })),
    byPipeline: [...sumBy(attempts, 'pipeline')].map(([pipeline, counts]) => ({
      pipeline,
      ...figures(counts),
    })),
    byMethod: [...sumBy(attempts, 'method')].map(([method, counts]) => ({ method, ...figures(counts) })),
  }
}

const sumBy = (changes: readonly ReportChange[], member: keyof ReportKey): Map<string, Counts> =>
  new Map(
    [...Map.groupBy(changes, ({ key }) => key[member])]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([value, group]) => [value, sumCounts(group)]),
  )

function figures(counts: Counts): ReportFigures {
  const of = (name: string): number => counts[name] ?? 0
  const reasons = Object.entries(counts).filter(([name, count]) => name.startsWith('reason:') && count > 0)
  return {
    count: of('count'),
    chosen: of('chosen'),
    shown: of('shown'),
    reportedSent: of('reportedSent'),
    paid: of('paid'),
    late: of('late'),
    corrected: of('corrected'),
    short: of('short'),
    failed: of('failed'),
    expired: of('expired'),
    claimed: of('claimed'),
    reasons: Object.fromEntries(
      reasons.sort(([, a], [, b]) => b - a).map(([name, count]) => [name.slice('reason:'.length), count]),
    ),
    medianSeconds: secondsAt(counts, 0.5),
    p90Seconds: secondsAt(counts, 0.9),
  }
}

/** The same as CSV: a row for each group, with what it is a group of. */
export function reportAsCsv(shown: Report): string {
  const { reasons: _, ...names } = figures({})
  const columns = ['group', 'name', ...Object.keys(names), 'reasons']
  const rowOf = (group: string, name: string, { reasons, ...row }: ReportFigures) => {
    const counted = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`)
    return { ...row, group, name, reasons: counted.join('; ') }
  }
  const rows = [
    rowOf('orders', '', shown.orders),
    ...shown.byCurrency.map((row) => rowOf('currency', row.currency, row)),
    ...shown.byDay.map((row) => rowOf('day', row.day, row)),
    ...shown.byPipeline.map((row) => rowOf('pipeline', row.pipeline, row)),
    ...shown.byMethod.map((row) => rowOf('method', row.method, row)),
    ...shown.byHour.map(({ hour, opened, paid }) => ({
      group: 'hour',
      name: String(hour),
      count: opened,
      paid,
    })),
  ].map((row) => new Map(Object.entries(row)))
  return [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? null))]
    .map((row) => `${csvLine(row)}\r\n`)
    .join('')
}
