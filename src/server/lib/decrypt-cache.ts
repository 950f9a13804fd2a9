import type { Clock } from './clock.ts'

/**
 * Sealed texts that were opened lately. A payer's page asks again and again, and opening the same text at each question
 * costs more than all the rest of the answer. What lies in the database stays sealed; here it is kept while it is looked
 * at: a minute at most, of so many entries at most, and not beyond its wiping.
 */
export interface DecryptCache {
  /** What this sealed text of an entry says: as it was opened last, or else as `open` gives it now. */
  get(entryId: string, sealed: string, decrypt: () => Promise<string | null>): Promise<string | null>
  /** It is wiped. */
  remove(entryId: string): void
  /** Forgets what was opened long ago. */
  evictExpired(): void
}

const ttlMs = 60_000
const maxEntries = 2000

export function createDecryptCache(clock: Clock): DecryptCache {
  /** In the order in which they were opened. */
  const entries = new Map<string, { sealed: string; text: string; at: number }>()

  function evictExpired(): void {
    for (const [entryId, { at }] of entries) {
      if (entries.size <= maxEntries && clock.now() - at < ttlMs) return
      entries.delete(entryId)
    }
  }

  return {
    async get(entryId, sealed, decrypt) {
      evictExpired()
      const cached = entries.get(entryId)
      if (cached?.sealed === sealed) return cached.text
      const text = await decrypt()
      entries.delete(entryId)
      if (text !== null) entries.set(entryId, { sealed, text, at: clock.now() })
      return text
    },
    remove: (entryId) => void entries.delete(entryId),
    evictExpired,
  }
}
