import { z } from 'zod'
import { PayoutStatus } from '../../contract/payout.ts'
import { Status } from '../../contract/view.ts'
import { parseEventType } from '../admin/events.ts'
import type { CsvExport } from '../admin/export.ts'
import { ProblemError } from '../lib/problem.ts'
import type { AuditQuery } from '../store/audit.ts'
import type { ListQuery, NameSearch } from '../store/entries.ts'
import type { EventQuery } from '../store/events.ts'
import type { PageQuery } from '../store/page.ts'
import { isCursor } from '../store/position.ts'

const defaultPageSize = 50
const maxPageSize = 200
/** A shorter text begins too many names, so it finds whole names only. */
const minPrefixLength = 3

/** The requested page of a list. Throws `malformed`. */
export function parsePage(query: Record<string, string>): PageQuery {
  const limit = query['limit'] || String(defaultPageSize)
  if (!/^[1-9]\d{0,8}$/.test(limit))
    throw new ProblemError('malformed', `limit: must be a number from 1 to ${maxPageSize}`)
  return { limit: Math.min(maxPageSize, Number(limit)), after: parseCursor(query['after']) }
}

/** Where the next page begins. Throws `malformed`: another text would be the first page again, or an empty one. */
export function parseCursor(after: string | undefined): string | undefined {
  if (!after) return undefined
  if (!isCursor(after)) throw new ProblemError('malformed', 'after: must be the next of the page before')
  return after
}

/** The query of an operator's list. Throws `malformed`. */
export function parseListQuery(
  query: Record<string, string>,
  Statuses: z.ZodType<string>,
): Omit<ListQuery, 'kind'> {
  const review = parseFlag(query, 'needsReview')
  const status = Statuses.optional().safeParse(query['status'] || undefined)
  if (!status.success) throw new ProblemError('malformed', 'status: unknown status')
  return {
    ...parsePage(query),
    ...(review === undefined ? {} : { needsReview: review }),
    ...(status.data === undefined ? {} : { status: status.data }),
    ...(parseFlag(query, 'paidTwice') === true ? { paidTwice: true as const } : {}),
    ...(query['search'] ? { search: nameSearch(query['search']) } : {}),
    ...parsePeriod(query),
  }
}

function parseFlag(query: Record<string, string>, name: string): boolean | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  if (['true', '1', ''].includes(text)) return true
  if (['false', '0'].includes(text)) return false
  throw new ProblemError('malformed', `${name}: must be true or false`)
}

const nameSearch = (text: string): NameSearch => ({ text, prefix: text.length >= minPrefixLength })

/** The query of the list of events. Throws `malformed`. */
export function parseEventQuery(query: Record<string, string>): EventQuery {
  const status = EventStatus.optional().safeParse(query['status'] || undefined)
  if (!status.success) throw new ProblemError('malformed', 'status: unknown status')
  return {
    ...parsePage(query),
    ...parsePeriod(query),
    ...(status.data === undefined ? {} : { status: status.data }),
    ...(query['type'] ? { types: query['type'].split(',').map(parseEventType) } : {}),
  }
}

/** The query of `GET /admin/export`, with the filters of the list. Default: checkouts. Throws `malformed`. */
export function parseExport({ after: _, limit: __, ...query }: Record<string, string>): CsvExport {
  const { what = 'checkouts' } = query
  if (what === 'checkouts') return { what, query: parseListQuery(query, Status) }
  if (what === 'payouts') return { what, query: parseListQuery(query, PayoutStatus) }
  if (what === 'events') return { what, query: parseEventQuery(query) }
  throw new ProblemError('malformed', 'what: must be checkouts, payouts or events')
}

const EventStatus = z.enum(['delivered', 'undelivered', 'failing'])
/** A date means its start in UTC. */
const Time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((text) => Date.parse(text))

/** `since` is included, `until` is not. */
function parsePeriod(query: Record<string, string>): { since?: number; until?: number } {
  const period: { since?: number; until?: number } = {}
  for (const name of ['since', 'until'] as const) {
    if (!query[name]) continue
    const time = Time.safeParse(query[name])
    if (!time.success) throw new ProblemError('malformed', `${name}: must be a date or time (RFC 3339)`)
    period[name] = time.data
  }
  return period
}

const Day = z.iso.date().optional()

/** The query of the report. Throws `malformed`. */
export function parseReportQuery({ from, to, format = 'json' }: Record<string, string>) {
  const query = z
    .object({ from: Day, to: Day, format: z.enum(['json', 'csv']) })
    .safeParse({ from: from || undefined, to: to || undefined, format })
  if (!query.success)
    throw new ProblemError('malformed', 'from, to: must be dates (2026-01-31); format: json or csv')
  return query.data
}

/** The query of the audit trail. Throws `malformed`. */
export function parseAuditQuery({
  after = '0',
  ...query
}: Record<string, string>): Omit<AuditQuery, 'limit'> {
  if (!/^\d{1,15}$/.test(after)) throw new ProblemError('malformed', 'after: must be the seq of a line')
  return { after: Number(after), ...parsePeriod(query) }
}
