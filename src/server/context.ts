import type { PaymentsClient } from '../service/client.ts'
import { createBackgroundTasks } from './lib/background-tasks.ts'
import { BoundedMap } from './lib/bounded-map.ts'
import { createChangeNotifier } from './lib/change-notifier.ts'
import { createCallbackAddresses, createClientAddress } from './lib/client-address.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { createClockGuard, type OtherClock } from './lib/clock-guard.ts'
import { createOffsetReport } from './lib/clock-offset.ts'
import { createClientSecrets } from './lib/crypto/client-secret.ts'
import { createDecryptCache } from './lib/crypto/decrypt-cache.ts'
import { createOrderTokens } from './lib/crypto/order-token.ts'
import { createSealer, generateSealKey } from './lib/crypto/seal.ts'
import { createFormCheck } from './lib/form-url.ts'
import { createAbuseGuard } from './lib/limits/abuse-guard.ts'
import { createAdaptiveLimit } from './lib/limits/adaptive-limit.ts'
import { createCircuitBreakers } from './lib/limits/circuit-breaker.ts'
import { createWorkPool } from './lib/limits/work-pool.ts'
import { type Log, type LogLine, logToStandardError, messageOf } from './lib/log.ts'
import type { Metric } from './lib/metrics.ts'
import { createObserver } from './lib/observer.ts'
import { createOutage } from './lib/outage.ts'
import { createServiceOutages } from './lib/service-outages.ts'
import { createSharedCalls } from './lib/shared-calls.ts'
import type { PaypaneOptions } from './options/options.ts'
import { createPipelines } from './pipelines.ts'
import { recentLookupMs } from './rules/attempt/lookup-schedule.ts'
import type { DecryptedDetails } from './rules/attempt/payment-details.ts'
import type { StoredTerms } from './rules/checkout/terms.ts'
import type { Checkout, Entry } from './rules/model.ts'
import type { Moment, Policy } from './rules/policy.ts'
import type { Store } from './store/store.ts'

/**
 * Everything that the server's functions work with: made once from the options, and passed whole. `wake`: runs the worker,
 * since work may be due. `onLookupDone`: runs it if more lookups may be due than the pool had slots for.
 */
export function createContext(
  options: PaypaneOptions,
  { wake, onLookupDone }: { wake(): void; onLookupDone(): void },
) {
  const { service, store, clock = systemClock } = options
  const basePath = (options.basePath ?? '').replace(/\/+$/, '')
  const publicUrl = createPublicUrl(options.publicUrl)
  const base = options.publicUrl === undefined ? basePath : publicUrl(basePath).pathname.replace(/\/$/, '')
  const log: Log = createObserver(
    (line: LogLine) => (options.log ?? logToStandardError)(line),
    (error, line) => logToStandardError({ ...line, logError: messageOf(error) }),
  )
  const clockGuard = createClockGuard(clock, otherClock(store, service, clock), createOffsetReport(log))
  const onMetric = createMetricObserver(options, log)
  const outage = createOutage({ log, clock, endMessage: 'the failure is over' })
  const sealer = createSealer(options.sealKey ?? (store.volatile === true ? generateSealKey() : []))
  const lookupLimit = createAdaptiveLimit(clock)
  const background = createBackgroundTasks(log, outage, clock)
  return Object.freeze({
    ...{ service, store, sealer, clockGuard, log, onMetric, wake },
    /** Of all that is decided and stored. Throws a `ClockError` while the clock may be wrong. */
    clock: clockGuard.clock,
    /** Of the store, and of the worker's passes. */
    outage,
    pipelines: createPipelines(options.pipelines, service, log),

    order: options.order.bind(options),
    orderTimeoutMs: options.orderTimeoutMs ?? 10_000,
    merchant: options.merchant ?? null,
    claimText: options.claimText ?? null,
    onEvent: options.onEvent?.bind(options),
    transactionIdPrefix: (reference: string): string => options.transactionIdPrefix?.(reference) ?? '',

    policy: policyOf(options),
    cascade: options.cascade ?? 'offer',
    payoutApproval: options.payoutApproval ?? 'never',
    payoutDailyLimit: options.payoutDailyLimit ?? null,
    retentionMs: wholeMs((options.retentionDays ?? defaultRetentionDays) * 86_400_000),

    ...{ basePath, publicUrl },
    site: { base, publicUrl: options.publicUrl },
    callbacks: options.callbacks ?? 'dynamic',
    isAllowedForm: createFormCheck(options),
    clientAddress: createClientAddress(options),
    isCallbackAddress: createCallbackAddresses(options.callbackAddresses),
    pages: options.pages ?? null,

    /** Null if orders are plain references. */
    orderTokens: createOrderTokens(options.orderSecret, clock, log),
    clientSecrets: createClientSecrets(sealer, clock),
    guard: createAbuseGuard({ store, clock, onMetric }, options.rateLimits),

    background,
    callbackPool: createWorkPool(background, () => Number.POSITIVE_INFINITY, wake),
    lookupPool: createWorkPool(background, lookupLimit.current, onLookupDone),
    outboxPool: createWorkPool(background, () => maxConcurrentDeliveries, wake),
    circuitBreakerOf: createCircuitBreakers(clock),
    /** Of lookups, which all go to one host. */
    lookupLimit,
    /** Lookups that payers wait for. */
    sharedLookups: createSharedCalls<Entry>(clock, recentLookupMs),
    /** Starts that identical requests wait for: of a double click, of a page that tries again. */
    sharedStarts: createSharedCalls<Checkout>(clock, 0),
    serviceOutages: createServiceOutages({ log, clock }),
    eventOutage: createOutage({
      ...{ log, clock, minMs: 5 * 60_000, maxMessages: 5 },
      endMessage: 'events are delivered again',
    }),
    changeNotifier: createChangeNotifier(clock, (ids) => store.pageVersions(ids)),

    decryptCache: createDecryptCache<DecryptedDetails>(clock),
    termsCache: createDecryptCache<StoredTerms>(clock),
    /** Checkouts whose `seenAt` is being written: the same order may be open on many pages. */
    seenWrites: new Set<string>(),
    /** Warnings that are logged once. */
    warned: new BoundedMap<string, true>(10_000),
    /** When operators read which details. */
    recentReads: new BoundedMap<string, number>(10_000),

    moment: (): Moment => ({ at: clockGuard.clock.now(), jitter: options.random?.() ?? Math.random() }),
  })
}
export type Context = ReturnType<typeof createContext>

