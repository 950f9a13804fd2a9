import type { Clock } from '../lib/clock.ts'
import type { Entry } from '../rules/model.ts'

/** The entry after a lookup of its last attempt, and when that was requested. */
export interface SharedLookup {
  entry: Entry
  requestedAt: number
}

/** Presses one after another do not repeat a lookup that was requested so recently. */
export const recentLookupMs = 2000

/** Lookups that payers wait for: an attempt has at most one that is running or recent. */
export function createSharedLookups(
  clock: Pick<Clock, 'now'>,
  lookUpLast: (entry: Entry) => Promise<Entry>,
): (entry: Entry) => Promise<SharedLookup> {
  /** Oldest first. */
  const lookups = new Map<string, { requestedAt: number; result: Promise<Entry>; isRunning: boolean }>()

  function removeOld(): void {
    for (const [key, { requestedAt, isRunning }] of lookups)
      if (!isRunning && clock.now() - requestedAt >= recentLookupMs) lookups.delete(key)
  }

  function start(entry: Entry) {
    const lookup = { requestedAt: clock.now(), result: lookUpLast(entry), isRunning: true }
    const end = (): void => {
      lookup.isRunning = false
    }
    lookup.result.then(end, end)
    return lookup
  }

  return async (entry) => {
    removeOld()
    const key = `${entry.id} ${entry.attempts.length}`
    const lookup = lookups.get(key) ?? start(entry)
    lookups.set(key, lookup)
    const found = await lookup.result
    // What was stored since then is newer than what it found.
    return { entry: found.version > entry.version ? found : entry, requestedAt: lookup.requestedAt }
  }
}
