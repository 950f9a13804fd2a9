/** The current time and timers, injected so that tests control them. */
export interface Clock {
  /** Whole milliseconds since the epoch: PostgreSQL refuses parts of one. */
  now(): number
  /** Calls back once after `ms` milliseconds. Returns a cancel function. */
  after(ms: number, callback: () => void): () => void
  /** Milliseconds that pass, whatever the clock is set to. Without it, the clock is trusted and compared with no other. */
  elapsed?(): number
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  elapsed: () => performance.now(),
}

/** Whether so long has passed since an earlier time. One that is as far ahead is of a clock that was wrong, and counts, too. */
export const hasPassed = (since: number, ms: number, now: number): boolean => Math.abs(now - since) >= ms

/** The task's result, or null if it takes longer than `ms`; the task itself goes on. */
export async function withTimeout<T>(clock: Clock, ms: number, task: Promise<T>): Promise<T | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const cancel = clock.after(ms, () => resolve(null))
  try {
    return await Promise.race([task, timeout])
  } finally {
    cancel()
  }
}
