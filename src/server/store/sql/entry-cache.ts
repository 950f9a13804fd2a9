import type { Entry } from '../../rules/model.ts'

/**
 * Parsed entries by id, at most 1000. Every write of any process makes a new version, so a read compares the version
 * in the database and loads the document only where it differs.
 */
export interface EntryCache {
  get(id: string): Entry | null
  set(entry: Entry): Entry
}

const maxEntries = 1000

export function createEntryCache(): EntryCache {
  /** Least recently read first. */
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
