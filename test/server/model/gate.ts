import type { Store } from '../../../src/server/index.ts'
import type { Entry } from '../../../src/server/rules/model.ts'
import { trackPending } from './idle.ts'

/** Stops a process before or after any of its I/O calls. */
export interface ProcessGate {
  /** Called before and after each I/O call. Never resolves in a crashed process. */
  advance(): Promise<void>
  isStopped(): boolean
  /** Stops the process at the given step from now: `crash` for good, `freeze` until `resume`. */
  stopAfter(steps: number, how: 'crash' | 'freeze'): void
  stopNow(how: 'crash' | 'freeze'): void
  resume(): void
}

const never = new Promise<void>(() => undefined)

export function createProcessGate(): ProcessGate {
  let plan: { steps: number; how: 'crash' | 'freeze' } | null = null
  let paused: Promise<void> | null = null
  let release = (): void => undefined

  function stop(how: 'crash' | 'freeze'): void {
    plan = null
    if (paused !== null) return
    if (how === 'crash') paused = never
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

/** The store of one process. `onWrite` receives every saved entry. */
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
      return async (...args: unknown[]): Promise<unknown> => {
        await gate.advance()
        const result: unknown = await trackPending(() => Reflect.apply(member, target, args))
        await gate.advance()
        return result
      }
    },
  })
}
