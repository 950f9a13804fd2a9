import type { BackgroundTasks } from '../background-tasks.ts'

/**
 * Runs a limited number of background tasks concurrently, so that one slow task does not block the others. `onDone` is called
 * after each task, whether it succeeded or failed.
 */
export function createWorkPool(background: BackgroundTasks, limit: () => number, onDone: () => void) {
  const running = new Set<Promise<void>>()
  return {
    /** Free slots; 0 also while more tasks run than a lowered limit allows. */
    available: () => Math.max(0, limit() - running.size),
    running: () => running.size,
    run(task: Promise<unknown>): void {
      const finish = (): void => {
        running.delete(tracked)
        onDone()
      }
      const tracked = background.track(task).then(finish, finish)
      running.add(tracked)
    },
    /** Resolves once no task is running. */
    async drain(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
