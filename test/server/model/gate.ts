import type { Store } from '../../../src/server/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import { underWay } from './calm.ts'

/** The steps at which a process can be stopped: before and after everything that it does outside itself. */
export interface Gate {
  /** Passed before and after each step. Never resolves in a process that died here. */
  pass(): Promise<void>
  isStopped(): boolean
  /** It stops at its so-manieth step from now: for good, or until it is thawed. */
  stopAfter(steps: number, how: 'dies' | 'freezes'): void
  stopNow(how: 'dies' | 'freezes'): void
  thaw(): void
}

const never = new Promise<void>(() => undefined)

export function createGate(): Gate {
  let plan: { steps: number; how: 'dies' | 'freezes' } | null = null
  let hold: Promise<void> | null = null
  let release = (): void => undefined

  function stop(how: 'dies' | 'freezes'): void {
    plan = null
    if (hold !== null) return
    if (how === 'dies') hold = never
    else ({ promise: hold, resolve: release } = Promise.withResolvers<void>())
  }

  return {
    isStopped: () => hold !== null,
    async pass() {
      if (plan !== null) {
        plan.steps -= 1
        if (plan.steps <= 0) stop(plan.how)
      }
      await hold
    },
    stopAfter(steps, how) {
      plan = { steps, how }
    },
    stopNow: stop,
    thaw() {
      if (hold === null || hold === never) return
      hold = null
      release()
    },
  }
}

/** The store as one process has it. `wrote` sees every change of an entry. */
export function gated(store: Store, gate: Gate, wrote: (entry: Entry) => void): Store {
  const told: Store = {
    ...store,
    open: () => underWay(() => store.open()),
    async save(entry, write) {
      const saved = await store.save(entry, write)
      if (saved === 'saved') wrote(entry)
      return saved
    },
  }
  return new Proxy(told, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || name === 'listen' || name === 'open') return member
      return async (...given: unknown[]): Promise<unknown> => {
        await gate.pass()
        const done: unknown = await underWay(() => Reflect.apply(member, target, given))
        await gate.pass()
        return done
      }
    },
  })
}
