import { type Log, messageOf } from './log.ts'
import type { Outage } from './outage.ts'

/** Tasks that may outlive the request that started them; closing the server waits for them. */
export function createBackgroundTasks(log: Log, outage: Outage) {
  const running = new Set<Promise<unknown>>()
  return {
    /** Logs the task's failure and returns the task itself. */
    track<T>(task: Promise<T>): Promise<T> {
      const tracked = task.catch((error: unknown) => {
        if (!outage.isOpen())
          log({ level: 'error', message: `background task failed, will be retried: ${messageOf(error)}` })
      })
      running.add(tracked)
      void tracked.then(() => running.delete(tracked))
      return task
    },
    /** Resolves once no task is running. */
    async drain(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
