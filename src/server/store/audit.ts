import { z } from 'zod'

/** A stored record of an operator's act, or of a read of a person's data. */
export const StoredAuditRecord = z.object({
  /** From 1 in the order of the commits, without gaps. */
  seq: z.number(),
  at: z.number(),
  /** The operator's name. */
  operator: z.string(),
  /** The client's address; null if it is unknown. */
  address: z.string().nullable(),
  /** The name of the admin route. */
  action: z.string(),
  /** What it is about: an id, a reference or a customer. */
  ref: z.string().nullable(),
  detail: z.string().nullable(),
  note: z.string().nullable(),
})
export type StoredAuditRecord = z.infer<typeof StoredAuditRecord>
export type AuditRecord = Omit<StoredAuditRecord, 'seq'>

export interface AuditQuery {
  /** The `seq` of the last record that is known already. */
  after: number
  since?: number | undefined
  until?: number | undefined
  limit: number
}

/** Operators' acts. */
export interface AuditStore {
  /** Appends a record, which is never changed. */
  appendAudit(record: AuditRecord): Promise<void>
  /** Records after `after` with `since` <= `at` < `until`, in the order of the commits. */
  auditRecords(query: AuditQuery): Promise<StoredAuditRecord[]>
  /** Deletes up to `limit` of the first records, those from before `before`. Returns how many. */
  deleteAuditBefore(before: number, limit: number): Promise<number>
}
