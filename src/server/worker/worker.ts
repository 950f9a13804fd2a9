import type { Clock } from '../lib/clock.ts'
import type { Outage } from '../lib/outage.ts'
import type { Reconciler } from './reconcile.ts'

/** Runs passes in the background, one at a time. */
export interface Worker {
  /** Runs a pass now, or another one after the current. */
  wake(): void
  /** When a pass last succeeded. */
  lastPassAt(): number
  /** Resolves after the current pass; tasks it started go on. */
  stop(): Promise<void>
}

interface WorkerServices {
  reconciler: Pick<Reconciler, 'runPass' | 'nextDue'>
  clock: Clock
  outage: Outage
}

/** The longest time between passes: another process may have left work. */
const maxIdleMs = 1000
/** The shortest time until a pass over due work, so that one pass does what becomes due together. */
const minIdleMs = 50

export function createWorker({ reconciler, clock, outage }: WorkerServices): Worker {
  let running: Promise<void> | null = null
  let rerun = false
  let stopped = false
  let cancelTimer = (): void => undefined
  let lastPassAt = clock.now()

  async function run(): Promise<void> {
    do {
      rerun = false
      await runPass()
    } while (rerun && !stopped)
    running = null
    if (stopped) return
    const due = await nextDue()
    if (running === null) scheduleNextPass(due)
  }

  async function runPass(): Promise<void> {
    try {
      await reconciler.runPass()
      lastPassAt = clock.now()
      outage.ended()
    } catch (error) {
      outage.failed('a pass over due work failed', error)
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

  function scheduleNextPass(due: number | null): void {
    cancelTimer()
    const ms = due === null ? maxIdleMs : Math.min(maxIdleMs, Math.max(minIdleMs, due - clock.now()))
    cancelTimer = clock.after(ms, wake)
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
