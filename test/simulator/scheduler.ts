import { settle } from './determinism.ts'

/** Virtual time. Only `advance` moves it; timers that become due run in order, each until everything waits again. */
export interface Scheduler {
  now(): number
  after(ms: number, call: () => void): () => void
  /** Resolves after `ms`. */
  delay(ms: number): Promise<void>
  advance(ms: number): Promise<void>
}

export function createScheduler(): Scheduler {
  // A server refuses to work before 2026, and clocks jump back.
  let now = Date.UTC(2026, 0, 2)
  const timers: { at: number; call: () => void }[] = []
  const after: Scheduler['after'] = (ms, call) => {
    const timer = { at: now + Math.max(0, Math.ceil(ms)), call }
    timers.splice(timers.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer)
    return () => {
      const index = timers.indexOf(timer)
      if (index >= 0) timers.splice(index, 1)
    }
  }
  return {
    now: () => now,
    after,
    delay: (ms) => new Promise((resolve) => after(ms, resolve)),
    async advance(ms) {
      const until = now + ms
      await settle()
      for (let first = timers[0]; first !== undefined && first.at <= until; first = timers[0]) {
        timers.shift()
        now = Math.max(now, first.at)
        first.call()
        await settle()
      }
      now = until
    },
  }
}
