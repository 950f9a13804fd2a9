import type { Clock } from './clock.ts'

/** One held question: it hears of every change from the moment it is made, also while nobody waits for one. */
export interface Watch {
  /**
   * Resolves when the entry may have changed since the last call, when the time is over, when the request is
   * given up, or when the server closes.
   */
  change(ms: number, signal: AbortSignal): Promise<void>
  end(): void
}

/** Held questions: who waits for a checkout to change is woken when it does, by whichever process. */
export interface Waits {
  watch(entryId: string): Watch
  wake(entryId: string): void
  /** How many questions are held. */
  open(): number
  closed(): boolean
  /** Answers all at once, and every later one too. */
  close(): void
}

export function createWaits(clock: Clock): Waits {
  const watches = new Map<string, Set<() => void>>()
  let count = 0
  let closed = false

  function watch(entryId: string): Watch {
    let changed = false
    let resolve = (): void => undefined
    const wake = (): void => {
      changed = true
      resolve()
    }
    const others = watches.get(entryId) ?? new Set()
    watches.set(entryId, others.add(wake))
    count += 1

    return {
      async change(ms, signal) {
        if (changed || closed || signal.aborted || ms <= 0) {
          changed = false
          return
        }
        await new Promise<void>((done) => {
          resolve = () => {
            cancel()
            signal.removeEventListener('abort', resolve)
            done()
          }
          const cancel = clock.after(ms, resolve)
          signal.addEventListener('abort', resolve)
        })
        changed = false
      },
      end() {
        others.delete(wake)
        if (others.size === 0 && watches.get(entryId) === others) watches.delete(entryId)
        count -= 1
      },
    }
  }

  return {
    watch,
    wake(entryId) {
      for (const wake of [...(watches.get(entryId) ?? [])]) wake()
    },
    open: () => count,
    closed: () => closed,
    close() {
      closed = true
      for (const entryId of [...watches.keys()]) this.wake(entryId)
    },
  }
}
