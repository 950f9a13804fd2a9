import type { Merchant } from '../contract/view.ts'
import type { PaymentsClient } from '../service/client.ts'
import { type BackgroundTasks, createBackgroundTasks } from './lib/background-tasks.ts'
import { BoundedMap } from './lib/bounded-map.ts'
import { type ChangeNotifier, createChangeNotifier } from './lib/change-notifier.ts'
import { type ClientAddress, createCallbackAddresses, createClientAddress } from './lib/client-address.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { type ClockGuard, createClockGuard, type OtherClock } from './lib/clock-guard.ts'
import { type ClientSecrets, createClientSecrets } from './lib/crypto/client-secret.ts'
import { createDecryptCache, type DecryptCache } from './lib/crypto/decrypt-cache.ts'
import { createOrderTokens, type OrderTokens } from './lib/crypto/order-token.ts'
import { createLazySealer, generateSealKey, type Sealer } from './lib/crypto/seal.ts'
import { createFormUrlPolicy, type FormUrlPolicy } from './lib/form-url.ts'
import { type AbuseGuard, createAbuseGuard } from './lib/limits/abuse-guard.ts'
import { type AdaptiveLimit, createAdaptiveLimit } from './lib/limits/adaptive-limit.ts'
import { type CircuitBreaker, createCircuitBreaker } from './lib/limits/circuit-breaker.ts'
import { createWorkPool, type WorkPool } from './lib/limits/work-pool.ts'
import { type Log, logToStandardError } from './lib/log.ts'
import type { Metric } from './lib/metrics.ts'
import { createOutage, type Outage } from './lib/outage.ts'
import { createServiceOutages, type ServiceOutages } from './lib/service-outages.ts'
import { createSharedCalls, type SharedCalls } from './lib/shared-calls.ts'
import type { PaypaneOptions } from './options/options.ts'
import type { Pages, Site } from './pages.ts'
import { createPipelines, type Pipelines } from './pipelines.ts'
import { recentLookupMs } from './rules/attempt/lookup-schedule.ts'
import type { DecryptedDetails } from './rules/attempt/payment-details.ts'
import type { Cascade } from './rules/checkout/next-attempt.ts'
import type { Terms } from './rules/checkout/terms.ts'
import type { Entry } from './rules/model.ts'
import type { AmountsByCurrency, PayoutApproval } from './rules/payout/approval.ts'
import type { Moment, Policy } from './rules/policy.ts'
import type { Store } from './store/store.ts'

/** Everything that the server's functions work with: made once from the options, and passed whole. */
export interface Context {
  readonly service: PaymentsClient
  readonly store: Store
  readonly pipelines: Pipelines
  readonly sealer: Sealer
  readonly clock: Clock
  /** Refuses to work while this machine's clock is wrong. */
  readonly clockGuard: ClockGuard
  readonly log: Log
  /** Of the store, and of the worker's passes. */
  readonly outage: Outage

  // The shop.
  readonly order: PaypaneOptions['order']
  readonly orderTimeoutMs: number
  /** Null if the shop is not named. */
  readonly merchant: Merchant | null
  /** What the shop says while a claim is open; null: nothing. */
  readonly claimText: string | null
  readonly onEvent: PaypaneOptions['onEvent']
  readonly transactionIdPrefix: (reference: string) => string

  // Rules that the options set.
  readonly policy: Policy
  readonly cascade: Cascade
  /** Which payouts need a second operator. */
  readonly payoutApproval: PayoutApproval
  /** What may be paid out on a day; null: anything. */
  readonly payoutDailyLimit: AmountsByCurrency | null
  /** 0: personal data is never erased. */
  readonly retentionDays: number

  // Addresses.
  readonly basePath: string
  readonly publicUrl: PublicUrl
  readonly site: Site
  readonly callbacks: 'dynamic' | 'static'
  readonly formUrlPolicy: FormUrlPolicy
  readonly clientAddress: ClientAddress
  /** Whether callbacks are accepted from a client address. */
  readonly isCallbackAddress: (address: string | null) => boolean
  /** Null if the server has no pages. */
  readonly pages: Pages | null

  // Proofs and limits.
  /** Null if orders are plain references. */
  readonly orderTokens: OrderTokens | null
  readonly clientSecrets: ClientSecrets
  readonly guard: AbuseGuard

  // Work.
  readonly background: BackgroundTasks
  readonly callbackPool: WorkPool
  readonly lookupPool: WorkPool
  readonly outboxPool: WorkPool
  readonly circuitBreaker: CircuitBreaker
  /** Of lookups, which all go to one host. */
  readonly lookupLimit: AdaptiveLimit
  /** Lookups that payers wait for. */
  readonly sharedLookups: SharedCalls<Entry>
  readonly serviceOutages: ServiceOutages
  /** Of the delivery of events. */
  readonly eventOutage: Outage
  readonly changeNotifier: ChangeNotifier

  // Caches.
  readonly decryptCache: DecryptCache<DecryptedDetails>
  readonly termsCache: DecryptCache<Terms>
  /** Checkouts whose `seenAt` is being written: the same order may be open on many pages. */
  readonly seenWrites: Set<string>
  /** Warnings that are logged once. */
  readonly warned: Map<string, true>
  /** When operators read which details. */
  readonly recentReads: Map<string, number>

