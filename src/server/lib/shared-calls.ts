import type { Clock } from './clock.ts'

/** What a shared call returned, and when it was started. */
interface SharedResult<T> {
  result: T
  requestedAt: number
}

/** Starts a call, or shares one with the same key. */
export type SharedCalls<T> = (key: string, call: () => Promise<T>) => Promise<SharedResult<T>>

/** Calls with one key share the one that is running, or that was started less than `recentMs` ago. */
export function createSharedCalls<T>(clock: Clock, recentMs: number): SharedCalls<T> {
  /** Oldest first. */
  const calls = new Map<string, { requestedAt: number; result: Promise<T>; isRunning: boolean }>()

  function removeOld(): void {
    for (const [key, { requestedAt, isRunning }] of calls)
      if (!isRunning && clock.now() - requestedAt >= recentMs) calls.delete(key)
  }

  function start(run: () => Promise<T>) {
    const call = { requestedAt: clock.now(), result: run(), isRunning: true }
    const end = (): void => {
      call.isRunning = false
    }
    call.result.then(end, end)
    return call
  }

  return async (key, run) => {
    removeOld()
    const call = calls.get(key) ?? start(run)
    calls.set(key, call)
    return { result: await call.result, requestedAt: call.requestedAt }
  }
}
