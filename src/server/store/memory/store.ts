import type { Store } from '../store.ts'
import { memoryAudit } from './audit.ts'
import { memoryCallbacks } from './callbacks.ts'
import { memoryCards } from './cards.ts'
import { createMemoryCounters } from './counters.ts'
import { memoryEntries } from './entries.ts'
import { memoryEvents } from './events.ts'
import { memoryLeases } from './leases.ts'
import { memoryEraseOld } from './retention.ts'
import { storeStats } from './stats.ts'
import { createTables } from './tables.ts'

/**
 * A store in this process's memory: for tests, demos and learning. Nothing survives the process.
 *
 * @example
 * const store = memoryStore()
 */
export function memoryStore(): Store {
  const tables = createTables()
  const listeners = new Set<(entryId: string) => void>()
  return {
    volatile: true,
    open: async () => undefined,
    async close() {
      listeners.clear()
    },
    ping: async () => undefined,
    ...createMemoryCounters(),
    ...memoryEntries(tables, (id) => {
      for (const listener of listeners) listener(id)
    }),
    ...memoryLeases(tables),
    ...memoryCallbacks(tables),
    ...memoryEvents(tables),
    ...memoryCards(tables),
    ...memoryAudit(tables),
    stats: async () => storeStats(tables),
    eraseOld: memoryEraseOld(tables),
    onUnreadable: () => () => undefined,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
