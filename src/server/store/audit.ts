/** An operator's act, or a read of a person's data. */
export interface AuditRecord {
  at: number
  /** The operator's name. */
  operator: string
  /** The client's address; null if it is unknown. */
  address: string | null
  /** The name of the admin route. */
  action: string
  /** What it is about: an id, a reference or a customer. */
  ref: string | null
  detail: string | null
  note: string | null
}

/** `seq`: from 1 in the order of the commits, without gaps. */
export interface StoredAuditRecord extends AuditRecord {
  seq: number
}

/** Operators' acts. */
export interface AuditStore {
  /** Appends a record, which is never changed. */
  appendAudit(record: AuditRecord): Promise<void>
  /** Records after `after` with `since` <= `at` < `until`, in the order of the commits. */
  auditRecords(query: {
    after: number
    since?: number
    until?: number
    limit: number
  }): Promise<StoredAuditRecord[]>
  /** Deletes up to `limit` of the first records, those from before `before`. Returns how many. */
  deleteAuditBefore(before: number, limit: number): Promise<number>
}
