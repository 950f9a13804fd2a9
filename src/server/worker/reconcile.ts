import type { Inbox } from '../callback/inbox.ts'
import type { BackgroundTasks } from '../lib/background-tasks.ts'
import type { ClockGuard } from '../lib/clock-guard.ts'
import type { DecryptCache } from '../lib/decrypt-cache.ts'
import { newId } from '../lib/ids.ts'
import type { WorkPool } from '../lib/work-pool.ts'
import type { Policy } from '../rules/policy.ts'
import type { Store } from '../store/store.ts'
import type { Outbox } from './outbox.ts'
import { type EntryServices, processEntry } from './process-entry.ts'

/** All work that is due: callbacks to apply, entries to look up or resend, events to deliver, data to clean up. */
export interface Reconciler {
  /**
   * One pass. Lookups and deliveries are started as far as the pools have free slots and continue after the pass.
   */
  runPass(): Promise<void>
  /** One pass with everything it started, also over callbacks that are just being applied. Returns how many tasks ran. */
  reconcile(): Promise<number>
  /** When the next work is due; null if unknown, or if a pool is full: a finished task wakes the worker then. */
  nextDue(): Promise<number | null>
}

interface ReconcilerServices extends EntryServices {
  store: Pick<Store, 'claim' | 'nextDue' | 'release' | 'putAside'>
  clockGuard: Pick<ClockGuard, 'check'>
  inbox: Inbox
  outbox: Outbox
  cleanUp(): Promise<void>
  decryptCache: Pick<DecryptCache<unknown>, 'evictExpired'>
  termsCache: Pick<DecryptCache<unknown>, 'evictExpired'>
  lookupPool: WorkPool
  outboxPool: WorkPool
  background: BackgroundTasks
}

export function createReconciler(services: ReconcilerServices): Reconciler {
  const { store, clockGuard, inbox, outbox, cleanUp, decryptCache, termsCache, lookupPool, outboxPool } =
    services

  async function runPass(allCallbacks = false): Promise<number> {
    await clockGuard.check()
    decryptCache.evictExpired()
    termsCache.evictExpired()
    const stages = [
      () => inbox.applyPending(allCallbacks),
      () => processDueEntries(services),
      () => cleanUp().then(() => 0),
      () => outbox.deliverDue(),
    ]
    const failures: unknown[] = []
    let count = 0
    // What one cannot do keeps no other from its work.
    for (const stage of stages) {
      try {
        count += await stage()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return count
  }

  return {
    runPass: async () => void (await runPass()),
    async reconcile() {
      try {
        return await runPass(true)
      } finally {
        await Promise.all([lookupPool.drain(), outboxPool.drain()])
      }
    },
    async nextDue() {
      if (lookupPool.available() === 0 || outboxPool.available() === 0) return null
      return await store.nextDue()
    },
  }
}

async function processDueEntries(services: ReconcilerServices): Promise<number> {
  const { store, lookupPool, background, clock, policy } = services
  const limit = lookupPool.available()
  if (limit === 0) return 0
  const lease = newId('lease')
  const now = clock.now()
  const entries = await store.claim({ now, until: now + leaseMs(policy), lease, limit })
  for (const entry of entries) lookupPool.run(background.track(processEntry(services, entry, lease)))
  return entries.length
}

/** Longer than a lookup and a send, each with its timeout. A worker that takes longer loses the lease. */
const leaseMs = ({ timeoutMs }: Policy): number => 2 * timeoutMs + 5000
