import { z } from 'zod'
import { MerchantEvent } from '../rules/merchant-events.ts'
import type { AuditRecord } from './audit.ts'
import type { PageQuery } from './page.ts'

const eventFields = {
  id: z.string().meta({ description: 'The same in every delivery of the event.' }),
  entryId: z.string().meta({ description: 'The id of the checkout, payout or callback.' }),
  seq: z.int().meta({ description: 'The sequence number within its checkout or payout, from 1.' }),
  at: z.number().meta({ description: 'When it happened, in milliseconds.' }),
}

/** An event of a checkout or payout. */
export const EntryEvent = z.object({
  ...eventFields,
  ref: z.string().meta({ description: "The merchant's own order reference, or the payout's." }),
  ...MerchantEvent.shape,
})
export type EntryEvent = z.infer<typeof EntryEvent>

/** A verified callback has matched no order for too long. `entryId` is the callback's id. */
export const UnmatchedCallbackEvent = z.object({
  ...eventFields,
  type: z.literal('callback.unmatched'),
  ref: z.string().meta({ description: "The payments service's id of the order, as in `externalId`." }),
  externalId: z.string().meta({ description: "The payments service's id of the order." }),
  status: z.string().meta({ description: 'As received.' }),
  amount: z.string().meta({ description: 'As received.' }),
  orderType: z.string().meta({ description: 'As received.' }),
})
export type UnmatchedCallbackEvent = z.infer<typeof UnmatchedCallbackEvent>

/** An event for the merchant: stored with the change that it reports, delivered at least once and in order per entry. */
export const StoredEvent = z.discriminatedUnion('type', [EntryEvent, UnmatchedCallbackEvent])
export type StoredEvent = z.infer<typeof StoredEvent>

/** An event with the state of its delivery. */
export const EventDelivery = z.object({
  event: StoredEvent,
  tries: z.number(),
  /** How often an operator has sent it again after it was delivered. */
  resends: z.number(),
  /** Null: not delivered, or not since it was last sent again. */
  deliveredAt: z.number().nullable(),
  error: z.string().nullable(),
})
export type EventDelivery = z.infer<typeof EventDelivery>

/** One delivery of an event. */
export interface EventTry {
  at: number
  durationMs: number
  /** Redacted. Null: accepted. */
  error: string | null
}

/** Of each event the last tries are kept. */
export const keptTries = 100

/** How a delivery ended. */
export interface TryResult extends EventTry {
  /** As the event was claimed: if it was sent again meanwhile, the try is recorded and the event stays due. */
  resends: number
  /** When a failed event is due again. */
  retryAt: number
}

/** An event with its tries, oldest first. */
export interface ListedEvent extends EventDelivery {
  /** When it is delivered at the earliest, while it is not delivered. */
  dueAt: number
  log: readonly EventTry[]
}

/** Which events; without a member, any. */
export interface EventFilters {
  types?: readonly StoredEvent['type'][] | undefined
  /** From this time on. */
  since?: number | undefined
  /** Before this time. */
  until?: number | undefined
}

export interface EventQuery extends EventFilters, PageQuery {
  /** `failing`: not delivered, and the last try failed. */
  status?: 'delivered' | 'undelivered' | 'failing' | undefined
}

export interface EventPage {
  events: ListedEvent[]
  /** The ids of events of this page that cannot be read. */
  unreadable: string[]
  after: string | null
}

export interface ResendQuery extends EventFilters, PageQuery {
  since: number
  now: number
  audit?: AuditRecord
}

/** Events for the merchant, and their deliveries. */
export interface EventStore {
  /**
   * Claims events whose delivery is due: only the first undelivered one of each entry. One that cannot be read is tried
   * again by `retryPutAside`; after an hour it holds up the later ones of its entry no longer.
   */
  claimEvents(options: { now: number; until: number; limit: number }): Promise<EventDelivery[]>
  /** A delivery has ended: the event is delivered, or due again. */
  eventTried(id: string, result: TryResult): Promise<void>
  /** Every event of an entry, in order. */
  eventsOf(entryId: string): Promise<EventDelivery[]>
  /** A page of events, the newest first, and the cursor of the next one. */
  listEvents(query: EventQuery): Promise<EventPage>
  /** Makes an event due now, also one that was delivered. Null: no event has this id. */
  resendEvent(id: string, now: number, audit?: AuditRecord): Promise<ListedEvent | null>
  /** The same for up to `limit` events, oldest first. */
  resendEvents(query: ResendQuery): Promise<{ count: number; after: string | null }>
}
