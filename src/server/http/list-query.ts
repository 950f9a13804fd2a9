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
  return {
    ...parsePage(query),
    ...parsePeriod(query),
    needsReview: parseFlag(query, 'needsReview'),
    status: parseStatus(query, Statuses),
    paidTwice: parseFlag(query, 'paidTwice'),
    search: query['search'] ? nameSearch(query['search']) : undefined,
  }
}

function parseStatus<Status extends string>(
  query: Record<string, string>,
  Statuses: z.ZodType<Status>,
): Status | undefined {
  const status = Statuses.optional().safeParse(query['status'] || undefined)
  if (!status.success) throw new ProblemError('malformed', 'status: unknown status')
  return status.data
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
  return {
    ...parsePage(query),
    ...parsePeriod(query),
    status: parseStatus(query, EventStatus),
    types: query['type'] ? query['type'].split(',').map(parseEventType) : undefined,
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
const parsePeriod = (query: Record<string, string>) => ({
  since: parseTime(query, 'since'),
  until: parseTime(query, 'until'),
})

function parseTime(query: Record<string, string>, name: string): number | undefined {
  const time = Time.optional().safeParse(query[name] || undefined)
  if (!time.success) throw new ProblemError('malformed', `${name}: must be a date or time (RFC 3339)`)
  return time.data
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
