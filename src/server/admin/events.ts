import type { EventDelivery, EventList, ResendEvents, ResentEvents } from '../../contract/event.ts'
import type { Context } from '../context.ts'
import { orProblem } from '../lib/problem.ts'
import { type EventType, eventTypes } from '../rules/merchant-events.ts'
import { isoTime, isoTimeOrNull } from '../rules/time.ts'
import type { AuditRecord } from '../store/audit.ts'
import type { EventQuery, ListedEvent } from '../store/events.ts'

/** New events are delivered beside those that one request sends again, so it is bounded. */
const maxResent = 10_000
const batchSize = 500

/** Throws `malformed` for a type that does not exist. */
export function parseEventType(text: string): EventType {
  const type = eventTypes.find((known) => known === text)
  return orProblem(type, 'malformed', `unknown event type; known are ${eventTypes.join(', ')}`)
}

/** Events with every try of their delivery, newest first. */
export async function listEvents({ store }: Context, query: EventQuery): Promise<EventList> {
  const { events, after } = await store.listEvents(query)
  return { events: events.map(eventDelivery), next: after }
}

/** Sends one event again, in the order of its checkout. Throws `not_found`. */
export async function resendEvent(
  { store, clock, log, wake }: Context,
  id: string,
  audit: AuditRecord,
): Promise<EventDelivery> {
  const event = orProblem(await store.resendEvent(id, clock.now(), audit), 'not_found')
  log({ level: 'info', message: 'operator: resend', event: id })
  wake()
  return eventDelivery(event)
}

/** Sends the events of a time again, oldest first, in batches: the next request goes on where this one ends. */
export async function resendEvents(
  { store, clock, log, wake }: Context,
  request: ResendEvents,
  audit: AuditRecord,
): Promise<ResentEvents> {
  const now = clock.now()
  const since = Date.parse(request.since)
  const until = request.until === undefined ? now + 1 : Date.parse(request.until)
  const types = request.types?.map(parseEventType)
  let count = 0
  let next = request.after ?? null
  do {
    const after = next ?? undefined
    const batch = await store.resendEvents({ since, until, types, after, now, limit: batchSize, audit })
    count += batch.count
    next = batch.after
  } while (next !== null && count < maxResent)
  log({ level: 'info', message: 'operator: resend', count, since: request.since })
  wake()
  return { count, next }
}

const eventDelivery = ({ event, tries, resends, deliveredAt, dueAt, log }: ListedEvent): EventDelivery => ({
  id: event.id,
  type: event.type,
  at: isoTime(event.at),
  ref: event.ref,
  data: event,
  deliveredAt: isoTimeOrNull(deliveredAt),
  nextTryAt: deliveredAt === null ? isoTime(dueAt) : null,
  resends,
  tries,
  log: log.map(({ at, durationMs, error }) => ({ at: isoTime(at), durationMs, error })),
})
