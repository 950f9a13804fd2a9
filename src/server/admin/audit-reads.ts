import type { Context } from '../context.ts'
import type { AuditRecord } from '../store/audit.ts'

/** A screen that stays open requests the same again every few seconds. */
const sameReadMs = 10 * 60_000

/**
 * Records that an operator reads a person's data, before it is given. Reads of the same details by the same operator are
 * one record for ten minutes in each process.
 */
export async function auditRead({ store, recentReads }: Context, record: AuditRecord): Promise<void> {
  const key = JSON.stringify([record.operator, record.address, record.action, record.ref, record.detail])
  const at = recentReads.get(key)
  if (at !== undefined && record.at - at < sameReadMs) return
  await store.appendAudit(record)
  recentReads.set(key, record.at)
}
