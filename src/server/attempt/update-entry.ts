import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import { merchantEvents } from '../rules/merchant-events.ts'
import type { Entry } from '../rules/model.ts'
import { refOf, type StoredCard, type StoredEvent } from '../store/store.ts'

interface UpdateOptions {
  /** The change is made under this lease, or not at all. */
  lease?: string
  /** Callbacks that the change acts upon. */
  appliedCallbackIds?: readonly string[]
  card?: StoredCard
}

/** The lease that work was done under is another's by now: its outcome must not be written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#leaselosterror'
}

/**
 * The one way an entry changes: `decide` says from what is stored now what it becomes (null: nothing). The
 * entry, what the merchant is to be told of it and what was acted upon are one guarded write; where another
 * write came first, `decide` is asked again. Returns the entry as it stands afterwards; null: there is none.
 */
export async function updateEntry(
  context: Context,
  id: string,
  decide: (entry: Entry) => Entry | null | Promise<Entry | null>,
  options: UpdateOptions = {},
): Promise<Entry | null> {
  for (;;) {
    const before = await context.store.entry(id)
    if (before === null) return null
    const updated = await decide(before)
    if (updated === null || (updated === before && options.appliedCallbackIds === undefined)) return before

    const now = context.clock.now()
    const events = buildEvents(before, updated, now)
    const after: Entry = { ...updated, updatedAt: now, lastEventSeq: before.lastEventSeq + events.length }
    const saved = await context.store.save(after, { expectedVersion: before.version, events, ...options })
    if (saved === 'lease-lost') throw new LeaseLostError('The lease was lost; another worker has taken over.')
    if (saved === 'saved') {
      logChange(context, before, after, events)
      if (after.attempts.every(({ instructions }) => instructions === null)) context.decryptCache.remove(id)
      if (events.length > 0) context.wake()
      return { ...after, version: before.version + 1 }
    }
  }
}

const buildEvents = (before: Entry, after: Entry, now: number): StoredEvent[] =>
  merchantEvents(before, after).map((event, index) => ({
    ...event,
    id: newId('evt'),
    entryId: after.id,
    seq: before.lastEventSeq + index + 1,
    at: now,
    ref: refOf(after),
  }))

function logChange(context: Context, before: Entry, after: Entry, events: StoredEvent[]): void {
  for (const attempt of after.attempts) {
    const previous = before.attempts.find(({ n }) => n === attempt.n)
    if (previous?.state === attempt.state) continue
    context.log({
      level: 'info',
      message: `attempt is ${attempt.state}`,
      [after.kind]: after.id,
      attempt: attempt.n,
      externalTransactionId: attempt.externalTransactionId,
      status: attempt.status,
      ...(attempt.refusal === null ? {} : { label: attempt.refusal.label, http: attempt.refusal.status }),
    })
  }
  for (const event of events) {
    context.log({
      level: event.type.endsWith('needs_review') ? 'warn' : 'info',
      message: event.type,
      [after.kind]: after.id,
    })
  }
}
