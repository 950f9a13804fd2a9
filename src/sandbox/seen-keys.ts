/** A bounded set of keys that were seen before; the oldest are dropped when it is full. */
export function createSeenKeys(capacity: number) {
  const keys = new Set<string>()
  return {
    /** Adds a key. Returns false if it was seen before. */
    add(key: string): boolean {
      if (keys.has(key)) return false
      const [oldest] = keys
      if (keys.size >= capacity && oldest !== undefined) keys.delete(oldest)
      keys.add(key)
      return true
    },
    clear: () => keys.clear(),
  }
}
