import type { Entry } from '../../rules/model.ts'

/**
 * Entries read lately, as they were parsed. Every write makes another version, so an entry of the same id and version is
 * the same: a read asks the database for the version and, only where that is another one, for the entry. Whoever wrote it.
 */
export interface EntryCache {
  get(id: string): Entry | null
  set(entry: Entry): Entry
}

const maxEntries = 1000

export function createEntryCache(): EntryCache {
  /** In the order in which they were read. */
  const entries = new Map<string, Entry>()
  return {
    get: (id) => entries.get(id) ?? null,
    set(entry) {
      entries.delete(entry.id)
      entries.set(entry.id, entry)
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
      return entry
    },
  }
}
