import { z } from 'zod'
import type { AuditRecord } from './audit.ts'
import type { UnmatchedCallbackEvent } from './events.ts'
import type { PageQuery } from './page.ts'

/** The proven part of a callback. `pipelines`: those whose private key verifies the signature. */
const VerifiedCallback = z.object({
  externalId: z.string(),
  status: z.string(),
  amount: z.string(),
  orderType: z.string(),
  pipelines: z.array(z.string()),
})
export type VerifiedCallback = z.infer<typeof VerifiedCallback>

export const StoredCallback = VerifiedCallback.extend({
  id: z.string(),
  receivedAt: z.number(),
  lastAt: z.number(),
  times: z.number(),
  entryId: z.string().nullable(),
  /** When it was applied, or found not to fit the attempt of its externalId: then without an entry. */
  appliedAt: z.number().nullable(),
  /** When its review was opened. */
  reviewAt: z.number().nullable(),
  acknowledged: z.object({ at: z.number(), note: z.string(), operator: z.string().nullable() }).nullable(),
})
export type StoredCallback = z.infer<typeof StoredCallback>

/** Selects callbacks that can be applied now. */
export interface ReadyQuery {
  now: number
  /** Of one order. */
  externalId?: string
  /** Only those that were not received within this time. */
  notWithin?: { from: number; until: number }
  limit: number
}

/** Verified callbacks, with or without the entry that they are about. */
export interface CallbackStore {
  /** Stores a verified callback. False: a duplicate, which says what the latest one of its order says. */
  saveCallback(callback: VerifiedCallback, now: number): Promise<boolean>
  /**
   * Callbacks that are not applied yet and match an entry of their kind, in their order of arrival: the first `limit` that are
   * not put aside, and all others of their orders, so that no later one comes before one that was put aside.
   */
  readyCallbacks(query: ReadyQuery): Promise<StoredCallback[]>
  /** Every callback of an entry, in their order of arrival. */
  callbacksOf(entryId: string): Promise<StoredCallback[]>
  /** Puts a callback aside that cannot be applied: it is unmatched, and by itself not ready before `until`. */
  postponeCallback(id: string, until: number): Promise<void>
  /** Marks a callback that matches no attempt as done. */
  ignoreCallback(id: string, now: number): Promise<void>
  /** A page of the callbacks that match no entry, the newest first, and the cursor of the next one. */
  unmatchedCallbacks(page: PageQuery): Promise<{ callbacks: StoredCallback[]; after: string | null }>
  /**
   * Opens the review of unmatched callbacks that need one (see `needsCallbackReview`): of ignored ones at once, of others
   * once they were received before `receivedBefore`. The event of each is stored in the same write.
   */
  reviewUnmatchedCallbacks(
    options: { receivedBefore: number; now: number; limit: number },
    eventOf: (callback: StoredCallback) => UnmatchedCallbackEvent,
  ): Promise<StoredCallback[]>
  /** Null: no unmatched callback has this id. A second acknowledgement changes nothing and leaves no audit record. */
  acknowledgeCallback(
    id: string,
    note: string,
    now: number,
    audit?: AuditRecord,
  ): Promise<StoredCallback | null>
  /**
   * Deletes callbacks without an entry: those older than `before`, but unacknowledged ones that concern an operator only
   * if older than `unacknowledgedBefore`; and the oldest unmatched ones beyond `limit` that concern none.
   */
  deleteUnmatchedCallbacks(options: {
    before: number
    unacknowledgedBefore: number
    limit: number
  }): Promise<number>
}
