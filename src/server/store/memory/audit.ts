import type { AuditRecord, AuditStore } from '../audit.ts'
import type { Tables } from './tables.ts'

export function appendAudit(tables: Tables, record: AuditRecord | undefined): void {
  if (record === undefined) return
  tables.lastAuditSeq += 1
  tables.audit.push({ ...record, seq: tables.lastAuditSeq })
}

export const memoryAudit = (tables: Tables): AuditStore => ({
  async appendAudit(record) {
    appendAudit(tables, record)
  },
  async auditRecords({ after, since = 0, until = Number.POSITIVE_INFINITY, limit }) {
    return tables.audit
      .filter(({ seq, at }) => seq > after && at >= since && at < until)
      .slice(0, limit)
      .map((record) => ({ ...record }))
  },
  async deleteAuditBefore(before, limit) {
    const first = tables.audit.slice(0, limit)
    const firstKept = first.findIndex(({ at }) => at >= before)
    return tables.audit.splice(0, firstKept === -1 ? first.length : firstKept).length
  },
})
