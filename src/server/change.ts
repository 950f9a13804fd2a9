import { newId } from './ids.ts'
import type { Kit } from './kit.ts'
import type { Entry } from './rules/model.ts'
import { tell } from './rules/tell.ts'
import { refOf, type StoredCard, type StoredEvent } from './store/store.ts'

interface ChangeOptions {
  /** The change is made under this lease, or not at all. */
  lease?: string
  /** Callbacks that the change acts upon. */
  applied?: readonly string[]
  card?: StoredCard
}

/** The lease that work was done under is another's by now: its outcome must not be written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#leaselost'
}

/**
 * The one way an entry changes: `decide` says from what is stored now what it becomes (null: nothing). The
 * entry, what the merchant is to be told of it and what was acted upon are one guarded write; where another
 * write came first, `decide` is asked again. Returns the entry as it stands afterwards; null: there is none.
 */
export async function change(
  kit: Kit,
  id: string,
  decide: (entry: Entry) => Entry | null | Promise<Entry | null>,
  options: ChangeOptions = {},
): Promise<Entry | null> {
  for (;;) {
    const before = await kit.store.entry(id)
    if (before === null) return null
    const decided = await decide(before)
    if (decided === null || (decided === before && options.applied === undefined)) return before

    const now = kit.clock.now()
    const events = eventsOf(before, decided, now)
    const after: Entry = { ...decided, updatedAt: now, told: before.told + events.length }
    const saved = await kit.store.save(after, { from: before.version, events, ...options })
    if (saved === 'lease-lost') throw new LeaseLost('The lease was lost; another worker has taken over.')
    if (saved === 'saved') {
      logChange(kit, before, after, events)
      if (after.attempts.every(({ instructions }) => instructions === null)) kit.opened.forget(id)
      if (events.length > 0) kit.wake()
      return { ...after, version: before.version + 1 }
    }
  }
}

const eventsOf = (before: Entry, after: Entry, now: number): StoredEvent[] =>
  tell(before, after).map((told, index) => ({
    ...told,
    id: newId('evt'),
    entryId: after.id,
    seq: before.told + index + 1,
    at: now,
    ref: refOf(after),
  }))

function logChange(kit: Kit, before: Entry, after: Entry, events: StoredEvent[]): void {
  for (const attempt of after.attempts) {
    const earlier = before.attempts.find(({ n }) => n === attempt.n)
    if (earlier?.state === attempt.state) continue
    kit.log({
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
    kit.log({
      level: event.type.endsWith('needs_review') ? 'warn' : 'info',
      message: event.type,
      [after.kind]: after.id,
    })
  }
}
