import type { Entry } from '../../src/server/rules/model.ts'
import type { Store } from '../../src/server/store/store.ts'
import type { Replica } from '../support/replicated-store.ts'
import { trackPending } from './determinism.ts'
import { StoreFailure } from './gate.ts'

/** What a replica lacks that has taken over. */
export interface Lost {
  /** By id: each entry that the lost commits have written, as it was, and as the replica has it; null: not at all. */
  entries: ReadonlyMap<string, { before: Entry; now: Entry | null }>
  /** The ids of events. */
  events: ReadonlySet<string>
  /** Since when commits were lost. */
  since: number
}

/** A replica that lacks the last commits takes over, and all instances connect to it. */
export interface Failover {
  /** The store as a server finds it. */
  of(store: Store): Store
  /** After `kept` calls of the store the replica receives nothing any more, and after `lost` others it takes over. */
  plan(calls: { kept: number; lost: number }): Promise<void>
  /** From now on: whether a replica has taken over, so that what a request has done may be lost. */
  follow(): () => boolean
  /** How often a replica took over. */
  count(): number
  /** An error of work that was under way as a replica took over, or on an entry of which a commit was lost. */
  excuses(text: string): boolean
  /** No replica takes over any more. */
  end(): void
}

export function createFailover(
  replica: Replica | undefined,
  {
    now,
    entries,
    events,
    onLost,
  }: {
    now(): number
    entries(): Promise<Entry[]>
    events(): Promise<string[]>
    onLost(lost: Lost): void
  },
): Failover {
  const concerned = new Set<string>()
  let plan: { kept: number; lost: number } | null = null
  let since = 0
  let count = 0

  async function failOver(): Promise<void> {
    const [before, eventsBefore] = [await entries(), await events()]
    await replica?.failOver()
    const left = new Map((await entries()).map((entry) => [entry.id, entry]))
    const eventsLeft = new Set(await events())
    const changed = before.filter(({ id, version }) => left.get(id)?.version !== version)
    for (const { id } of changed) concerned.add(id)
    count += 1
    onLost({
      entries: new Map(
        changed.map((entry) => [entry.id, { before: entry, now: left.get(entry.id) ?? null }]),
      ),
      events: new Set(eventsBefore.filter((id) => !eventsLeft.has(id))),
      since,
    })
  }

  async function stopReplication(): Promise<void> {
    since = now()
    await replica?.stopReplication()
  }

  /** Counts a call that has just ended. Returns whether it is the last before the replica takes over. */
  async function countCall(): Promise<boolean> {
    if (plan === null) return false
    if (plan.kept > 0) {
      plan.kept -= 1
      if (plan.kept === 0) await stopReplication()
      return false
    }
    plan.lost -= 1
    if (plan.lost > 0) return false
    plan = null
    return true
  }

  return {
    of(store) {
      if (replica === undefined) return store
      const members = Object.entries(store).map(([name, member]: [string, unknown]): [string, unknown] => {
        if (typeof member !== 'function' || name === 'listen' || name === 'onUnreadable')
          return [name, member]
        const call = async (...args: unknown[]): Promise<unknown> => {
          const result: unknown = await Reflect.apply(member, store, args)
          if (!(await countCall())) return result
          await failOver()
          throw new StoreFailure(`${name} has failed.`)
        }
        return [name, call]
      })
      return { ...store, ...Object.fromEntries(members) }
    },
    async plan(calls) {
      if (plan !== null) return
      plan = { ...calls }
      if (plan.kept === 0) await trackPending(stopReplication)
    },
    follow() {
      const before = count
      return () => count > before
    },
    count: () => count,
    excuses: (text) =>
      [...concerned].some((id) => text.includes(id)) ||
      (count > 0 && /DatabaseError|LeaseLostError|(Checkout|Payout) not found/.test(text)),
    end() {
      plan = null
    },
  }
}
