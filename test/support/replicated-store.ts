import { storeOf } from '../../src/server/store/memory/store.ts'
import { createTables, type Tables } from '../../src/server/store/memory/tables.ts'
import type { Store } from '../../src/server/store/store.ts'

/** A replica of a database, which may be behind. */
export interface Replica {
  /** The replica receives nothing any more. */
  stopReplication(): void | Promise<void>
  /** The replica takes over: what it has not received is lost. */
  failOver(): void | Promise<void>
}

/** A database in memory with a replica. */
export interface Replicated {
  store: Store
  stopReplication(): void
  failOver(): void
}

/** `onCall`: precedes every call of the store. */
export function replicatedStore(onCall: () => void = () => undefined): Replicated {
  let tables = createTables()
  let current = storeOf(tables)
  let replica: Tables | null = null
  const listeners = new Set<(id: string) => void>()
  const notify = (id: string): void => {
    for (const listener of listeners) listener(id)
  }
  const members = Object.entries(current).map(([name, member]: [string, unknown]): [string, unknown] => {
    if (typeof member !== 'function') return [name, member]
    const call = (...args: unknown[]): unknown => {
      onCall()
      return Reflect.apply(Reflect.get(current, name), current, args)
    }
    return [name, call]
  })
  current.listen(notify)
  return {
    store: {
      ...current,
      ...Object.fromEntries(members),
      listen(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    stopReplication() {
      replica ??= structuredClone(tables)
    },
    failOver() {
      if (replica === null) return
      tables = replica
      replica = null
      current = storeOf(tables)
      current.listen(notify)
    },
  }
}
