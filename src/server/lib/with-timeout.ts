import type { Clock } from './clock.ts'

/** How long a request waits for the service before it responds without the outcome. */
export const responseTimeoutMs = 3000

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
