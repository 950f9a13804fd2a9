import { dueAt } from '../../rules/attempt/lookup-schedule.ts'
import type { LeaseStore } from '../leases.ts'
import { isFirstUndelivered } from './events.ts'
import type { EntryRow, Tables } from './tables.ts'

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
    async release(id, lease) {
      const row = entries.get(id)
      if (row?.lease !== lease) return
      row.lease = null
      row.leaseUntil = 0
    },
    async putAside(id, lease, until) {
      const row = entries.get(id)
      if (row?.lease === lease) Object.assign(row, { putAsideUntil: until, lease: null, leaseUntil: 0 })
    },
    async nextDue() {
      const times = [
        ...[...entries.values()].flatMap((row) => {
          const at = dueAtOf(row)
          return at === null ? [] : [Math.max(at, row.leaseUntil)]
        }),
        ...[...events.values()].flatMap((row) =>
          row.deliveredAt === null && isFirstUndelivered(tables, row)
            ? [Math.max(row.dueAt, row.leaseUntil)]
            : [],
        ),
      ]
      return times.length === 0 ? null : Math.min(...times)
    },
  }
}
