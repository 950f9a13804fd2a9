import type { z } from 'zod'
import { ProblemError } from '../lib/problem.ts'
import type { AuditQuery } from '../operator/audit-lines.ts'
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

/** Which lines of the audit trail are requested. Throws `malformed`. */
export function parseAuditQuery({ after = '0', since, until }: Record<string, string>): AuditQuery {
  if (!/^\d{1,15}$/.test(after)) throw new ProblemError('malformed', 'after: is the seq of a line')
  return {
    after: Number(after),
    ...(since === undefined ? {} : { since: parseTime('since', since) }),
    ...(until === undefined ? {} : { until: parseTime('until', until) }),
  }
}

function parseTime(name: string, text: string): number {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const time = isTime ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new ProblemError('malformed', `${name}: is a time such as 2026-01-31T00:00:00Z`)
  return time
}
