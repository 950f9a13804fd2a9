import { CreatePayout, type PayoutView } from '../contract/payout.ts'
import type { CheckoutView } from '../contract/view.ts'
import type { Balance } from '../service/balance.ts'
import { balanceOf } from './balance.ts'
import { checkoutById } from './checkouts.ts'
import { createCircuit } from './circuit.ts'
import { systemClock } from './clock.ts'
import { createHands } from './hands.ts'
import type { Kit } from './kit.ts'
import { createLimits } from './limits.ts'
import { messageOf } from './log.ts'
import type { Figures } from './measure.ts'
import { createOpened } from './opened.ts'
import type { PaypaneOptions } from './options.ts'
import { createPayout, payoutByReference, payoutView } from './payouts.ts'
import { ProblemError, problemResponse } from './problem.ts'
import { loopbackOrigin } from './public-address.ts'
import { reconcile } from './reconcile.ts'
import { routes } from './routes/app.ts'
import { createSealer, generateSealKey, type Sealer } from './seal.ts'
import { versionOf } from './version.ts'
import { viewNow } from './view-now.ts'
import { createWaits } from './waits.ts'
import { createWorker } from './worker.ts'

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
    create(wish: CreatePayout): Promise<PayoutView>
    /** Throws a `ProblemError` where there is none. */
    view(reference: string): Promise<PayoutView>
  }
  /** The seven figures of a currency. Throws `PaymentsRefused` or `PaymentsUnknown`. */
  balance(currency: string, pipeline?: string): Promise<Balance>
  /** Figures of this moment, for metrics. */
  figures(): Promise<Figures>
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
  const waits = createWaits(clock)
  const inHand = new Set<Promise<unknown>>()
  const { order: perOrder = 20, address: perAddress = 60 } = options.startsPerMinute ?? {}

  const kit: Kit = {
    options,
    store: options.store,
    sealer: lateSealer(options.sealKey ?? (options.store.volatile === true ? generateSealKey() : [])),
    policy: {
      timeoutMs,
      ttlMs: (options.checkoutTtlSeconds ?? 1800) * 1000,
      settleMs: options.settleMs ?? timeoutMs,
      reviewAfterMs: (options.reviewAfterMinutes ?? 60) * 60_000,
      watchMs: (options.correctionWatchHours ?? 72) * 3_600_000,
      confirmFinal: options.confirmFinal ?? true,
    },
    clock,
    basePath: (options.basePath ?? '').replace(/\/+$/, ''),
    publicUrl: options.publicUrl ?? null,
    tidyAt: 0,
    circuit: createCircuit(clock),
    opened: createOpened(clock),
    limits: createLimits(clock, 'Too many attempts were started.', (key) =>
      key.startsWith('order ') ? perOrder : perAddress,
    ),
    guesses: createLimits(clock, 'Too many wrong administrator tokens.', () => wrongTokens),
    asking: createHands(20, () => kit.wake()),
    telling: createHands(50, () => kit.wake()),
    moment: () => ({ at: clock.now(), jitter: random() }),
    log: (line) => options.log?.(line),
    wake: () => worker?.wake(),
    track(work) {
      const settled = work.catch((error: unknown) => {
        kit.log({
          level: 'error',
          message: `work in hand broke off and is taken up again: ${messageOf(error)}`,
        })
      })
      inHand.add(settled)
      void settled.then(() => inHand.delete(settled))
      return work
    },
  }
  const worker = options.worker === false ? null : createWorker(kit)
  const app = routes(kit, waits)
  const stopListening = options.store.listen((id) => waits.wake(id))
  let opening: Promise<void> | null = null
  let stopReopening = (): void => undefined
  /** The store, open. Where it cannot be opened now, it is tried again by itself, and by whoever comes next. */
  const opened = (): Promise<void> => {
    opening ??= options.store.open().then(
      () => worker?.wake(),
      (error: unknown) => {
        opening = null
        kit.log({ level: 'error', message: `the store could not be opened: ${messageOf(error)}` })
        stopReopening()
        stopReopening = clock.after(reopenMs, openSafely)
        throw error
      },
    )
    return opening
  }
  // Why it failed has been said in the log.
  const openSafely = (): void => void opened().catch(() => undefined)
  openSafely()

  return {
    async fetch(request, connection) {
      kit.publicUrl ??= loopbackOrigin(request)
      try {
        await opened()
      } catch {
        // Said in the log. Nothing is acknowledged: who sent it sends it again.
        return problemResponse(new ProblemError('unavailable', undefined, { 'retry-after': '5' }))
      }
      return await kit.track(Promise.resolve(app.fetch(request, { address: connection?.address ?? null })))
    },
    checkouts: {
      async view(id) {
        await opened()
        const view = await viewNow(kit, await checkoutById(kit, id))
        return { ...view, version: versionOf(view) }
      },
    },
    payouts: {
      async create(wish) {
        await opened()
        return payoutView((await createPayout(kit, wellFormed(wish))).payout)
      },
      async view(reference) {
        await opened()
        return payoutView(await payoutByReference(kit, reference))
      },
    },
    balance: (currency, pipeline) => balanceOf(kit, currency, pipeline),
    async figures() {
      await opened()
      const stats = await options.store.stats()
      const age = (since: number | null): number =>
        since === null ? 0 : Math.max(0, (clock.now() - since) / 1000)
      return {
        unknownOpen: stats.unknown,
        unknownOldestSeconds: age(stats.unknownSince),
        dueOldestSeconds: age(stats.dueSince),
        needsReview: stats.needsReview,
        eventsWaiting: stats.eventsWaiting,
        waitsOpen: waits.open(),
      }
    },
    async ready() {
      await opened()
      await options.store.ping()
      if (worker !== null && clock.now() - worker.lastPass() > stalledMs) {
        throw new Error('The worker has not finished a pass for a minute.')
      }
    },
    async reconcile() {
      await opened()
      return await reconcile(kit)
    },
    async close() {
      waits.close()
      stopReopening()
      await worker?.stop()
      while (inHand.size > 0) await Promise.all(inHand)
      stopListening()
      await options.store.close()
    },
  }
}

/** Wrong administrator tokens that an address may give in a minute. */
const wrongTokens = 10

/** How long until a store that could not be opened is tried again. */
const reopenMs = 1000

/** A worker that has not ended a pass for this long is not alive. */
const stalledMs = 60_000

/** A wish that comes from the merchant's own code is parsed at this door, as one by HTTP is at its own. */
function wellFormed(wish: CreatePayout): CreatePayout {
  const read = CreatePayout.safeParse(wish)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ProblemError(
    'malformed',
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`,
  )
}

/** Keys are read when first used; until then importing and mounting need none. */
function lateSealer(keys: string | readonly string[]): Sealer {
  let made: Promise<Sealer> | null = null
  const sealer = (): Promise<Sealer> => {
    made ??= createSealer(typeof keys === 'string' ? keys.split(',') : keys)
    return made
  }
  return {
    seal: async (purpose, text) => (await sealer()).seal(purpose, text),
    open: async (purpose, sealed) => (await sealer()).open(purpose, sealed),
    older: async () => (await sealer()).older(),
    fingerprints: async (text) => (await sealer()).fingerprints(text),
  }
}
