import type { Entry } from '../rules/model.ts'

/**
 * Entries read lately, as they were parsed. Every write makes another version, so an entry of the same id and version is
 * the same: a read asks the database for the version and, only where that is another one, for the entry. Whoever wrote it.
 */
export interface Known {
  entry(id: string): Entry | null
  keep(entry: Entry): Entry
}

const most = 1000

export function createKnown(): Known {
  /** In the order in which they were read. */
  const entries = new Map<string, Entry>()
  return {
    entry: (id) => entries.get(id) ?? null,
    keep(entry) {
      entries.delete(entry.id)
      entries.set(entry.id, entry)
      const [longest] = entries.keys()
      if (entries.size > most && longest !== undefined) entries.delete(longest)
      return entry
    },
  }
}
