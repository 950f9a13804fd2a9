import type { z } from 'zod'
import { ProblemError } from '../lib/problem.ts'
import type { ListQuery } from '../store/store.ts'

const defaultPageSize = 50
const maxPageSize = 200

/** Which page of a list is requested. */
export function parsePage(query: Record<string, string>): Pick<ListQuery, 'after' | 'limit'> {
  const limit = Math.trunc(Number(query['limit'])) || defaultPageSize
  return {
    limit: Math.min(maxPageSize, Math.max(1, limit)),
    ...(query['after'] ? { after: query['after'] } : {}),
  }
}

/** The query of an operator's list. Throws `malformed` for an unknown status. */
export function parseListQuery(
  query: Record<string, string>,
  Statuses: z.ZodType<string>,
): Omit<ListQuery, 'kind'> {
  // `needs-review` is the name of version 0.1.
  const review = query['needsReview'] ?? query['needs-review']
  const status = Statuses.optional().safeParse(query['status'] || undefined)
  if (!status.success) throw new ProblemError('malformed', 'status: unknown status')
  return {
    ...parsePage(query),
    ...(review === undefined ? {} : { needsReview: !['0', 'false'].includes(review) }),
    ...(status.data === undefined ? {} : { status: status.data }),
    ...(query['search'] ? { search: query['search'] } : {}),
  }
}
