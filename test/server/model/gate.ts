import type { Store } from '../../../src/server/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import { trackPending } from './idle.ts'

/** The steps at which a process can be stopped: before and after everything that it does outside itself. */
export interface ProcessGate {
  /** Passed before and after each step. Never resolves in a process that died here. */
  advance(): Promise<void>
  isStopped(): boolean
  /** It stops at its so-manieth step from now: for good, or until it is thawed. */
  stopAfter(steps: number, how: 'dies' | 'freezes'): void
  stopNow(how: 'dies' | 'freezes'): void
  resume(): void
}

const never = new Promise<void>(() => undefined)

export function createProcessGate(): ProcessGate {
  let plan: { steps: number; how: 'dies' | 'freezes' } | null = null
  let paused: Promise<void> | null = null
  let release = (): void => undefined

  function stop(how: 'dies' | 'freezes'): void {
    plan = null
    if (paused !== null) return
    if (how === 'dies') paused = never
    else ({ promise: paused, resolve: release } = Promise.withResolvers<void>())
  }

  return {
    isStopped: () => paused !== null,
    async advance() {
      if (plan !== null) {
        plan.steps -= 1
        if (plan.steps <= 0) stop(plan.how)
      }
      await paused
    },
    stopAfter(steps, how) {
      plan = { steps, how }
    },
    stopNow: stop,
    resume() {
      if (paused === null || paused === never) return
      paused = null
      release()
    },
  }
}

/** The store as one process has it. `wrote` sees every change of an entry. */
export function gateStore(store: Store, gate: ProcessGate, onWrite: (entry: Entry) => void): Store {
  const wrapped: Store = {
    ...store,
    open: () => trackPending(() => store.open()),
    async save(entry, write) {
      const saved = await store.save(entry, write)
      if (saved === 'saved') onWrite(entry)
      return saved
    },
  }
  return new Proxy(wrapped, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || name === 'listen' || name === 'open') return member
      return async (...given: unknown[]): Promise<unknown> => {
        await gate.advance()
        const done: unknown = await trackPending(() => Reflect.apply(member, target, given))
        await gate.advance()
        return done
      }
    },
  })
}
