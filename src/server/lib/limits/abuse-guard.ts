import type { Clock } from '../clock.ts'
import type { LimitedPurpose, Metric } from '../metrics.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createRateLimiter, type RateLimiter, type UseCounters } from './rate-limit.ts'

/** Limits per minute and, for long polls, at the same time: whole numbers of 0 or more. Infinity: no limit. */
export interface RateLimits {
  /**
   * Attempts that start for one order after its first, each with the lookup that it may need first, and as many reports of
   * money as sent, claims and receipts. Identical starts from one address at the same time count once. Default: 20.
   */
  order?: number | undefined
  /** Attempts that start from one address, and reports of money as sent. Default: 600. */
  address?: number | undefined
  /** Requests from one address for orders that do not exist or may not be paid. Default: 300. */
  unknownOrders?: number | undefined
  /** Wrong client secrets from one address. The right one is always accepted. Default: 300. */
  clientSecrets?: number | undefined
  /**
   * Bodies of payers' requests from one address that are malformed, too large or do not arrive. Beyond it none is read.
   * Default: 300.
   */
  malformedBodies?: number | undefined
  /**
   * Wrong operators' tokens from one address. Beyond it, a token is accepted only from an address that has used it before.
   * Default: 60.
   */
  adminTokens?: number | undefined
  /**
   * Rejected callbacks from one address. Beyond it, at most 64 KiB of its bodies are read at a time; a valid signature is
   * accepted. Default: 60.
   */
  callbacks?: number | undefined
  /** Open long polls of one address, in each process. Beyond it they are answered at once. Default: 1000. */
  longPollsPerAddress?: number | undefined
  /** Open long polls in each process. Default: 10000. */
  longPolls?: number | undefined
}

const megabyte = 1024 * 1024

export const defaultLimits: Readonly<Record<keyof RateLimits, number>> = {
  order: 20,
  address: 600,
  unknownOrders: 300,
  clientSecrets: 300,
  malformedBodies: 300,
  adminTokens: 60,
  callbacks: 60,
  longPollsPerAddress: 1000,
  longPolls: 10_000,
}

/**
 * The bytes of bodies while they arrive, 112 MB together. Callbacks and receipts must not take the room of payers' requests,
 * nor the other way round.
 */
export const bodyLimits = {
  payerBodies: { perAddress: 2 * megabyte, total: 16 * megabyte },
  callbackBodies: { perAddress: 8 * megabyte, total: 48 * megabyte },
  receiptBodies: { perAddress: 16 * megabyte, total: 48 * megabyte },
} as const

/** An option that is given as `undefined` has its default. */
const withoutUnset = (limits: RateLimits): Record<string, number> =>
  Object.fromEntries(
    Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit]])),
  )

/** Every limit on what strangers can do. */
export function createAbuseGuard(
  leaves: { store: UseCounters; clock: Clock; onMetric(metric: Metric): void },
  options: RateLimits = {},
) {
  const limits = { ...defaultLimits, ...withoutUnset(options) }
  const limiter = (purpose: LimitedPurpose, limit: number, message: string): RateLimiter =>
    createRateLimiter({ ...leaves, purpose, limit, message })
  const starts = 'Too many attempts were started.'
  const byAddress = limiter('address_starts', limits.address, starts)
  return {
    /** Starts of attempts, with the lookup that one may need first. */
    starts: createOrderLimiter(limiter('order_starts', limits.order, starts), byAddress),
    unknownOrders: limiter('unknown_orders', limits.unknownOrders, 'Too many unknown orders.'),
    /** Reports that money was sent, claims, receipts and extensions. */
    sentReports: createOrderLimiter(limiter('sent_reports', limits.order, 'Too many reports.'), byAddress),
    wrongSecrets: limiter('client_secrets', limits.clientSecrets, 'Too many wrong client secrets.'),
    /** Bodies of payers' requests that are not what their address takes, or do not arrive. */
    malformedBodies: limiter(
      'malformed_bodies',
      limits.malformedBodies,
      'Too many malformed request bodies.',
    ),
    wrongAdminTokens: limiter('admin_tokens', limits.adminTokens, 'Too many wrong administrator tokens.'),
    rejectedCallbacks: limiter('callbacks', limits.callbacks, 'Too many rejected callbacks.'),
    longPolls: createConcurrencyLimit(leaves.clock, {
      perAddress: limits.longPollsPerAddress,
      total: limits.longPolls,
    }),
    payerBodies: createConcurrencyLimit(leaves.clock, bodyLimits.payerBodies),
    callbackBodies: createConcurrencyLimit(leaves.clock, bodyLimits.callbackBodies),
    receiptBodies: createConcurrencyLimit(leaves.clock, bodyLimits.receiptBodies),
  }
}

/** Limits what payers do with orders per minute, by client address and by order. */
const createOrderLimiter = (byOrder: RateLimiter, byAddress: RateLimiter) => ({
  /** Counts a use before it happens. `order: null`: it is not counted by order. Throws `rate_limited`. */
  async reserve({ order, address }: { order: string | null; address: string | null }): Promise<void> {
    // First by address: an address beyond its limit must not use up the order's.
    await byAddress.reserve(address)
    if (order !== null) await byOrder.reserve(order)
  },
})
