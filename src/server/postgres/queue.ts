/** Runs at most `limit` tasks at the same time; others wait in their order. */
export function createQueue(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // The next task takes over this place.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
