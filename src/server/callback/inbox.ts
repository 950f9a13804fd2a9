import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Metric } from '../lib/metrics.ts'
import type { Pipelines } from '../pipelines.ts'
import type { Now, Policy } from '../rules/policy.ts'
import type { Store } from '../store/store.ts'
import { acceptCallback } from './accept-callback.ts'
import { applyCallbacks } from './apply-callbacks.ts'
import type { CallbackPath } from './verify-for-pipelines.ts'

/** Rule 8: callbacks are verified, stored, acknowledged, and applied afterwards. */
export interface Inbox {
  /** Verifies and stores a callback. Throws `signature_invalid` or `malformed`; nothing is stored then. */
  accept(rawBody: string, signature: string | null, path: CallbackPath): Promise<void>
  /** Applies stored callbacks whose entry is known. Returns how many. */
  applyPending(): Promise<number>
}

export interface InboxServices {
  store: Pick<Store, 'saveCallback' | 'entryByTransaction' | 'readyCallbacks' | 'ignoreCallback'>
  pipelines: Pipelines
  entries: EntryUpdater
  policy: Policy
  clock: Clock
  now(): Now
  onMetric(metric: Metric): void
  log: Log
  wake(): void
}

export const createInbox = (services: InboxServices): Inbox => ({
  accept: (rawBody, signature, path) => acceptCallback(services, rawBody, signature, path),
  applyPending: () => applyCallbacks(services),
})
