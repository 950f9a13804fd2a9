import type { Clock } from './clock.ts'

/** The subscription of one long poll. Changes between two waits are not lost. */
export interface ChangeSubscription {
  /** Resolves if the entry may have changed since the last call, after `ms`, on abort, or when the server closes. */
  waitForChange(ms: number, signal: AbortSignal): Promise<void>
  unsubscribe(): void
}

/** Wakes the long polls of an entry when it changes, in this or another process. */
export interface ChangeNotifier {
  subscribe(entryId: string): ChangeSubscription
  notify(entryId: string): void
  /** How many long polls are open. */
  subscriptionCount(): number
  isClosed(): boolean
  /** Wakes all long polls; later waits return at once. */
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
