/** A bounded set of keys that were seen before; the oldest are dropped when it is full. */
export interface SeenKeys {
  /** Adds a key. Returns false if it was seen before. */
  add(key: string): boolean
  clear(): void
}

export function createSeenKeys(capacity: number): SeenKeys {
  const keys = new Set<string>()
  return {
    add(key) {
      if (keys.has(key)) return false
      const [oldest] = keys
      if (keys.size >= capacity && oldest !== undefined) keys.delete(oldest)
      keys.add(key)
      return true
    },
    clear: () => keys.clear(),
  }
}
