/** So many pieces of work at once, each as long as it takes: one that hangs holds up no other, until no hand is free. */
export interface WorkPool {
  /** How many more can be taken now. */
  available(): number
  /** Takes a piece of work in hand. */
  run(task: Promise<void>): void
  /** Resolves once nothing is in hand. */
  drain(): Promise<void>
}

/** `most` pieces of work at once; `done` is called after each. */
export function createWorkPool(limit: number, onDone: () => void): WorkPool {
  const running = new Set<Promise<void>>()
  return {
    available: () => limit - running.size,
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
