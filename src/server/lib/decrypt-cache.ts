import type { Clock } from './clock.ts'

/**
 * TTL cache of decrypted texts (60 s; 2,000 entries by default): a page polls again and again, and decrypting costs more
 * than the rest of its response.
 */
export interface DecryptCache {
  /** The decrypted text of an entry; calls `decrypt` if the text of this `source` is not cached. */
  get(entryId: string, source: string, decrypt: () => Promise<string | null>): Promise<string | null>
  remove(entryId: string): void
  evictExpired(): void
}

const ttlMs = 60_000
export function createDecryptCache(clock: Clock, maxEntries = 2000): DecryptCache {
  /** Oldest first. */
  const entries = new Map<string, { source: string; text: string; at: number }>()

  function evictExpired(): void {
    for (const [entryId, { at }] of entries) {
      if (entries.size <= maxEntries && clock.now() - at < ttlMs) return
      entries.delete(entryId)
    }
  }

  return {
    async get(entryId, source, decrypt) {
      evictExpired()
      const cached = entries.get(entryId)
      if (cached?.source === source) return cached.text
      const text = await decrypt()
      entries.delete(entryId)
      if (text !== null) entries.set(entryId, { source, text, at: clock.now() })
      return text
    },
    remove: (entryId) => void entries.delete(entryId),
    evictExpired,
  }
}
