import type { Context } from '../context.ts'
import { runPassSafely } from './reconcile.ts'

export interface Worker {
  wake(): void
  /** When a pass last ended without breaking off. */
  lastPassAt(): number
  /** Stops after the pass at hand; what was taken in hand goes on. */
  stop(): Promise<void>
}

/** However quiet, look again after this: another process may have left work. */
const maxIdleMs = 1000

/**
 * Does due work by itself: one pass after another while there is any, then a rest until the next is due, or until
 * something in hand is done. No two passes overlap; being woken during one means another follows at once.
 */
export function createWorker(context: Context): Worker {
  let running: Promise<void> | null = null
  let rerun = false
  let stopped = false
  let cancelTimer = (): void => undefined
  let lastPassAt = context.clock.now()

  async function run(): Promise<void> {
    do {
      rerun = false
      const done = await runPassSafely(context)
      if (done !== null) lastPassAt = context.clock.now()
      if (done !== null && done > 0) rerun = true
    } while (rerun && !stopped)
    running = null
    if (stopped) return
    const due = await nextDue(context)
    if (running === null) scheduleNextPass(due)
  }

  function scheduleNextPass(due: number | null): void {
    cancelTimer()
    const ms = due === null ? maxIdleMs : Math.min(maxIdleMs, Math.max(10, due - context.clock.now()))
    cancelTimer = context.clock.after(ms, wake)
  }

  function wake(): void {
    if (stopped) return
    rerun = true
    cancelTimer()
    running ??= run()
  }

  return {
    wake,
    lastPassAt: () => lastPassAt,
    async stop() {
      stopped = true
      cancelTimer()
      await running
    },
  }
}

async function nextDue(context: Context): Promise<number | null> {
  // What is due now waits for a hand, which wakes the worker once it is free.
  if (context.lookupPool.available() === 0 || context.outboxPool.available() === 0) return null
  try {
    return await context.store.nextDue()
  } catch {
    // The pass has said so already; after the usual rest there is another one.
    return null
  }
}
