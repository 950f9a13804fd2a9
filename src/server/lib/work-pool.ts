/** Runs a limited number of tasks concurrently, so that one slow task does not block the others. */
export interface WorkPool {
  /** Free slots; 0 also while more tasks run than a lowered limit allows. */
  available(): number
  run(task: Promise<void>): void
  /** Resolves once no task is running. */
  drain(): Promise<void>
}

/** `onDone` is called after each task, whether it succeeded or failed: with whether the pool was full until then. */
export function createWorkPool(limit: () => number, onDone: (wasFull: boolean) => void): WorkPool {
  const running = new Set<Promise<void>>()
  const available = (): number => Math.max(0, limit() - running.size)
  return {
    available,
    run(task) {
      const finish = (): void => {
        const wasFull = available() === 0
        running.delete(tracked)
        onDone(wasFull)
      }
      const tracked = task.then(finish, finish)
      running.add(tracked)
    },
    async drain() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
