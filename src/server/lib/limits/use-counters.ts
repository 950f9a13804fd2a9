/** A use of what is limited: at most `limit` within a window, which begins with its first use. */
export interface CountedUse {
  now: number
  windowMs: number
  limit: number
}

/** The uses of a key within the current window, and when that ends. */
export interface UseCount {
  count: number
  until: number
}

/** Counts what is limited. */
export interface UseCounters {
  /**
   * Counts a use of a key and returns the count, in one step. More than `limit` uses are not counted: the count is then
   * `limit + 1`, and the use is refused. Shared by all processes on the database; may be lost in a crash.
   */
  reserve(key: string, use: CountedUse): Promise<UseCount>
}
