import { retryPutAside } from '../../rules/attempt/lookup-schedule.ts'
import type { AuditRecord } from '../audit.ts'
import {
  EventDelivery,
  type EventFilters,
  type EventPage,
  type EventQuery,
  type EventTry,
  keptTries,
  type ListedEvent,
  type ResendQuery,
  type StoredEvent,
  type TryResult,
} from '../events.ts'
import { pageOf } from '../page.ts'
import { cursorOf, Position, positionAt } from '../position.ts'
import { appendAudit } from './audit.ts'
import {
  camelRow,
  type Dialect,
  joined,
  type OnUnreadable,
  type Operation,
  parsed,
  query,
  type Row,
  raw,
  readable,
  readOrSkip,
  rowOf,
  type Statement,
  sql,
} from './statement.ts'

const columns = sql`id, doc, tries, resends, delivered_at, error`

const parseRow = parsed('events', (row) =>
  EventDelivery.parse({ ...camelRow(row), event: JSON.parse(String(row['doc'])) }),
)

/** Only the first undelivered event of an entry may be delivered, besides those put aside. */
export const isFirstUndelivered = sql`NOT EXISTS (
  SELECT 1 FROM events AS earlier
  WHERE earlier.entry_id = events.entry_id AND earlier.delivered_at IS NULL AND earlier.seq < events.seq
    AND earlier.put_aside_at IS NULL
)`

export function* insertEvents(events: readonly StoredEvent[]): Operation<void> {
  for (const event of events) {
    const { id, entryId, seq, type, at } = event
    const row = { id, entryId, seq, type, at, doc: JSON.stringify(event), dueAt: at }
    yield* query`INSERT INTO events ${rowOf(row)}`
  }
}

export function* claimEvents(
  { now, until, limit }: { now: number; until: number; limit: number },
  dialect: Dialect,
  onUnreadable: OnUnreadable,
): Operation<EventDelivery[]> {
  const rows = yield* query`
    WITH due AS MATERIALIZED (
      SELECT id FROM events WHERE delivered_at IS NULL AND due_at <= ${now} AND lease_until <= ${now}
      AND ${isFirstUndelivered}
      ORDER BY due_at LIMIT ${limit} ${raw(dialect.skipLocked)}
    )
    UPDATE events SET lease_until = ${until} WHERE id IN (SELECT id FROM due) RETURNING at, ${columns}`
  return yield* readOrSkip(rows, parseRow, function* (row) {
    const id = String(row['id'])
    onUnreadable({ table: 'events', id })
    yield* putAside(id, Number(row['at']), now)
  })
}

/** A newer version may still deliver it in its order; after that it is damaged. */
const putAsideAfterMs = 3_600_000

function* putAside(id: string, at: number, now: number): Operation<void> {
  const putAsideAt = now - at < putAsideAfterMs ? null : now
  yield* query`
    UPDATE events SET due_at = ${retryPutAside(at, now)}, lease_until = 0, put_aside_at = ${putAsideAt},
      error = 'It cannot be read: it is damaged, or a newer version has written it.'
    WHERE id = ${id} AND delivered_at IS NULL`
}

export function* eventTried(
  id: string,
  { at, durationMs, error, resends, retryAt }: TryResult,
): Operation<void> {
  const [row] = yield* query`UPDATE events SET tries = tries + 1 WHERE id = ${id} RETURNING tries`
  if (row === undefined) return
  const n = Number(row['tries'])
  yield* query`INSERT INTO event_tries ${rowOf({ eventId: id, n, at, durationMs, error })}`
  if (n > keptTries) yield* query`DELETE FROM event_tries WHERE event_id = ${id} AND n <= ${n - keptTries}`
  if (error === null)
    yield* query`
      UPDATE events SET delivered_at = ${at + durationMs}, error = NULL WHERE id = ${id}
      AND resends = ${resends}`
  else
    yield* query`
      UPDATE events SET due_at = ${retryAt}, lease_until = 0, error = ${error} WHERE id = ${id}
      AND resends = ${resends} AND delivered_at IS NULL`
}

export function* eventsOf(entryId: string): Operation<EventDelivery[]> {
  const rows = yield* query`SELECT ${columns} FROM events WHERE entry_id = ${entryId} ORDER BY seq`
  return rows.flatMap((row) => readable(parseRow, row))
}

/** A page of `filtered` events, each with its tries: a row for each try. */
const withTries = (filtered: Statement): Operation<Row[]> =>
  query`
    SELECT page.*, event_tries.n, event_tries.at AS tried_at, event_tries.duration_ms, event_tries.error AS try_error
    FROM (SELECT seq, at, due_at, ${columns} FROM events ${filtered}) AS page
    LEFT JOIN event_tries ON event_tries.event_id = page.id
    ORDER BY page.at DESC, page.seq DESC, page.id DESC, event_tries.n`

