/** Runs a limited number of tasks concurrently, so that one slow task does not block the others. */
export interface WorkPool {
  /** Free slots; 0 also while more tasks run than a lowered limit allows. */
  available(): number
  /** How many tasks are running. */
  running(): number
  run(task: Promise<void>): void
  /** Resolves once no task is running. */
  drain(): Promise<void>
}

/** `onDone` is called after each task, whether it succeeded or failed. */
export function createWorkPool(limit: () => number, onDone: () => void): WorkPool {
  const running = new Set<Promise<void>>()
  return {
    available: () => Math.max(0, limit() - running.size),
    running: () => running.size,
    run(task) {
      const finish = (): void => {
        running.delete(tracked)
        onDone()
      }
      const tracked = task.then(finish, finish)
      running.add(tracked)
    },
    async drain() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
