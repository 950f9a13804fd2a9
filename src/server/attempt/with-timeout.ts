import type { Context } from '../context.ts'

/** How long a request waits for the service's answer to a create before it answers without. */
const responseTimeoutMs = 3000

/** The work's result, or null when it takes longer than a request waits; it goes on by itself then. */
export async function withTimeout<T>(context: Context, task: Promise<T>): Promise<T | null> {
  const tracked = context.track(task)
  let cancel = (): void => undefined
  const timeout = new Promise<null>((resolve) => {
    cancel = context.clock.after(responseTimeoutMs, () => resolve(null))
  })
  try {
    return await Promise.race([tracked, timeout])
  } finally {
    cancel()
  }
}
