import { CreatePayout, type PayoutView } from '../contract/payout.ts'
import type { CheckoutView } from '../contract/view.ts'
import type { Balance } from '../service/balance.ts'
import { getBalance } from './admin/balance.ts'
import { loopbackOrigin } from './attempt/public-url.ts'
import { checkoutById } from './checkout/checkout.ts'
import { currentView } from './checkout/current-view.ts'
import type { Context } from './context.ts'
import { createApp } from './http/app.ts'
import { etagOf } from './http/etag.ts'
import { createChangeNotifier } from './lib/change-notifier.ts'
import { createCircuitBreaker } from './lib/circuit-breaker.ts'
import { systemClock } from './lib/clock.ts'
import { createDecryptCache } from './lib/decrypt-cache.ts'
import { messageOf } from './lib/log.ts'
import type { Stats } from './lib/metrics.ts'
import { ProblemError, problemResponse } from './lib/problem.ts'
import { createRateLimiter } from './lib/rate-limit.ts'
import { createSealer, generateSealKey, type Sealer } from './lib/seal.ts'
import { createWorkPool } from './lib/work-pool.ts'
import type { PaypaneOptions } from './options.ts'
import { createPayout, payoutByReference, payoutView } from './payout/payout.ts'
import { reconcile } from './worker/reconcile.ts'
import { createWorker } from './worker/worker.ts'

/** The merchant's server, as the kit makes it. */
export interface Paypane {
  /** Serves the routes below the base path. For anything that speaks `Request` and `Response`; `paypane/server/node` brings it to Node's http. */
  fetch(request: Request, connection?: { address?: string | undefined }): Promise<Response>
  checkouts: {
    /** The view of a checkout, as a payer would get it. Throws a `ProblemError` where there is none. */
    view(id: string): Promise<CheckoutView>
  }
  payouts: {
    /** One payout under the merchant's reference, however often it is asked for. Throws a `ProblemError`. */
    create(request: CreatePayout): Promise<PayoutView>
    /** Throws a `ProblemError` where there is none. */
    view(reference: string): Promise<PayoutView>
  }
  /** The seven figures of a currency. Throws `PaymentsRefusedError` or `PaymentsOutcomeUnknownError`. */
  balance(currency: string, pipeline?: string): Promise<Balance>
  /** Figures of this moment, for metrics. */
  stats(): Promise<Stats>
  /** Rejects where the store cannot be read: not ready to serve. */
  ready(): Promise<void>
  /** One pass over all due work; returns how many things were done. For where no worker runs. */
  reconcile(): Promise<number>
  /** Answers held questions, finishes what is in hand, and closes the store. */
  close(): Promise<void>
}

/**
 * The merchant's server that never loses or doubles money: give it the service, the keys, a store and the shop's
 * orders, and mount `fetch`.
 *
 * @example
 * import { createPaypane } from 'paypane/server'
 * import { sqliteStore } from 'paypane/server/sqlite'
 * import { createPaymentsClient } from 'paypane/service'
 *
 * const { P2P_KEY = '', PRIVATE_KEY = '', SEAL_KEY = '' } = process.env
 * const paypane = createPaypane({
 *   service: createPaymentsClient({ baseUrl: 'https://core.example' }),
 *   pipelines: { p2p: { profile: 'p2p', key: P2P_KEY, privateKey: PRIVATE_KEY } },
 *   store: sqliteStore('./data/paypane.db'),
 *   sealKey: SEAL_KEY,
 *   publicUrl: 'https://shop.example',
 *   basePath: '/pay',
 *   order: (reference) => (reference === '1042' ? { amount: '1250.00', currency: 'UAH' } : null),
 *   onEvent: (event) => console.log(event.type, event.ref),
 * })
 */
