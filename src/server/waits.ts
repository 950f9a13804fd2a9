import type { Clock } from './clock.ts'

/** Held questions: who waits for a checkout to change is woken when it does, by whichever process. */
export interface Waits {
  /** Resolves when the entry may have changed, when the time is over, or when the server closes. */
  forChange(entryId: string, ms: number, signal: AbortSignal): Promise<void>
  wake(entryId: string): void
  /** How many questions are held. */
  open(): number
  closed(): boolean
  /** Answers all at once, and every later one too. */
  close(): void
}

export function createWaits(clock: Clock): Waits {
  const waiting = new Map<string, Set<() => void>>()
  let count = 0
  let closed = false

  return {
    forChange(entryId, ms, signal) {
      if (closed || signal.aborted || ms <= 0) return Promise.resolve()
      return new Promise((resolve) => {
        const waiters = waiting.get(entryId) ?? new Set()
        const done = (): void => {
          cancel()
          signal.removeEventListener('abort', done)
          waiters.delete(done)
          if (waiters.size === 0) waiting.delete(entryId)
          count -= 1
          resolve()
        }
        const cancel = clock.after(ms, done)
        signal.addEventListener('abort', done)
        waiters.add(done)
        waiting.set(entryId, waiters)
        count += 1
      })
    },
    wake(entryId) {
      for (const done of [...(waiting.get(entryId) ?? [])]) done()
    },
    open: () => count,
    closed: () => closed,
    close() {
      closed = true
      for (const entryId of [...waiting.keys()]) this.wake(entryId)
    },
  }
}
