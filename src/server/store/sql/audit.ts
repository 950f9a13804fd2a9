import { type AuditQuery, type AuditRecord, StoredAuditRecord } from '../audit.ts'
import { type Operation, query, rowOf } from './statement.ts'

/**
 * The last statements of an operation: from the first on, the row of the sequence is locked until the commit. So numbers
 * are in the order of the commits and have no gaps, and a reader that follows them misses no record.
 */
export function* appendAudit(record: AuditRecord): Operation<void> {
  const [row] = yield* query`UPDATE audit_sequence SET last = last + 1 RETURNING last`
  yield* query`INSERT INTO audit ${rowOf({ ...record, seq: Number(row?.['last']) })}`
}

export function* auditRecords({
  after,
  since = 0,
  until = Number.MAX_SAFE_INTEGER,
  limit,
}: AuditQuery): Operation<StoredAuditRecord[]> {
  const rows = yield* query`
    SELECT * FROM audit WHERE seq > ${after} AND at >= ${since} AND at < ${until} ORDER BY seq LIMIT ${limit}`
  return rows.map((row) => StoredAuditRecord.parse(row))
}

/** Of the first rows only, so that no gap appears between those that stay. */
export function* deleteAuditBefore(before: number, limit: number): Operation<number> {
  const rows = yield* query`SELECT seq, at FROM audit ORDER BY seq LIMIT ${limit}`
  const firstKept = rows.findIndex(({ at }) => Number(at) >= before)
  const old = firstKept === -1 ? rows : rows.slice(0, firstKept)
  const last = old.at(-1)
  if (last !== undefined) yield* query`DELETE FROM audit WHERE seq <= ${Number(last['seq'])}`
  return old.length
}