/** Those that can be read. */
function parseListed(rows: readonly Row[]): ListedEvent[] {
  const listed = new Map<string, ListedEvent & { log: EventTry[] }>()
  for (const row of rows) {
    const id = String(row['id'])
    const known = listed.get(id)
    const [delivery] = known === undefined ? readable(parseRow, row) : [known]
    if (delivery === undefined) continue
    const event = known ?? { ...delivery, dueAt: Number(row['due_at']), log: [] }
    listed.set(id, event)
    if (row['n'] != null)
      event.log.push({
        at: Number(row['tried_at']),
        durationMs: Number(row['duration_ms']),
        error: row['try_error'] === null ? null : String(row['try_error']),
      })
  }
  return [...listed.values()]
}

const statusConditions: Record<NonNullable<EventQuery['status']>, Statement> = {
  delivered: sql`delivered_at IS NOT NULL`,
  undelivered: sql`delivered_at IS NULL`,
  failing: sql`delivered_at IS NULL AND error IS NOT NULL`,
}

export function* listEvents(page: EventQuery): Operation<EventPage> {
  const { limit } = page
  const rows = yield* withTries(sql`${pageFilter(page)} ${newestFirst(limit + 1)}`)
  const byEvent = [...Map.groupBy(rows, ({ id }) => id).values()]
  const { page: found, after } = pageOf(byEvent, limit, ([row]) => cursorOf(Position.parse(row)))
  const events = parseListed(found.flat())
  const unreadable = found.flatMap(([row]) => {
    const id = String(row?.['id'])
    return events.some(({ event }) => event.id === id) ? [] : [id]
  })
  return { events, unreadable, after }
}

const newestFirst = (limit: number): Statement => sql`ORDER BY at DESC, seq DESC, id DESC LIMIT ${limit}`

function pageFilter({ status, types, since, until, after, limit }: EventQuery): Statement {
  const isFew = status === 'undelivered' || status === 'failing'
  const where = [
    ...(status === undefined ? [] : [statusConditions[status]]),
    ...filters({ types: isFew ? types : undefined, since, until }),
    ...(after === undefined ? [] : [sql`(at, seq, id) < (${positionOf(after)})`]),
  ]
  if (types === undefined || isFew) return whereAll(where)
  // The newest of each type by its index, so that a rare type reads no others.
  const newest = types.map(
    (type) =>
      sql`SELECT * FROM (SELECT id
        FROM events ${whereAll([sql`type = ${type}`, ...where])} ${newestFirst(limit + 1)}) AS of_type`,
  )
  return sql`WHERE id IN (${joined(newest, ' UNION ALL ')})`
}

const whereAll = (conditions: readonly Statement[]): Statement =>
  conditions.length === 0 ? raw('') : sql`WHERE ${joined(conditions, ' AND ')}`

function positionOf(cursor: string): Statement {
  const { at, seq, id } = positionAt(cursor)
  return joined([at, seq, id])
}

const filters = ({ types, since, until }: EventFilters): Statement[] => [
  // Not by the index of types: the rows are read in the order of their times.
  ...(types === undefined ? [] : [sql`COALESCE(type, '') IN (${joined(types)})`]),
  ...(since === undefined ? [] : [sql`at >= ${since}`]),
  ...(until === undefined ? [] : [sql`at < ${until}`]),
]

/** An event that is being delivered keeps its lease. */
const resendSet = (now: number): Statement => sql`SET due_at = ${now}, delivered_at = NULL,
  resends = resends + CASE WHEN delivered_at IS NULL THEN 0 ELSE 1 END,
  lease_until = CASE WHEN delivered_at IS NULL THEN lease_until ELSE 0 END`

export function* resendEvent(id: string, now: number, audit?: AuditRecord): Operation<ListedEvent | null> {
  yield* query`UPDATE events ${resendSet(now)} WHERE id = ${id}`
  const [event] = parseListed(yield* withTries(sql`WHERE id = ${id}`))
  if (event === undefined) return null
  if (audit !== undefined) yield* appendAudit(audit)
  return event
}

export function* resendEvents({
  since,
  until,
  types,
  after,
  now,
  limit,
  audit,
}: ResendQuery): Operation<{ count: number; after: string | null }> {
  const where = [
    ...filters({ types, since, until }),
    ...(after === undefined ? [] : [sql`(at, seq, id) > (${positionOf(after)})`]),
  ]
  const found = yield* query`
    SELECT id, seq, at FROM events WHERE ${joined(where, ' AND ')} ORDER BY at, seq, id LIMIT ${limit}`
  const last = found.at(-1)
  if (last === undefined) return { count: 0, after: null }
  // Fewer, where some are erased meanwhile: the page ends with the last one found all the same.
  const sent = yield* query`
    UPDATE events ${resendSet(now)} WHERE id IN (${joined(found.map(({ id }) => String(id)))}) RETURNING id`
  if (sent.length > 0 && audit !== undefined) yield* appendAudit(audit)
  return { count: sent.length, after: found.length === limit ? cursorOf(Position.parse(last)) : null }
}
