import type { AuditLine } from '../../contract/operator.ts'
import type { Context } from '../context.ts'
import { hasPassed } from '../lib/clock.ts'
import { isoTime } from '../rules/time.ts'
import type { AuditQuery, AuditRecord, StoredAuditRecord } from '../store/audit.ts'

const pageSize = 500

/** The audit trail as NDJSON, a page of the store at a time. */
export async function* auditLines(
  { store }: Context,
  query: Omit<AuditQuery, 'limit'>,
): AsyncGenerator<string> {
  for (let after = query.after; ; ) {
    const records = await store.auditRecords({ ...query, after, limit: pageSize })
    const last = records.at(-1)
    if (last === undefined) return
    yield records.map((record) => `${JSON.stringify(auditLine(record))}\n`).join('')
    after = last.seq
  }
}

const auditLine = ({ seq, at, ...record }: StoredAuditRecord): AuditLine => ({
  seq,
  at: isoTime(at),
  ...record,
})

/** A screen that stays open requests the same again every few seconds. */
const sameReadMs = 10 * 60_000

/**
 * Records that an operator reads a person's data, before it is given. Reads of the same details by the same operator are
 * one record for ten minutes in each process.
 */
export async function auditRead({ store, recentReads }: Context, record: AuditRecord): Promise<void> {
  const key = JSON.stringify([record.operator, record.address, record.action, record.ref, record.detail])
  const last = recentReads.get(key) ?? Number.NEGATIVE_INFINITY
  if (!hasPassed(last, sameReadMs, record.at)) return
  await store.appendAudit(record)
  recentReads.set(key, record.at)
}