function createMetricObserver(options: PaypaneOptions, log: Log): (metric: Metric) => void {
  let isLogged = false
  return createObserver(
    (metric) => options.onMetric?.(metric),
    (error) => {
      const problem = 'onMetric() failed, so measurements are missing; logged once'
      if (!isLogged) log({ level: 'error', message: `${problem}: ${messageOf(error)}` })
      isLogged = true
    },
  )
}

function otherClock(store: Store, service: PaymentsClient, clock: Clock): OtherClock {
  if (store.now !== undefined) return { database: store.now }
  return {
    async newestStored() {
      const [checkout, payout] = await Promise.all([
        store.list({ kind: 'checkout', limit: 1 }),
        store.list({ kind: 'payout', limit: 1 }),
      ])
      const times = [...checkout.entries, ...payout.entries].map(({ updatedAt }) => updatedAt)
      if (times.length > 0) return Math.max(...times)
      // What cannot be read is stored, too. Its time is not known, so only the service can contradict this clock.
      return checkout.unreadable.length + payout.unreadable.length > 0 ? clock.now() : null
    },
    service: () => service.date(),
  }
}

/** Two years: longer than a card payment can be disputed. */
const defaultRetentionDays = 730

/** Events that are delivered concurrently. */
const maxConcurrentDeliveries = 50

/** PostgreSQL compares and stores times as whole milliseconds only. */
const wholeMs = Math.ceil

function policyOf(options: PaypaneOptions): Policy {
  const { timeoutMs } = options.service
  return {
    timeoutMs: wholeMs(timeoutMs),
    ttlMs: wholeMs((options.checkoutTtlSeconds ?? 1800) * 1000),
    createGraceMs: wholeMs(options.createGraceMs ?? timeoutMs),
    reviewAfterMs: wholeMs((options.reviewAfterMinutes ?? 60) * 60_000),
    watchMs: wholeMs((options.correctionWatchHours ?? 72) * 3_600_000),
    maxAttempts: options.maxAttempts ?? 20,
    allowReplace: options.allowReplace ?? true,
    maxExtensions: options.maxExtensions ?? 10,
    claimAfterMs: wholeMs((options.claimAfterMinutes ?? 30) * 60_000),
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
