import type { Entry } from '../../src/server/rules/model.ts'
import type { Store } from '../../src/server/store/store.ts'
import { trackPending } from './determinism.ts'

type Stop = 'crash' | 'freeze'

/** The connection to the database is lost; what was under way may be committed. */
export class StoreFailure extends Error {
  override readonly name = 'DatabaseError'
}

/** Stops a server instance before or after any of its I/O calls. */
export interface Gate {
  /** Called before and after each I/O call. Never resolves in a crashed instance. */
  advance(): Promise<void>
  /** Rejects when the instance crashes: its connections break. */
  readonly crashed: Promise<never>
  isStopped(): boolean
  hasCrashed(): boolean
  /** It was frozen at least once: what it sends then may be out of date. */
  wasFrozen(): boolean
  /** Stops at the given step from now: `crash` for good, `freeze` until `resume`, which also ends the plan to stop. */
  stopAfter(steps: number, how: Stop): void
  resume(): void
}

/** `crashesNow` is asked at every step. */
export function createGate(crashesNow: () => boolean, onStop: (how: Stop) => void): Gate {
  // Of this gate alone: what waits for it goes with the gate.
  const never = new Promise<void>(() => undefined)
  let plan: { steps: number; how: Stop } | null = null
  let paused: Promise<void> | null = null
  let release = (): void => undefined
  let wasFrozen = false
  const { promise: crashed, reject } = Promise.withResolvers<never>()
  crashed.catch(() => undefined)

  function stop(how: Stop): void {
    plan = null
    if (paused !== null) return
    if (how === 'crash') {
      paused = never
      reject(new TypeError('The instance has crashed.'))
    } else {
      ;({ promise: paused, resolve: release } = Promise.withResolvers<void>())
      wasFrozen = true
    }
    onStop(how)
  }

  return {
    crashed,
    isStopped: () => paused !== null,
    hasCrashed: () => paused === never,
    wasFrozen: () => wasFrozen,
    async advance() {
      if (paused === null && crashesNow()) stop('crash')
      if (plan !== null) {
        plan.steps -= 1
        if (plan.steps <= 0) stop(plan.how)
      }
      await paused
    },
    stopAfter(steps, how) {
      if (steps === 0) stop(how)
      else plan = { steps, how }
    },
    resume() {
      plan = null
      if (paused === never) return
      paused = null
      release()
    },
  }
}

/** The shared store as one instance uses it. */
export function gateStore(
  store: Store,
  {
    gate,
    listeners,
    onStored,
    onErasedOld,
    losesHint,
    latency,
    failure,
  }: {
    gate: Gate
    /** Receive the id of each changed entry, at all instances. A database would notify them at any time. */
    listeners: Set<(entryId: string) => void>
    /** Receives every saved entry. */
    onStored(entry: Entry): void
    /** Retention has erased something; null: it never does. */
    onErasedOld: (() => Promise<void>) | null
    /** Whether a notification is lost. */
    losesHint(): boolean
    /** Precedes every call. */
    latency(): Promise<void>
    /** Whether a call fails: before anything was written, or after it was committed; null: not. */
    failure(): 'before' | 'after' | null
  },
): Store {
  const wrapped: Store = {
    ...store,
    // The store outlives the instance.
    open: async () => undefined,
    close: async () => undefined,
    listen(onChange) {
      const listener = (entryId: string): void => {
        if (!gate.isStopped() && !losesHint()) onChange(entryId)
      }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async insert(entry) {
      const isInserted = await store.insert(entry)
      if (isInserted) onStored(entry)
      return isInserted
    },
    async insertPayout(payout, write) {
      const result = await store.insertPayout(payout, write)
      if (result === 'inserted') onStored(payout)
      return result
    },
    eraseOld: (options) =>
      onErasedOld === null
        ? store.eraseOld(options)
        : store.eraseOld(options).then(async (count) => {
            if (count > 0) await onErasedOld()
            return count
          }),
    // What operators did is compared at the end.
    deleteAuditBefore: async () => 0,
    async save(entry, write) {
      const saved = await store.save(entry, write)
      if (saved !== 'saved') return saved
      if (write.payout !== undefined) onStored(write.payout)
      onStored(entry)
      if (write.silent !== true) for (const listener of listeners) listener(entry.id)
      return saved
    },
  }
  const gated = Object.entries(wrapped).map(([name, member]: [string, unknown]): [string, unknown] => {
    if (typeof member !== 'function' || name === 'listen' || name === 'onUnreadable') return [name, member]
    const call = async (...args: unknown[]): Promise<unknown> => {
      await gate.advance()
      await latency()
      const fails = failure()
      if (fails === 'before') throw new StoreFailure(`${name} has failed.`)
      const result: unknown = await trackPending(async () => await Reflect.apply(member, wrapped, args))
      await gate.advance()
      if (fails === 'after') throw new StoreFailure(`${name} has failed.`)
      return result
    }
    return [name, call]
  })
  return Object.assign(wrapped, Object.fromEntries(gated))
}