export function createPaypane(options: PaypaneOptions): Paypane {
  const clock = options.clock ?? systemClock
  const random = options.random ?? Math.random
  const { timeoutMs } = options.service
  const changeNotifier = createChangeNotifier(clock)
  const pendingWork = new Set<Promise<unknown>>()
  const { order: perOrder = 20, address: perAddress = 60 } = options.rateLimits ?? {}

  const context: Context = {
    options,
    store: options.store,
    sealer: lazySealer(options.sealKey ?? (options.store.volatile === true ? generateSealKey() : [])),
    policy: {
      timeoutMs,
      ttlMs: (options.checkoutTtlSeconds ?? 1800) * 1000,
      createGraceMs: options.createGraceMs ?? timeoutMs,
      reviewAfterMs: (options.reviewAfterMinutes ?? 60) * 60_000,
      watchMs: (options.correctionWatchHours ?? 72) * 3_600_000,
      confirmFinal: options.confirmFinal ?? true,
    },
    clock,
    basePath: (options.basePath ?? '').replace(/\/+$/, ''),
    publicUrl: options.publicUrl ?? null,
    nextCleanUpAt: 0,
    circuitBreaker: createCircuitBreaker(clock),
    decryptCache: createDecryptCache(clock),
    startLimiter: createRateLimiter(clock, 'Too many attempts were started.', (key) =>
      key.startsWith('order ') ? perOrder : perAddress,
    ),
    adminTokenLimiter: createRateLimiter(
      clock,
      'Too many wrong administrator tokens.',
      () => maxWrongTokensPerMinute,
    ),
    lookupPool: createWorkPool(20, () => context.wake()),
    outboxPool: createWorkPool(50, () => context.wake()),
    now: () => ({ at: clock.now(), jitter: random() }),
    log: (line) => options.log?.(line),
    wake: () => worker?.wake(),
    track(task) {
      const tracked = task.catch((error: unknown) => {
        context.log({
          level: 'error',
          message: `work in hand broke off and is taken up again: ${messageOf(error)}`,
        })
      })
      pendingWork.add(tracked)
      void tracked.then(() => pendingWork.delete(tracked))
      return task
    },
  }
  const worker = options.worker === false ? null : createWorker(context)
  const app = createApp(context, changeNotifier)
  const stopListening = options.store.listen((id) => changeNotifier.notify(id))
  let openPromise: Promise<void> | null = null
  let cancelReopen = (): void => undefined
  /** The store, open. Where it cannot be opened now, it is tried again by itself, and by whoever comes next. */
  const ensureOpen = (): Promise<void> => {
    openPromise ??= options.store.open().then(
      () => worker?.wake(),
      (error: unknown) => {
        openPromise = null
        context.log({ level: 'error', message: `the store could not be opened: ${messageOf(error)}` })
        cancelReopen()
        cancelReopen = clock.after(reopenDelayMs, openSafely)
        throw error
      },
    )
    return openPromise
  }
  // Why it failed has been said in the log.
  const openSafely = (): void => void ensureOpen().catch(() => undefined)
  openSafely()

  return {
    async fetch(request, connection) {
      context.publicUrl ??= loopbackOrigin(request)
      try {
        await ensureOpen()
      } catch {
        // Said in the log. Nothing is acknowledged: who sent it sends it again.
        return problemResponse(new ProblemError('unavailable', undefined, { 'retry-after': '5' }))
      }
      return await context.track(
        Promise.resolve(app.fetch(request, { address: connection?.address ?? null })),
      )
    },
    checkouts: {
      async view(id) {
        await ensureOpen()
        const view = await currentView(context, await checkoutById(context, id))
        return { ...view, version: etagOf(view) }
      },
    },
    payouts: {
      async create(request) {
        await ensureOpen()
        return payoutView((await createPayout(context, parsePayoutRequest(request))).payout)
      },
      async view(reference) {
        await ensureOpen()
        return payoutView(await payoutByReference(context, reference))
      },
    },
    balance: (currency, pipeline) => getBalance(context, currency, pipeline),
    async stats() {
      await ensureOpen()
      const stats = await options.store.stats()
      const age = (since: number | null): number =>
        since === null ? 0 : Math.max(0, (clock.now() - since) / 1000)
      return {
        unknownCount: stats.unknown,
        oldestUnknownSeconds: age(stats.unknownSince),
        oldestDueSeconds: age(stats.dueSince),
        needsReview: stats.needsReview,
        pendingEvents: stats.eventsWaiting,
        openLongPolls: changeNotifier.subscriptionCount(),
      }
    },
    async ready() {
      await ensureOpen()
      await options.store.ping()
      if (worker !== null && clock.now() - worker.lastPassAt() > workerStalledMs) {
        throw new Error('The worker has not finished a pass for a minute.')
      }
    },
    async reconcile() {
      await ensureOpen()
      return await reconcile(context)
    },
    async close() {
      changeNotifier.close()
      cancelReopen()
      await worker?.stop()
      while (pendingWork.size > 0) await Promise.all(pendingWork)
      stopListening()
      await options.store.close()
    },
  }
}

/** Wrong administrator tokens that an address may give in a minute. */
const maxWrongTokensPerMinute = 10

/** How long until a store that could not be opened is tried again. */
const reopenDelayMs = 1000

/** A worker that has not ended a pass for this long is not alive. */
const workerStalledMs = 60_000

/** A wish that comes from the merchant's own code is parsed at this door, as one by HTTP is at its own. */
function parsePayoutRequest(request: CreatePayout): CreatePayout {
  const parsed = CreatePayout.safeParse(request)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ProblemError(
    'malformed',
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`,
  )
}

/** Keys are read when first used; until then importing and mounting need none. */
function lazySealer(keys: string | readonly string[]): Sealer {
  let sealerPromise: Promise<Sealer> | null = null
  const sealer = (): Promise<Sealer> => {
    sealerPromise ??= createSealer(typeof keys === 'string' ? keys.split(',') : keys)
    return sealerPromise
  }
  return {
    seal: async (purpose, text) => (await sealer()).seal(purpose, text),
    open: async (purpose, sealed) => (await sealer()).open(purpose, sealed),
    retiredKeyPrefixes: async () => (await sealer()).retiredKeyPrefixes(),
    fingerprints: async (text) => (await sealer()).fingerprints(text),
  }
}
