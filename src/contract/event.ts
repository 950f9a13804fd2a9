import { z } from 'zod'
import { next, nullableText, nullableTime, time } from './members.ts'

/** An event with its delivery to the shop. */
export const EventDelivery = z
  .object({
    id: z.string().meta({ description: 'The same in every delivery.' }),
    type: z.string().meta({ description: 'Such as `checkout.succeeded`.' }),
    at: time('When it happened.'),
    ref: z.string().meta({ description: "The merchant's order or payout reference." }),
    data: z.record(z.string(), z.unknown()).meta({ description: 'The event as it is delivered.' }),
    deliveredAt: nullableTime('When it was accepted; null: not yet, or not since it was last sent again.'),
    nextTryAt: nullableTime('When its delivery is tried at the earliest; null once it is delivered.'),
    resends: z.int().meta({ description: 'How often it has been sent again after it was delivered.' }),
    tries: z.int().meta({ description: 'How often its delivery was tried.' }),
    log: z
      .array(
        z.object({
          at: time('When it was tried.'),
          durationMs: z.number().meta({ description: 'In milliseconds.' }),
          error: nullableText.meta({ description: 'Redacted. Null: accepted.' }),
        }),
      )
      .meta({ description: 'The last 100 tries, oldest first.' }),
  })
  .meta({ id: 'EventDelivery', description: 'An event with every try of its delivery.' })
export type EventDelivery = z.infer<typeof EventDelivery>

/** `GET /admin/events`: newest first. */
export const EventList = z
  .object({
    events: z.array(EventDelivery).meta({ description: 'One page of them.' }),
    next,
  })
  .meta({ id: 'EventList', description: 'Events with their deliveries, newest first.' })
export type EventList = z.infer<typeof EventList>

const dateTime = z.iso.datetime({ offset: true })

/** The body of `POST /admin/events/resend`. */
export const ResendEvents = z
  .object({
    since: dateTime.meta({ description: 'The time of the first event.' }),
    until: dateTime.optional().meta({ description: 'Only events before this time. Default: now.' }),
    types: z.array(z.string()).min(1).optional().meta({ description: 'Default: every type.' }),
    after: z.string().optional().meta({ description: '`next` of the previous response.' }),
  })
  .meta({
    id: 'ResendEvents',
    description: 'Which events to send again, also those that were delivered.',
    examples: [{ since: '2026-11-21T18:00:00Z', types: ['checkout.succeeded'] }],
  })
export type ResendEvents = z.infer<typeof ResendEvents>

/** The response of `POST /admin/events/resend`. */
export const ResentEvents = z
  .object({
    count: z.int().meta({ description: 'How many events are sent again.' }),
    next: next.meta({ description: 'Repeat the request with it as `after`; null: all are sent again.' }),
  })
  .meta({ id: 'ResentEvents', description: 'How many events are sent again; at most 10,000 per request.' })
export type ResentEvents = z.infer<typeof ResentEvents>
