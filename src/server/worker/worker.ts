import type { Clock } from '../lib/clock.ts'
import { messageOf } from '../lib/log.ts'
import type { Outage } from '../lib/outage.ts'
import type { Reconciler } from './reconcile.ts'

/** The longest time between passes: another process may have left work. */
const maxIdleMs = 1000
/** The shortest time until a pass over due work, so that one pass does what becomes due together. */
const minIdleMs = 50

/** Runs passes in the background, one at a time. */
export function createWorker(
  reconciler: Omit<Reconciler, 'reconcile'>,
  { clock, outage }: { clock: Clock; outage: Outage },
) {
  let running: Promise<void> | null = null
  let rerun = false
  let stopped = false
  let cancelTimer = (): void => undefined
  let lastPassAt = clock.now()
  /** When the next work is due; null if unknown, or if a pool is full. */
  let due: number | null = null

  async function run(): Promise<void> {
    do {
      rerun = false
      await runPass()
    } while (rerun && !stopped)
    running = null
    due = null
    const next = await nextDue()
    if (!stopped) scheduleNextPass(next)
  }

  async function runPass(): Promise<void> {
    try {
      await reconciler.runPass()
      lastPassAt = clock.now()
      outage.ended()
    } catch (error) {
      outage.failed(`a pass over due work failed: ${messageOf(error)}`)
    }
  }

  async function nextDue(): Promise<number | null> {
    try {
      return await reconciler.nextDue()
    } catch {
      // The store's failure is logged by the next pass.
      return null
    }
  }

  function scheduleNextPass(next: number | null): void {
    due = next
    cancelTimer()
    const ms = next === null ? maxIdleMs : Math.min(maxIdleMs, Math.max(minIdleMs, next - clock.now()))
    cancelTimer = clock.after(ms, wake)
  }

  /** Runs a pass now, or another one after the current. */
  function wake(): void {
    if (stopped) return
    rerun = true
    cancelTimer()
    running ??= run()
  }

  return {
    wake,
    /** A lookup has ended. Runs a pass if more may be due, for which the pool had no free slot. */
    onTaskDone(): void {
      if (running === null && due === null) wake()
    },
    /** When a pass last succeeded. */
    lastPassAt: () => lastPassAt,
    /** Resolves after the current pass; tasks it started go on. */
    async stop(): Promise<void> {
      stopped = true
      cancelTimer()
      await running
    },
  }
}
