import { type Clock, hasPassed } from './clock.ts'

/**
 * Calls with one key share the one that is running, or that was started less than `recentMs` ago and has not failed. Returns
 * when it was started, too.
 */
export function createSharedCalls<T>(clock: Clock, recentMs: number) {
  const calls = new Map<string, { requestedAt: number; result: Promise<T>; isRunning: boolean }>()

  function removeOld(): void {
    for (const [key, { requestedAt, isRunning }] of calls)
      if (!isRunning && hasPassed(requestedAt, recentMs, clock.now())) calls.delete(key)
  }

  function start(key: string, run: () => Promise<T>) {
    const call = { requestedAt: clock.now(), result: run(), isRunning: true }
    calls.set(key, call)
    call.result.then(
      () => {
        call.isRunning = false
      },
      () => calls.delete(key),
    )
    return call
  }

  return async (key: string, run: () => Promise<T>): Promise<{ result: T; requestedAt: number }> => {
    removeOld()
    const call = calls.get(key) ?? start(key, run)
    return { result: await call.result, requestedAt: call.requestedAt }
  }
}
