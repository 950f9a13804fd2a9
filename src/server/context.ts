import type { PaymentsClient } from '../service/client.ts'
import { type CallbackUrlParam, createCallbackUrlParam } from './attempt/callback-url.ts'
import { createFormUrlPolicy, type FormUrlPolicy } from './attempt/form-url.ts'
import { createPublicUrl, type PublicUrl } from './attempt/public-url.ts'
import { createTransactionIds, type TransactionIdFor } from './attempt/transaction-id.ts'
import { type ClientSecrets, createClientSecrets } from './checkout/client-secret.ts'
import type { Instructions } from './checkout/current-action.ts'
import type { Terms } from './checkout/order-terms.ts'
import { createOrderTokens, type OrderTokens } from './checkout/order-token.ts'
import { type AdaptiveLimit, createAdaptiveLimit } from './lib/adaptive-limit.ts'
import { type BackgroundTasks, createBackgroundTasks } from './lib/background-tasks.ts'
import { type CircuitBreaker, createCircuitBreaker } from './lib/circuit-breaker.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { createDecryptCache, type DecryptCache } from './lib/decrypt-cache.ts'
import { createLazySealer } from './lib/lazy-sealer.ts'
import { type Log, logToStandardError } from './lib/log.ts'
import type { Metric } from './lib/metrics.ts'
import { createOutage, type Outage } from './lib/outage.ts'
import { generateSealKey, type Sealer } from './lib/seal.ts'
import type { PaypaneOptions } from './options.ts'
import { createPipelines, type Pipelines } from './pipelines.ts'
import type { Now, Policy } from './rules/policy.ts'
import type { Store } from './store/store.ts'

/** What the options provide, with their defaults. Never changes; every room names the members that it uses. */
export interface Context {
  readonly service: PaymentsClient
  readonly store: Store
  readonly pipelines: Pipelines
  readonly sealer: Sealer
  /** Null if orders are plain references. */
  readonly orderTokens: OrderTokens | null
  readonly clientSecrets: ClientSecrets
  readonly policy: Policy
  readonly basePath: string
  readonly publicUrl: PublicUrl
  readonly callbackUrlParam: CallbackUrlParam
  readonly transactionIdFor: TransactionIdFor
  readonly formUrlPolicy: FormUrlPolicy
  readonly circuitBreaker: CircuitBreaker
  /** Of lookups, which all go to one host. */
  readonly lookupLimit: AdaptiveLimit
  readonly decryptCache: DecryptCache<Instructions>
  readonly termsCache: DecryptCache<Terms>
  readonly background: BackgroundTasks
  readonly outage: Outage
  readonly clock: Clock
  /** The current time and a random number for jitter. */
  now(): Now
  readonly log: Log
  onMetric(metric: Metric): void
  /** Runs the worker now: work may be due. */
  wake(): void
}

export function createContext(options: PaypaneOptions, wake: () => void): Context {
  const { service, store, clock = systemClock, callbacks = 'dynamic' } = options
  const basePath = (options.basePath ?? '').replace(/\/+$/, '')
  const publicUrl = createPublicUrl(options.publicUrl)
  const log: Log = (line) => (options.log ?? logToStandardError)(line)
  const outage = createOutage(log, clock)
  const sealer = createLazySealer(options.sealKey ?? (store.volatile === true ? generateSealKey() : []))
  return {
    service,
    store,
    pipelines: createPipelines(options.pipelines),
    sealer,
    orderTokens: createOrderTokens(options.orderSecret, clock, log),
    clientSecrets: createClientSecrets(sealer, clock),
    policy: policyOf(options),
    basePath,
    publicUrl,
    callbackUrlParam: createCallbackUrlParam({ callbacks, publicUrl, basePath }),
    transactionIdFor: createTransactionIds(options),
    formUrlPolicy: createFormUrlPolicy(options),
    circuitBreaker: createCircuitBreaker(clock),
    lookupLimit: createAdaptiveLimit(clock),
    decryptCache: createDecryptCache(clock),
    termsCache: createDecryptCache(clock),
    background: createBackgroundTasks(log, outage),
    outage,
    clock,
    now: () => ({ at: clock.now(), jitter: options.random?.() ?? Math.random() }),
    log,
    onMetric: (metric) => options.onMetric?.(metric),
    wake,
  }
}

function policyOf(options: PaypaneOptions): Policy {
  const { timeoutMs } = options.service
  // PostgreSQL stores times as whole milliseconds only.
  return {
    timeoutMs: Math.ceil(timeoutMs),
    ttlMs: Math.ceil((options.checkoutTtlSeconds ?? 1800) * 1000),
    createGraceMs: Math.ceil(options.createGraceMs ?? timeoutMs),
    reviewAfterMs: Math.ceil((options.reviewAfterMinutes ?? 60) * 60_000),
    watchMs: Math.ceil((options.correctionWatchHours ?? 72) * 3_600_000),
    maxAttempts: options.maxAttempts ?? 20,
    allowSetAside: options.allowSetAside ?? true,
    confirmFinal: options.confirmFinal ?? true,
  }
}
