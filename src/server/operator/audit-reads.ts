import type { AuditRecord, Store } from '../store/store.ts'

/** Records that an operator reads a person's data, before it is given. */
export type AuditRead = (record: AuditRecord) => Promise<void>

/** A screen that stays open requests the same again every few seconds. */
const sameReadMs = 10 * 60_000
const maxRecorded = 10_000

/** Reads of the same details by the same operator are one record for ten minutes in each process. */
export function createAuditRead(store: Pick<Store, 'appendAudit'>): AuditRead {
  const recorded = new Map<string, number>()
  return async (record) => {
    const key = JSON.stringify([record.operator, record.address, record.act, record.ref, record.detail])
    const at = recorded.get(key)
    if (at !== undefined && record.at - at < sameReadMs) return
    await store.appendAudit(record)
    if (recorded.size >= maxRecorded) recorded.clear()
    recorded.set(key, record.at)
  }
}
