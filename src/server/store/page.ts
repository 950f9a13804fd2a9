/** A page of a list. */
export interface PageQuery {
  /** The cursor of the previous page. */
  after?: string | undefined
  limit: number
}

/** A page of rows that were found with one more than `limit`, and the cursor of the next page. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (last: T) => string,
): { page: T[]; after: string | null } {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { page, after: found.length > limit && last !== undefined ? cursorOf(last) : null }
}
