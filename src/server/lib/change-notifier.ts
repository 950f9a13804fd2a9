import type { Clock } from './clock.ts'

/** One held question: it hears of every change from the moment it is made, also while nobody waits for one. */
export interface ChangeSubscription {
  /**
   * Resolves when the entry may have changed since the last call, when the time is over, when the request is
   * given up, or when the server closes.
   */
  waitForChange(ms: number, signal: AbortSignal): Promise<void>
  unsubscribe(): void
}

/** Held questions: who waits for a checkout to change is woken when it does, by whichever process. */
export interface ChangeNotifier {
  subscribe(entryId: string): ChangeSubscription
  notify(entryId: string): void
  /** How many questions are held. */
  subscriptionCount(): number
  isClosed(): boolean
  /** Answers all at once, and every later one too. */
  close(): void
}

export function createChangeNotifier(clock: Clock): ChangeNotifier {
  const subscriptions = new Map<string, Set<() => void>>()
  let count = 0
  let isClosed = false

  function subscribe(entryId: string): ChangeSubscription {
    let changed = false
    let resolve = (): void => undefined
    const notify = (): void => {
      changed = true
      resolve()
    }
    const others = subscriptions.get(entryId) ?? new Set()
    subscriptions.set(entryId, others.add(notify))
    count += 1

    return {
      async waitForChange(ms, signal) {
        if (changed || isClosed || signal.aborted || ms <= 0) {
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
      unsubscribe() {
        others.delete(notify)
        if (others.size === 0 && subscriptions.get(entryId) === others) subscriptions.delete(entryId)
        count -= 1
      },
    }
  }

  return {
    subscribe,
    notify(entryId) {
      for (const wake of [...(subscriptions.get(entryId) ?? [])]) wake()
    },
    subscriptionCount: () => count,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      for (const entryId of [...subscriptions.keys()]) this.notify(entryId)
    },
  }
}
