import { type Clock, withTimeout } from './clock.ts'
import { type Log, messageOf } from './log.ts'
import type { Outage } from './outage.ts'

/** How long a request waits for the service before it responds without the outcome. */
const responseTimeoutMs = 3000

/** Tasks that may outlive the request that started them; closing the server waits for them. */
export function createBackgroundTasks(log: Log, outage: Outage, clock: Clock) {
  const running = new Set<Promise<unknown>>()

  /** Logs the task's failure and returns the task itself. */
  function track<T>(task: Promise<T>): Promise<T> {
    const tracked = task.catch((error: unknown) => {
      if (!outage.isOpen())
        log({ level: 'error', message: `background task failed, will be retried: ${messageOf(error)}` })
    })
    running.add(tracked)
    void tracked.then(() => running.delete(tracked))
    return task
  }

  return {
    track,
    /** The result for a response; null if the task takes longer than a payer should wait. */
    resultInTime: <T>(task: Promise<T>): Promise<T | null> =>
      withTimeout(clock, responseTimeoutMs, track(task)),
    /** Resolves once no task is running. */
    async drain(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>