  /** The current time and a random number for jitter. */
  moment(): Moment
  onMetric(metric: Metric): void
  /** Runs the worker now: work may be due. */
  wake(): void
}

/** `wake`: runs the worker. `onLookupDone`: runs it if more lookups may be due than the pool had slots for. */
export function createContext(
  options: PaypaneOptions,
  { wake, onLookupDone }: { wake(): void; onLookupDone(): void },
): Context {
  const { service, store, clock = systemClock } = options
  const basePath = (options.basePath ?? '').replace(/\/+$/, '')
  const publicUrl = createPublicUrl(options.publicUrl)
  const base = options.publicUrl === undefined ? basePath : publicUrl(basePath).pathname.replace(/\/$/, '')
  const log: Log = (line) => (options.log ?? logToStandardError)(line)
  const onMetric = (metric: Metric): void => options.onMetric?.(metric)
  const outage = createOutage({ log, clock, endMessage: 'the failure is over' })
  const sealer = createLazySealer(options.sealKey ?? (store.volatile === true ? generateSealKey() : []))
  const lookupLimit = createAdaptiveLimit(clock)
  return Object.freeze({
    ...{ service, store, sealer, clock, log, outage, onMetric, wake },
    clockGuard: createClockGuard({
      now: clock.now,
      // A clock that is given is not compared with another.
      other: options.clock === undefined ? otherClock(store, service) : null,
    }),
    pipelines: createPipelines(options.pipelines),

    order: (reference, request, token) => options.order(reference, request, token),
    orderTimeoutMs: options.orderTimeoutMs ?? 10_000,
    merchant: options.merchant ?? null,
    claimText: options.claimText ?? null,
    onEvent: (event, delivery) => options.onEvent?.(event, delivery),
    transactionIdPrefix: (reference) => options.transactionIdPrefix?.(reference) ?? '',

    policy: policyOf(options),
    cascade: options.cascade ?? 'offer',
    payoutApproval: options.payoutApproval ?? 'never',
    payoutDailyLimit: options.payoutDailyLimit ?? null,
    retentionDays: options.retentionDays ?? defaultRetentionDays,

    ...{ basePath, publicUrl },
    site: { base, publicUrl: options.publicUrl },
    callbacks: options.callbacks ?? 'dynamic',
    formUrlPolicy: createFormUrlPolicy(options),
    clientAddress: createClientAddress(options),
    isCallbackAddress: createCallbackAddresses(options.callbackAddresses),
    pages: options.pages ?? null,

    orderTokens: createOrderTokens(options.orderSecret, clock, log),
    clientSecrets: createClientSecrets(sealer, clock),
    guard: createAbuseGuard({ store, clock, onMetric }, options.rateLimits),

    background: createBackgroundTasks(log, outage),
    callbackPool: createWorkPool(() => Number.POSITIVE_INFINITY, wake),
    lookupPool: createWorkPool(lookupLimit.current, onLookupDone),
    outboxPool: createWorkPool(() => maxConcurrentDeliveries, wake),
    circuitBreaker: createCircuitBreaker(clock),
    lookupLimit,
    sharedLookups: createSharedCalls(clock, recentLookupMs),
    serviceOutages: createServiceOutages({ log, clock }),
    eventOutage: createOutage({ log, clock, minMs: 5 * 60_000, endMessage: 'events are delivered again' }),
    changeNotifier: createChangeNotifier(clock, (ids) => store.pageVersions(ids)),

    decryptCache: createDecryptCache(clock),
    termsCache: createDecryptCache(clock),
    seenWrites: new Set(),
    warned: new BoundedMap(10_000),
    recentReads: new BoundedMap(10_000),

    moment: () => ({ at: clock.now(), jitter: options.random?.() ?? Math.random() }),
  } satisfies Context)
}

function otherClock(store: Store, service: PaymentsClient): OtherClock {
  if (store.now !== undefined) return { database: store.now }
  return {
    async newestStored() {
      const { entries } = await store.list({ kind: 'checkout', limit: 1 })
      return entries[0]?.updatedAt ?? null
    },
    service: () => service.date(),
    elapsed: () => performance.now(),
  }
}

/** Two years: longer than a card payment can be disputed. */
const defaultRetentionDays = 730

/** Events that are delivered concurrently. */
const maxConcurrentDeliveries = 50

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
    allowReplace: options.allowReplace ?? true,
    maxExtensions: options.maxExtensions ?? 10,
    claimAfterMs: Math.ceil((options.claimAfterMinutes ?? 30) * 60_000),
    confirmFinal: options.confirmFinal ?? true,
  }
}

/** Builds the URL of a path under which payers and the service reach this server. Never derived from a request. */
type PublicUrl = (path: string) => URL

/** Without a configured URL, the result throws a `TypeError`. */
const createPublicUrl =
  (configured: string | undefined): PublicUrl =>
  (path) => {
    if (configured === undefined)
      throw new TypeError(
        'publicUrl is not set: pass createPaypane the URL at which payers and the service reach this server.',
      )
    return new URL(configured.replace(/\/+$/, '') + path)
  }
