import { applyPendingCallbacks } from '../callback/apply-callbacks.ts'
import type { Context } from '../context.ts'
import { newId } from '../lib/ids.ts'
import type { Policy } from '../rules/policy.ts'
import { createCleanUp } from './clean-up.ts'
import { deliverDueEvents } from './outbox.ts'
import { processEntry } from './process-entry.ts'
import { runEach } from './run-each.ts'

/** All work that is due: callbacks to apply, entries to look up or resend, events to deliver, data to clean up. */
export function createReconciler(context: Context) {
  const { store, clockGuard, decryptCache, termsCache, lookupPool, outboxPool } = context
  const cleanUp = createCleanUp(context)

  async function runPass(allCallbacks = false): Promise<number> {
    await clockGuard.check()
    clockGuard.assertConfirmed()
    decryptCache.evictExpired()
    termsCache.evictExpired()
    let count = 0
    const counted = async (stage: Promise<number>): Promise<void> => {
      const done = await stage
      count += done
    }
    await runEach([
      () => counted(applyPendingCallbacks(context, allCallbacks)),
      () => counted(processDueEntries(context)),
      () => counted(deliverDueEvents(context)),
      cleanUp,
    ])
    return count
  }

  return {
    /** One pass. Lookups and deliveries are started as far as the pools have free slots and continue after the pass. */
    runPass: async (): Promise<void> => void (await runPass()),
    /** One pass with everything it started, also over callbacks that are just being applied. Returns how many tasks ran. */
    async reconcile(): Promise<number> {
      try {
        return await runPass(true)
      } finally {
        await Promise.all([lookupPool.drain(), outboxPool.drain()])
      }
    },
    /** When the next work is due; null if unknown, or if a pool is full: a finished task wakes the worker then. */
    async nextDue(): Promise<number | null> {
      if (lookupPool.available() === 0 || outboxPool.available() === 0) return null
      return await store.nextDue()
    },
  }
}
export type Reconciler = ReturnType<typeof createReconciler>

async function processDueEntries(context: Context): Promise<number> {
  const { store, lookupPool, clock, policy } = context
  const limit = lookupPool.available()
  const lease = newId('lease')
  const now = clock.now()
  const entries = await store.claim({ now, until: now + leaseMs(policy), lease, limit })
  for (const entry of entries) lookupPool.run(processEntry(context, entry, lease))
  return entries.length
}

/** Longer than a lookup and a send, each with its timeout. A worker that takes longer loses the lease. */
const leaseMs = ({ timeoutMs }: Policy): number => 2 * timeoutMs + 5000
