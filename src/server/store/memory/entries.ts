import { dueAt } from '../../rules/attempt/lookup-schedule.ts'
import { type Entry, type EntryOf, isOfKind, type Kind } from '../../rules/model.ts'
import { reserved } from '../../rules/payout/approval.ts'
import { reportChanges } from '../../rules/report.ts'
import { earliest } from '../../rules/time.ts'
import { type AmountReservation, type EntryStore, type LeaseStore, refOf, sealedBy } from '../entries.ts'
import { appendAudit } from './audit.ts'
import { saveReportedCard } from './cards.ts'
import { deleteReceipts } from './claims.ts'
import { listEntries } from './entry-list.ts'
import { insertEvent, isFirstUndelivered } from './events.ts'
import { addReportChanges } from './reports.ts'
import { type EntryRow, entriesOf, type Tables } from './tables.ts'

/** Whether another attempt of this kind has an `externalId` of the entry. */
const hasTakenId = (tables: Tables, { kind, attempts }: Entry): boolean => {
  const all = entriesOf(tables).filter((entry) => entry.kind === kind)
  const others = [...all.flatMap((entry) => entry.attempts), ...attempts]
  return attempts.some(
    ({ externalId, externalTransactionId }) =>
      externalId !== null &&
      others.some(
        (other) => other.externalId === externalId && other.externalTransactionId !== externalTransactionId,
      ),
  )
}

export function memoryEntries(tables: Tables, notify: (id: string) => void): EntryStore {
  const { entries: rows, refs, callbacks } = tables
  const refKey = (kind: Kind, ref: string): string => `${kind}:${ref}`
  const find = <K extends Kind>(kind: K, ref: string): EntryOf<K> | null => {
    const entry = rows.get(refs.get(refKey(kind, ref)) ?? '')?.entry
    return entry !== undefined && isOfKind(entry, kind) ? entry : null
  }
  const insert = (entry: Entry): boolean => {
    const key = refKey(entry.kind, refOf(entry))
    if (refs.has(key)) return false
    refs.set(key, entry.id)
    addReportChanges(tables, reportChanges(null, entry))
    rows.set(entry.id, { entry, pageVersion: 0, lease: null, leaseUntil: 0, putAsideUntil: null })
    return true
  }
  return {
    async insert(entry) {
      return insert(entry)
    },
    async insertPayout(payout, write) {
      if (find('payout', payout.reference) !== null) return 'exists'
      if (!reserveAmount(tables, write.reservation)) return 'limit-exceeded'
      appendAudit(tables, write.audit)
      insert(payout)
      return 'inserted'
    },
    async entry(id) {
      return rows.get(id)?.entry ?? null
    },
    async pageVersions(ids) {
      return new Map(
        ids.flatMap((id) => {
          const row = rows.get(id)
          return row === undefined ? [] : [[id, row.pageVersion]]
        }),
      )
    },
    async entryByRef(kind, ref) {
      return find(kind, ref)
    },
    async entryByTransaction(id) {
      const isNamed = ({ attempts }: Entry): boolean =>
        attempts.some((attempt) => attempt.externalTransactionId === id)
      return entriesOf(tables).find(isNamed) ?? null
    },
    async save(entry, write) {
      const row = rows.get(entry.id)
      if (row === undefined || (write.lease !== undefined && row.lease !== write.lease)) return 'lease-lost'
      if (row.entry.version !== write.expectedVersion) return 'conflict'
      if (write.silent !== true && hasTakenId(tables, entry)) return 'id-taken'
      if (write.payout !== undefined && find('payout', write.payout.reference) !== null)
        return 'payout-exists'
      const applied = callbacks.filter(({ id }) => write.appliedCallbackIds?.includes(id))
      if (applied.some(({ entryId }) => entryId !== null)) return 'callback-applied'
      if (!reserveAmount(tables, write.reservation)) return 'limit-exceeded'
      appendAudit(tables, write.audit)
      row.entry = { ...entry, version: write.version ?? write.expectedVersion + 1 }
      row.putAsideUntil = null
      addReportChanges(tables, write.report ?? [])
      if (write.erasedAttempts !== undefined) deleteReceipts(tables, entry.id, write.erasedAttempts)
      for (const event of write.events ?? []) insertEvent(tables, event)
      for (const callback of applied)
        Object.assign(callback, { appliedAt: entry.updatedAt, entryId: entry.id })
      if (write.reportedCard !== undefined) saveReportedCard(tables, write.reportedCard)
      if (write.payout !== undefined) insert(write.payout)
      if (write.silent === true) return 'saved'
      row.pageVersion = row.entry.version
      notify(entry.id)
      return 'saved'
    },
    async list(query) {
      return listEntries(tables, query)
    },
    async entriesNotSealedBy(prefix, after, limit) {
      return entriesOf(tables)
        .filter((entry) => entry.id > after && ![null, prefix].includes(sealedBy(entry)))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
    },
  }
}

/** Reserves an amount of a day. False if it does not fit. */
function reserveAmount({ payoutDays }: Tables, reservation: AmountReservation | undefined): boolean {
  if (reservation === undefined) return true
  const key = `${reservation.day} ${reservation.currency}`
  const after = reserved(payoutDays.get(key) ?? '0', reservation)
  if (after === null) return false
  payoutDays.set(key, after)
  return true
}

export const dueAtOf = ({ entry, putAsideUntil }: EntryRow): number | null => putAsideUntil ?? dueAt(entry)

export function memoryLeases(tables: Tables): LeaseStore {
  const { entries, events } = tables
  return {
    async claim({ now, until, lease, limit }) {
      const due = [...entries.values()]
        .filter((row) => row.leaseUntil <= now && (dueAtOf(row) ?? Number.POSITIVE_INFINITY) <= now)
        .sort((a, b) => (dueAtOf(a) ?? 0) - (dueAtOf(b) ?? 0))
        .slice(0, limit)
      for (const row of due) {
        row.lease = lease
        row.leaseUntil = until
      }
      return due.map(({ entry }) => entry)
    },
    async release({ id }, lease) {
      const row = entries.get(id)
      // A later version has ended the time for which it was put aside.
      if (row?.lease === lease) Object.assign(row, { putAsideUntil: null, lease: null, leaseUntil: 0 })
    },
    async putAside(id, lease, until) {
      const row = entries.get(id)
      if (row?.lease === lease) Object.assign(row, { putAsideUntil: until, lease: null, leaseUntil: 0 })
    },
    async nextDue() {
      return earliest([
        ...[...entries.values()].map((row) => {
          const at = dueAtOf(row)
          return at === null ? null : Math.max(at, row.leaseUntil)
        }),
        ...[...events.values()].map((row) =>
          row.deliveredAt === null && isFirstUndelivered(tables, row)
            ? Math.max(row.dueAt, row.leaseUntil)
            : null,
        ),
      ])
    },
  }
}
