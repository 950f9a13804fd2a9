import type { Random } from '../../src/sandbox/random.ts'
import { retryPutAside } from '../../src/server/rules/attempt/lookup-schedule.ts'
import type { Entry } from '../../src/server/rules/model.ts'
import { UnreadableRowError } from '../../src/server/store/sql/statement.ts'
import type { Store } from '../../src/server/store/store.ts'
import type { Scheduler } from './scheduler.ts'

const minuteMs = 60_000
const lengths = [2000, 20_000, 3 * minuteMs, 15 * minuteMs] as const
/** What is put aside is tried again within ten minutes. */
const longestRetryMs = 11 * minuteMs
const longestPauseMs = 10 * minuteMs

/** One stored row at a time cannot be read: it is damaged, or a newer version has written it, until that is over. */
export interface Damage {
  /** The store as a server finds it. */
  of(store: Store): Store
  /** The id of the row that cannot be read now. */
  current(): string | null
  /** What could not be read since it was written last, or not be processed for the want of another: it may be put aside. */
  putAside(): ReadonlySet<string>
  /** What was written last is lost, so it may be put aside again. */
  onLost(id: string): void
  /** It could not be read lately: work on it may be late. */
  isLate(id: string): boolean
  /** How often a row was damaged or restored. */
  changes(): number
  /** Everything can be read from now on. */
  end(): void
}

export function createDamage(
  { after, now }: Pick<Scheduler, 'after' | 'now'>,
  random: Random,
  { isDrawn, onDamage }: { isDrawn: boolean; onDamage(id: string, ms: number): void },
): Damage {
  const known: string[] = []
  const putAside = new Set<string>()
  const restoredAt = new Map<string, number>()
  let damaged: string | null = null
  let changes = 0
  let hasEnded = false

  function restore(): void {
    if (damaged === null) return
    changes += 1
    restoredAt.set(damaged, now())
    damaged = null
  }

  function damageNext(): void {
    if (hasEnded) return
    const ms = random.pick(lengths)
    const id = known[random.int(known.length + 1)]
    if (id !== undefined) {
      damaged = id
      putAside.add(id)
      changes += 1
      onDamage(id, ms)
    }
    after(ms, () => {
      restore()
      after(random.int(longestPauseMs), damageNext)
    })
  }

  const isReadable = ({ id }: Entry): boolean => id !== damaged
  function readable<E extends Entry>(entry: E | null): E | null {
    if (entry === null || isReadable(entry)) return entry
    throw new UnreadableRowError(`The row ${entry.id} cannot be read.`)
  }

  if (isDrawn) after(random.int(longestPauseMs), damageNext)
  return {
    of: (store) => ({
      ...store,
      async insert(entry) {
        const isInserted = await store.insert(entry)
        if (isInserted) known.push(entry.id)
        return isInserted
      },
      async insertPayout(payout, write) {
        const result = await store.insertPayout(payout, write)
        if (result === 'inserted') known.push(payout.id)
        return result
      },
      async save(entry, write) {
        const saved = await store.save(entry, write)
        if (saved === 'saved' && entry.id !== damaged) putAside.delete(entry.id)
        if (saved === 'saved' && write.payout !== undefined) known.push(write.payout.id)
        return saved
      },
      async putAside(id, ...rest) {
        putAside.add(id)
        await store.putAside(id, ...rest)
      },
      entry: async (id) => readable(await store.entry(id)),
      entryByRef: async (kind, ref) => readable(await store.entryByRef(kind, ref)),
      entryByTransaction: async (id) => readable(await store.entryByTransaction(id)),
      async list(query) {
        const page = await store.list(query)
        const unreadable = page.entries.flatMap(({ id }) => (id === damaged ? [id] : []))
        return { ...page, entries: page.entries.filter(isReadable), unreadable }
      },
      entriesNotSealedBy: async (...query) => (await store.entriesNotSealedBy(...query)).filter(isReadable),
      async claim(options) {
        const { now, lease } = options
        const claimed = await store.claim(options)
        for (const { id, updatedAt } of claimed)
          if (id === damaged) await store.putAside(id, lease, retryPutAside(updatedAt, now))
        return claimed.filter(isReadable)
      },
    }),
    current: () => damaged,
    putAside: () => putAside,
    onLost(id) {
      if (isDrawn) putAside.add(id)
    },
    isLate: (id) => putAside.has(id) || now() < (restoredAt.get(id) ?? 0) + longestRetryMs,
    changes: () => changes,
    end() {
      hasEnded = true
      restore()
    },
  }
}
