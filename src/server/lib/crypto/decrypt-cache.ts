import { BoundedMap } from '../bounded-map.ts'
import type { Clock } from '../clock.ts'

const ttlMs = 60_000
/** As many pages as wait at one process. Fewer would evict each before it polls again. */
const maxEntries = 10_000

/**
 * TTL cache of what was decrypted (60 s; at most 10,000 entries): a page polls again and again, and decrypting costs more
 * than the rest of its response.
 */
export function createDecryptCache<Value>(clock: Clock) {
  const entries = new BoundedMap<string, { source: string; value: Value; at: number }>(maxEntries)
  const evictExpired = (): void => entries.deleteOldest(({ at }) => clock.now() - at >= ttlMs)

  return {
    /** The decrypted value of an entry; calls `decrypt` if the value of this `source` is not cached. */
    async get(entryId: string, source: string, decrypt: () => Promise<Value | null>): Promise<Value | null> {
      evictExpired()
      const cached = entries.get(entryId)
      if (cached?.source === source) return cached.value
      const value = await decrypt()
      if (value === null) entries.delete(entryId)
      else entries.set(entryId, { source, value, at: clock.now() })
      return value
    },
    remove: (entryId: string) => void entries.delete(entryId),
    evictExpired,
  }
}
