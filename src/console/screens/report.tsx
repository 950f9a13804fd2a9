import { useSignal } from '@preact/signals'
import type { Report as ReportView } from '../../contract/index.ts'
import type { ReportDays } from '../api.ts'
import { formatDuration } from '../format.ts'
import { ColumnChart, ShareBar } from '../parts/column-chart.tsx'
import { SaveButton } from '../parts/export-button.tsx'
import { DayInput } from '../parts/filters.tsx'
import { Head } from '../parts/layout.tsx'
import { Polled } from '../parts/polled.tsx'
import type { Column } from '../parts/table.tsx'
import { FieldRow } from '../parts/values.tsx'
import { usePolling } from '../polling.ts'
import { navigate } from '../route.ts'
import type { Session } from '../session.ts'
import { reasonLabel } from '../texts/reason.ts'

type Counts = ReportView['orders']

/** What became of the orders of a time: stages, outcomes and how long it took. */
export function Report({ session, from, to }: { session: Session } & ReportDays) {
  const days = { from, to }
  /** Those of the last report, shown where the operator has chosen none. */
  const shown = useSignal<ReportDays>({ from: null, to: null })
  const show = (changes: Partial<ReportDays>): void => navigate({ page: 'report', ...days, ...changes })
  async function load(abortSignal: AbortSignal): Promise<ReportView> {
    const report = await session.api.report(days, abortSignal)
    shown.value = { from: report.from, to: report.to }
    return report
  }
  const save = (format: 'csv' | 'json') => (
    <SaveButton
      label={format.toUpperCase()}
      name={`report.${format}`}
      load={() => session.api.reportFile(days, format)}
    />
  )
  return (
    <>
      <Head title="Report">
        {save('csv')}
        {save('json')}
      </Head>
      <form class="filters">
        <span class="days">
          <DayInput label="From" day={from ?? shown.value.from} onChange={(day) => show({ from: day })} />
          <DayInput label="To" day={to ?? shown.value.to} onChange={(day) => show({ to: day })} />
        </span>
        <span class="hint">Days and hours are in UTC. Each order counts on the day it was opened.</span>
      </form>
      <PolledFigures key={`${from} ${to}`} load={load} />
    </>
  )
}

function PolledFigures({ load }: { load(abortSignal: AbortSignal): Promise<ReportView> }) {
  const polling = usePolling(load, 60)
  return <Polled polling={polling}>{(report) => <Figures report={report} />}</Polled>
}

const stages = [
  ['count', 'Opened'],
  ['chosen', 'Method chosen'],
  ['shown', 'Payment details shown'],
  ['reportedSent', 'Reported as sent'],
  ['paid', 'Paid'],
] as const satisfies readonly [keyof Counts, string][]

const outcomes = [
  ['late', 'Paid late'],
  ['corrected', 'Paid after a failure'],
  ['short', 'Paid short'],
  ['failed', 'Failed'],
  ['expired', 'Expired'],
  ['claimed', 'Claimed'],
] as const satisfies readonly [keyof Counts, string][]

function Figures({ report }: { report: ReportView }) {
  const { orders } = report
  const reasons = Object.entries(orders.reasons)
  return (
    <>
      <div class="columns">
        <section class="card" aria-labelledby="stages">
          <h2 id="stages">From opened to paid</h2>
          <table class="stages">
            <tbody>
              {stages.map(([key, label]) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td class="number">{orders[key]}</td>
                  <td class="number">{percent(orders[key], orders.count)}</td>
                  <td>
                    <ShareBar share={orders.count === 0 ? 0 : orders[key] / orders.count} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">Many payers pay without reporting that they sent the money.</p>
        </section>
        <section class="card" aria-labelledby="outcomes">
          <h2 id="outcomes">What became of them</h2>
          <dl class="field-list">
            <FieldRow label="Half paid within">{seconds(orders.medianSeconds)}</FieldRow>
            <FieldRow label="Nine of ten within">{seconds(orders.p90Seconds)}</FieldRow>
            {outcomes.map(([key, label]) => (
              <FieldRow key={key} label={label}>
                <span class="number">{orders[key]}</span>
              </FieldRow>
            ))}
          </dl>
          {reasons.length > 0 && (
            <>
              <h3>Why they failed</h3>
              <ul class="reasons">
                {reasons.map(([reason, count]) => (
                  <li key={reason}>
                    {count} × {reasonLabel(reason)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      </div>
      <section class="card">
        <ColumnChart
          title="Orders opened by day, and of them paid"
          columns={report.byDay.map(({ day, count, paid }) => ({ label: day, whole: count, part: paid }))}
        />
        <ColumnChart
          title="By hour of the day (UTC)"
          columns={report.byHour.map(({ hour, opened, paid }) => ({
            label: `${String(hour).padStart(2, '0')}:00`,
            whole: opened,
            part: paid,
          }))}
        />
      </section>
      <Groups
        title="Attempts by pipeline"
        rows={report.byPipeline.map((row) => ({ name: row.pipeline, ...row }))}
      />
      <Groups
        title="Attempts by method"
        rows={report.byMethod.map((row) => ({ name: row.method, ...row }))}
      />
      <Groups
        title="Orders by currency"
        rows={report.byCurrency.map((row) => ({ name: row.currency, ...row }))}
      />
      <details class="card">
        <summary>Orders by day</summary>
        <Groups
          rows={report.byDay.filter(({ count }) => count > 0).map((row) => ({ name: row.day, ...row }))}
        />
      </details>
    </>
  )
}

interface GroupsProps {
  title?: string
  rows: readonly ({ name: string } & Counts)[]
}

/** On a phone only the first columns have room. */
const columns: readonly Column<Counts>[] = [
  ['All', 'number', ({ count }) => count],
  ['Paid', 'number', ({ paid }) => paid],
  ['Share', 'number', ({ paid, count }) => percent(paid, count)],
  ['Half within', 'number wide', ({ medianSeconds }) => seconds(medianSeconds)],
  ['9 of 10', 'number wide', ({ p90Seconds }) => seconds(p90Seconds)],
  ['Failed', 'number wide', ({ failed }) => failed],
  ['Expired', 'number wide', ({ expired }) => expired],
]

function Groups({ title, rows }: GroupsProps) {
  const table = (
    <table class="groups">
      <thead>
        <tr>
          <td />
          {columns.map(([heading, className]) => (
            <th key={heading} scope="col" class={className}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {columns.map(([heading, className, cell]) => (
              <td key={heading} class={className}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (title === undefined) return table
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length === 0 ? <p class="empty">None in this time.</p> : table}
    </section>
  )
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part === whole ? 0 : 1)}\u00a0%`

const seconds = (value: number | null): string => (value === null ? '–' : formatDuration(value * 1000))
