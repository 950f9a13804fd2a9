import type { Clock } from './clock.ts'

/** The subscription of one long poll. Changes between two waits are not lost. */
export interface ChangeSubscription {
  /**
   * Waits until the page of the entry may differ from the one of `version`: true. False after `ms`, on abort, or when the
   * server closes.
   */
  waitForChange(version: number, ms: number, signal: AbortSignal): Promise<boolean>
  unsubscribe(): void
}

interface OpenPoll {
  /** What it waits with; infinite while it reads. */
  version: number
  changed: boolean
  endWait(): void
}

const isWaiting = ({ version }: OpenPoll): boolean => version !== Number.POSITIVE_INFINITY

/** A notification of another process may be lost, so the versions are compared this often. */
const checkIntervalMs = 5000
/** A result of this size blocks the process for a millisecond or two. */
const checkBatchSize = 1000

/**
 * Wakes the long polls of an entry when its page changes, in this or another process. `pageVersions`: the version in which
 * the page of each entry last changed.
 */
export function createChangeNotifier(
  clock: Clock,
  pageVersions: (entryIds: readonly string[]) => Promise<ReadonlyMap<string, number>>,
) {
  const openPolls = new Map<string, Set<OpenPoll>>()
  let count = 0
  let isClosed = false
  let cancelCheck = (): void => undefined

  function wake(entryId: string, isStale: (poll: OpenPoll) => boolean): void {
    for (const poll of [...(openPolls.get(entryId) ?? [])].filter(isStale)) {
      poll.changed = true
      poll.endWait()
    }
  }

  function scheduleCheck(): void {
    cancelCheck()
    if (count > 0 && !isClosed) cancelCheck = clock.after(checkIntervalMs, () => void check())
  }

  /** One read for all long polls of the process, instead of one for each. */
  async function check(): Promise<void> {
    const entryIds = [...openPolls].flatMap(([id, polls]) => ([...polls].some(isWaiting) ? [id] : []))
    try {
      for (let from = 0; from < entryIds.length; from += checkBatchSize)
        for (const [entryId, pageVersion] of await pageVersions(entryIds.slice(from, from + checkBatchSize)))
          wake(entryId, ({ version }) => version < pageVersion)
    } catch {
      // The store cannot be read, which the worker logs. Another check follows.
    }
    scheduleCheck()
  }

  function add(entryId: string, poll: OpenPoll): void {
    openPolls.set(entryId, (openPolls.get(entryId) ?? new Set()).add(poll))
    count += 1
    if (count === 1) scheduleCheck()
  }

  function remove(entryId: string, poll: OpenPoll): void {
    const polls = openPolls.get(entryId)
    polls?.delete(poll)
    if (polls?.size === 0) openPolls.delete(entryId)
    count -= 1
    if (count === 0) cancelCheck()
  }

  return {
    subscribe(entryId: string): ChangeSubscription {
      const reading = { version: Number.POSITIVE_INFINITY, endWait: () => undefined }
      const poll: OpenPoll = { ...reading, changed: false }
      add(entryId, poll)
      return {
        async waitForChange(version, ms, signal) {
          if (!poll.changed && !isClosed && !signal.aborted && ms > 0) {
            await new Promise<void>((resolve) => {
              const endWait = (): void => {
                cancel()
                signal.removeEventListener('abort', endWait)
                Object.assign(poll, reading)
                resolve()
              }
              const cancel = clock.after(ms, endWait)
              signal.addEventListener('abort', endWait)
              Object.assign(poll, { version, endWait })
            })
          }
          const { changed } = poll
          poll.changed = false
          return changed
        },
        unsubscribe: () => remove(entryId, poll),
      }
    },
    notify: (entryId: string) => wake(entryId, () => true),
    subscriptionCount: () => count,
    /** Ends all waits; later ones end at once. */
    close(): void {
      isClosed = true
      cancelCheck()
      for (const poll of [...openPolls.values()].flatMap((polls) => [...polls])) poll.endWait()
    },
  }
}
