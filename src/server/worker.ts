import type { Kit } from './kit.ts'
import { passSafely } from './reconcile.ts'

export interface Worker {
  wake(): void
  /** When a pass last ended without breaking off. */
  lastPass(): number
  /** Stops after the pass at hand; what was taken in hand goes on. */
  stop(): Promise<void>
}

/** However quiet, look again after this: another process may have left work. */
const restMs = 1000

/**
 * Does due work by itself: one pass after another while there is any, then a rest until the next is due, or until
 * something in hand is done. No two passes overlap; being woken during one means another follows at once.
 */
export function createWorker(kit: Kit): Worker {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let cancelRest = (): void => undefined
  let lastPass = kit.clock.now()

  async function run(): Promise<void> {
    do {
      again = false
      const done = await passSafely(kit)
      if (done !== null) lastPass = kit.clock.now()
      if (done !== null && done > 0) again = true
    } while (again && !stopped)
    running = null
    if (stopped) return
    const due = await nextDue(kit)
    if (running === null) rest(due)
  }

  function rest(due: number | null): void {
    cancelRest()
    const ms = due === null ? restMs : Math.min(restMs, Math.max(10, due - kit.clock.now()))
    cancelRest = kit.clock.after(ms, wake)
  }

  function wake(): void {
    if (stopped) return
    again = true
    cancelRest()
    running ??= run()
  }

  return {
    wake,
    lastPass: () => lastPass,
    async stop() {
      stopped = true
      cancelRest()
      await running
    },
  }
}

async function nextDue(kit: Kit): Promise<number | null> {
  // What is due now waits for a hand, which wakes the worker once it is free.
  if (kit.asking.free() === 0 || kit.telling.free() === 0) return null
  try {
    return await kit.store.nextDue()
  } catch {
    // The pass has said so already; after the usual rest there is another one.
    return null
  }
}
