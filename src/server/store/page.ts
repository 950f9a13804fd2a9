/** A page of a list. */
export interface PageQuery {
  /** The cursor of the previous page. */
  after?: string | undefined
  limit: number
}

/** All pages of a list. Each begins after the last row of the one before, so writes neither repeat nor hide older rows. */
export async function* pagesOf<Page extends { after: string | null }>(
  limit: number,
  load: (query: PageQuery) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: string | undefined
  do {
    const page = await load({ after, limit })
    yield page
    after = page.after ?? undefined
  } while (after !== undefined)
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
