import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { BackgroundTasks } from '../lib/background-tasks.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Metric } from '../lib/metrics.ts'
import type { RateLimiter } from '../lib/rate-limit.ts'
import type { Pipelines } from '../pipelines.ts'
import type { Now, Policy } from '../rules/policy.ts'
import type { Store } from '../store/store.ts'
import { acceptCallback } from './accept-callback.ts'
import { applyCallbacks } from './apply-callbacks.ts'
import type { CallbackRequest } from './verify-for-pipelines.ts'

/** Rule 8: callbacks are verified, stored, acknowledged, and applied afterwards. */
export interface Inbox {
  /** Verifies and stores a callback. Throws `signature_invalid`, `malformed` or `rate_limited`; nothing is stored then. */
  accept(request: CallbackRequest): Promise<void>
  /**
   * Applies stored callbacks whose entry is known. Returns how many. `all`: also those that were received just now, which
   * their own process is applying.
   */
  applyPending(all: boolean): Promise<number>
}

export interface InboxServices {
  store: Pick<
    Store,
    'saveCallback' | 'entryByTransaction' | 'list' | 'readyCallbacks' | 'ignoreCallback' | 'postponeCallback'
  >
  pipelines: Pipelines
  rejectedCallbacks: RateLimiter
  /** Whether callbacks are accepted from a client address. */
  isCallbackAddress(address: string | null): boolean
  entries: EntryUpdater
  policy: Policy
  background: BackgroundTasks
  clock: Clock
  now(): Now
  onMetric(metric: Metric): void
  log: Log
  wake(): void
}

/** For so long only the process that has received a callback applies it: several would wait for each other's writes. */
const ownMs = 1000

export function createInbox(services: InboxServices): Inbox {
  const { background, clock, wake } = services
  const applying = new Set<Promise<void>>()

  /** At once: the worker may be busy with lookups. It applies what fails here. */
  function applyReceived(externalId: string): void {
    const finish = (): void => {
      applying.delete(task)
      wake()
    }
    const task = background.track(applyCallbacks(services, { externalId })).then(finish, finish)
    applying.add(task)
  }

  return {
    async accept(request) {
      applyReceived(await acceptCallback(services, request))
    },
    async applyPending(all) {
      const now = clock.now()
      if (!all) return await applyCallbacks(services, { notWithin: { from: now - ownMs, until: now } })
      const received = await Promise.all(applying)
      return received.length + (await applyCallbacks(services, {}))
    },
  }
}
