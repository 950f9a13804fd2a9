import { createOrderLimiter, type OrderLimiter } from './checkout/order-limiter.ts'
import type { Clock } from './lib/clock.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './lib/limits/concurrency-limit.ts'
import { createRateLimiter, type RateLimiter } from './lib/limits/rate-limit.ts'
import type { LimitedPurpose, Metric } from './lib/metrics.ts'
import type { PaypaneOptions, RateLimits } from './options/options.ts'
import type { Store } from './store/store.ts'

/** Every limit on what strangers can do. */
export interface AbuseGuard {
  /** Starts of attempts, with the lookup that one may need first. */
  starts: OrderLimiter
  /** Requests for orders that do not exist or may not be paid. */
  unknownOrders: RateLimiter
  /** Reports that money was sent. */
  sentReports: OrderLimiter
  /** Requests for checkouts without their client secret. */
  wrongSecrets: RateLimiter
  /** Bodies of payers' requests that are not what their address takes, or do not arrive. */
  malformedBodies: RateLimiter
  wrongAdminTokens: RateLimiter
  rejectedCallbacks: RateLimiter
  longPolls: ConcurrencyLimit
  /** The bytes of bodies while they arrive, before anything is proved. */
  payerBodies: ConcurrencyLimit
  callbackBodies: ConcurrencyLimit
}

const megabyte = 1024 * 1024

export const defaultLimits: Readonly<Record<keyof RateLimits, number>> = {
  order: 20,
  address: 600,
  unknownOrders: 300,
  clientSecrets: 300,
  malformedBodies: 300,
  adminTokens: 10,
  callbacks: 60,
  longPollsPerAddress: 1000,
  longPolls: 10_000,
}

/** An option that is given as `undefined` has its default. */
const withoutUnset = (limits: RateLimits): Record<string, number> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit]])),
  )

export function createAbuseGuard(
  leaves: { store: Store; clock: Clock; onMetric(metric: Metric): void },
  options: PaypaneOptions['rateLimits'] = {},
): AbuseGuard {
  const limits = { ...defaultLimits, ...withoutUnset(options) }
  const limiter = (purpose: LimitedPurpose, limit: number, message: string): RateLimiter =>
    createRateLimiter({ ...leaves, purpose, limit, message })
  const starts = 'Too many attempts were started.'
  const byAddress = limiter('address_starts', limits.address, starts)
  return {
    starts: createOrderLimiter(limiter('order_starts', limits.order, starts), byAddress),
    unknownOrders: limiter('unknown_orders', limits.unknownOrders, 'Too many unknown orders.'),
    sentReports: createOrderLimiter(limiter('sent_reports', limits.order, 'Too many reports.'), byAddress),
    wrongSecrets: limiter('client_secrets', limits.clientSecrets, 'Too many wrong client secrets.'),
    malformedBodies: limiter(
      'malformed_bodies',
      limits.malformedBodies,
      'Too many malformed request bodies.',
    ),
    wrongAdminTokens: limiter('admin_tokens', limits.adminTokens, 'Too many wrong administrator tokens.'),
    rejectedCallbacks: limiter('callbacks', limits.callbacks, 'Too many rejected callbacks.'),
    longPolls: createConcurrencyLimit({
      perAddress: limits.longPollsPerAddress,
      total: limits.longPolls,
    }),
    // 64 MB together. Callbacks must not take the room of payers' requests, nor the other way round.
    payerBodies: createConcurrencyLimit({ perAddress: 2 * megabyte, total: 16 * megabyte }),
    callbackBodies: createConcurrencyLimit({ perAddress: 8 * megabyte, total: 48 * megabyte }),
  }
}
