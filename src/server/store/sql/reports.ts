import { z } from 'zod'
import { LastReconciliation } from '../../../contract/reconciliation.ts'
import { newId } from '../../lib/ids.ts'
import {
  type Counts as CountsOf,
  type ReportChange,
  ReportKey,
  sumByKey,
  sumCounts,
} from '../../rules/report.ts'
import type { AuditRecord } from '../audit.ts'
import type { RecordedReconciliation } from '../reports.ts'
import { appendAudit } from './audit.ts'
import {
  type Dialect,
  type OnUnreadable,
  type Operation,
  parsed,
  query,
  type Row,
  raw,
  readable,
  readOrSkip,
  rowOf,
} from './statement.ts'

/** A report reads thousands of them: `z.record` takes five times as long. */
const Counts = z.custom<CountsOf>(
  (doc) => typeof doc === 'object' && doc !== null && Object.values(doc).every(Number.isInteger),
)
const Changes = z.array(z.object({ key: ReportKey, counts: Counts }))

const docOf = (row: Row): unknown => JSON.parse(String(row['doc']))
const parseChanges = parsed('report_changes', (row) => Changes.parse(docOf(row)))
const parseReconciliation = parsed('reconciliations', (row) =>
  LastReconciliation.shape.last.parse(docOf(row)),
)
const parseDay = parsed('report_days', (row) => ({
  key: ReportKey.parse(row),
  counts: Counts.parse(docOf(row)),
}))

/** Ids of changes that cannot be added up begin with it, and follow all others. */
const putAside = 'unreadable_'

/** A row of its own for each write, so that no two wait for each other: the counters of a day would be one hot row. */
export function* insertReportChanges(changes: readonly ReportChange[]): Operation<void> {
  if (changes.length === 0) return
  yield* query`INSERT INTO report_changes (id, doc) VALUES (${newId('rc')}, ${JSON.stringify(changes)})`
}

/** One statement, so that no change is missed or counted twice while another process adds them up. */
export function* reportCounts({ from, to }: { from: string; to: string }): Operation<ReportChange[]> {
  const rows = yield* query`
    SELECT day, unit, pipeline, method, currency, doc FROM report_days WHERE day >= ${from}
     AND day <= ${to}
    UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, doc FROM report_changes`
  const changes = rows.flatMap((row): ReportChange[] =>
    row['day'] === null ? readable(parseChanges, row).flat() : readable(parseDay, row),
  )
  return sumByKey(changes.filter(({ key }) => key.day >= from && key.day <= to))
}

export function* foldReport(
  limit: number,
  { skipLocked }: Dialect,
  onUnreadable: OnUnreadable,
): Operation<number> {
  const rows = yield* query`
    DELETE FROM report_changes WHERE id IN (SELECT id FROM report_changes
    WHERE id < ${putAside} ORDER BY id LIMIT ${limit} ${raw(skipLocked)}) RETURNING id, doc`
  const changes = yield* readOrSkip(rows, parseChanges, function* (row) {
    const id = `${putAside}${String(row['id'])}`
    yield* query`INSERT INTO report_changes ${rowOf({ id, doc: String(row['doc']) })}`
    onUnreadable({ table: 'report_changes', id })
  })
  // In one order in every process, so that none waits for another in a circle.
  for (const change of sumByKey(changes.flat())) {
    const { key, counts } = change
    const { day, unit, pipeline, method, currency } = key
    const [locked] = yield* query`
      INSERT INTO report_days ${rowOf({ ...key, doc: '{}' })}
      ON CONFLICT (day, unit, pipeline, method, currency) DO UPDATE SET doc = report_days.doc RETURNING doc`
    const [stored] = readable(parseDay, { ...key, ...locked })
    if (stored === undefined) {
      const id = `${putAside}${newId('rc')}`
      yield* query`INSERT INTO report_changes ${rowOf({ id, doc: JSON.stringify([change]) })}`
      onUnreadable({ table: 'report_days', id: day })
      continue
    }
    const sum = sumCounts([stored, { counts }])
    const kept = Object.fromEntries(Object.entries(sum).filter(([, count]) => count !== 0))
    yield* query`
      UPDATE report_days SET doc = ${JSON.stringify(kept)} WHERE day = ${day} AND unit = ${unit}
      AND pipeline = ${pipeline} AND method = ${method} AND currency = ${currency}`
  }
  return rows.length
}

/** There is one, in place of the last. */
export function* recordReconciliation(result: RecordedReconciliation, audit: AuditRecord): Operation<void> {
  yield* query`
    INSERT INTO reconciliations (id, doc) VALUES ('last', ${JSON.stringify(result)})
    ON CONFLICT (id) DO UPDATE SET doc = excluded.doc`
  yield* appendAudit(audit)
}

export function* lastReconciliation(): Operation<RecordedReconciliation | null> {
  const [row] = yield* query`SELECT id, doc FROM reconciliations`
  return row === undefined ? null : parseReconciliation(row)
}
