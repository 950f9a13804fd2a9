import type { CustomerErasure, CustomerExport } from '../contract/customer.ts'
import type { CreatePayout, PayoutView } from '../contract/payout.ts'
import type { CheckoutView } from '../contract/view.ts'
import type { Balance } from '../service/balance.ts'
import { createAbuseGuard } from './abuse-guard.ts'
import { getBalance } from './admin/balance.ts'
import { createPayLinks } from './admin/pay-link.ts'
import { readStats } from './admin/stats.ts'
import { createAttempts } from './attempt/attempts.ts'
import { createEntryUpdater } from './attempt/entry-updater.ts'
import { createSavedCards } from './attempt/saved-cards.ts'
import { createInbox } from './callback/inbox.ts'
import { createCheckouts } from './checkout/checkouts.ts'
import { unlimitedProof } from './checkout/proof.ts'
import { createContext } from './context.ts'
import { createCustomers } from './customer/customers.ts'
import { adminApp } from './http/admin.ts'
import { createApp } from './http/app.ts'
import { type Asset, createAssets } from './http/assets.ts'
import { callbackRoutes } from './http/callbacks.ts'
import { createCallbackAddresses, createClientAddress } from './http/client-address.ts'
import { etagOf } from './http/etag.ts'
import { createLongPoll } from './http/long-poll.ts'
import { createMountCheck } from './http/mount-check.ts'
import { operatorAuth } from './http/operator-auth.ts'
import { pageRoutes } from './http/pages.ts'
import { payerRoutes } from './http/payer.ts'
import { createPayerBodies } from './http/payer-bodies.ts'
import { createProxyCheck } from './http/proxy-check.ts'
import { createRequestIds } from './http/request-id.ts'
import { createChangeNotifier } from './lib/change-notifier.ts'
import { createClockGuard } from './lib/clock-guard.ts'
import type { Stats } from './lib/metrics.ts'
import { assertNodeVersion } from './lib/node-version.ts'
import { ProblemError, problemResponse } from './lib/problem.ts'
import { createStoreOpener } from './lib/store-opener.ts'
import { createWorkPool } from './lib/work-pool.ts'
import { createAuditRead } from './operator/audit-reads.ts'
import { createOperatorIdentity } from './operator/identity.ts'
import type { PaypaneOptions } from './options.ts'
import { parsePayoutRequest } from './payout/parse-request.ts'
import { createPayouts } from './payout/payouts.ts'
import { payoutViewOf } from './rules/payout-view.ts'
import { validateOptions } from './validate-options.ts'
import { createCleanUp } from './worker/clean-up.ts'
import { createDestination } from './worker/destination.ts'
import { createOutbox } from './worker/outbox.ts'
import { createReconciler } from './worker/reconcile.ts'
import { createEntryResealer } from './worker/reseal-entries.ts'
import { createWorker } from './worker/worker.ts'

/** The merchant server. */
export interface Paypane {
  /**
   * Serves the routes below the base path. `paypane/server/node` adapts it to Node's http. `mountPath`: what a router in
   * front has removed from the path; only to warn of a wrong `basePath`.
   */
  fetch(
    request: Request,
    connection?: { address?: string | undefined; mountPath?: string | undefined },
  ): Promise<Response>
  /**
   * The permanently cached address and the hash of one of the widget's files, such as `paypane.js` or `locales/uk.json`:
   * `<script src="${path}" integrity="${integrity}" crossorigin async>`. Rejects without the option `assets`.
   */
  asset(name: string): Promise<Asset>
  checkouts: {
    /**
     * The view of a checkout with a client secret, for a page rendered for a payer who may pay it. `customer`: the
     * customer whose session requests the page; saved cards are shown for that customer only. `language`: the page's, for
     * the texts of payer fields. Throws a `ProblemError` if the checkout does not exist.
     */
    view(
      id: string,
      payer?: { customer?: string | undefined; language?: string | undefined },
    ): Promise<CheckoutView>
    /**
     * Makes the checkout of an order payable again: its attempts stay, it has new time, and what is still open at the
     * service stays watched. Throws a `ProblemError`: `checkout_unknown`, or `not_reopenable` while an attempt is
     * undecided or once one is paid.
     */
    reopen(reference: string): Promise<CheckoutView>
  }
  payouts: {
    /**
     * Creates a payout, idempotent by the merchant's reference. With `payoutApproval` it can be `awaiting_approval`: an
     * operator approves it. Throws a `ProblemError`, such as `payout_limit`.
     */
    create(request: CreatePayout): Promise<PayoutView>
    /** Throws a `ProblemError` if it does not exist. */
    view(reference: string): Promise<PayoutView>
  }
  customers: {
    /** Everything stored about a customer, without tokens; empty lists for an unknown one. */
    export(customer: string): Promise<CustomerExport>
    /**
     * Deletes the customer's cards and erases the customer from every checkout, also from those still under way. Ids,
     * amounts and states stay.
     */
    erase(customer: string): Promise<CustomerErasure>
  }
  /** The balance of a currency. Throws `PaymentsRefusedError` or `PaymentsOutcomeUnknownError`. */
  balance(currency: string, pipeline?: string): Promise<Balance>
  /** Gauges of the current state, for metrics. */
  stats(): Promise<Stats>
  /** Rejects if the store cannot be read or the worker has stalled. */
  ready(): Promise<void>
  /** One pass over all due work, for servers without a worker. Returns how many tasks were done. */
  reconcile(): Promise<number>
  /** Responds to open long polls, finishes running tasks, and closes the store. */
  close(): Promise<void>
}

/**
 * Creates the merchant server: pass the service, the pipelines' keys, a store and the shop's orders, and mount `fetch`.
 *
 * @example
 * import { createPaypane } from 'paypane/server'
 * import { sqliteStore } from 'paypane/server/sqlite'
 * import { createPaymentsClient } from 'paypane/service'
 *
 * const { P2P_KEY = '', PRIVATE_KEY = '', SEAL_KEY = '', SHOP_SECRET = '' } = process.env
 * const paypane = createPaypane({
 *   service: createPaymentsClient({ baseUrl: 'https://core.example' }),
 *   pipelines: { p2p: { profile: 'p2p', key: P2P_KEY, privateKey: PRIVATE_KEY } },
 *   store: sqliteStore('./data/paypane.db'),
 *   sealKey: SEAL_KEY,
 *   orderSecret: SHOP_SECRET,
 *   publicUrl: 'https://shop.example',
 *   basePath: '/pay',
 *   order: (reference) => (reference === '1042' ? { amount: '1250.00', currency: 'UAH' } : null),
 *   onEvent: (event) => console.log(event.type, event.ref),
 * })
 */
export function createPaypane(options: PaypaneOptions): Paypane {
  assertNodeVersion()
  validateOptions(options)
  const context = createContext(options, () => worker?.wake())
  const { store, background, basePath, publicUrl, clock, log, wake } = context

  const guard = createAbuseGuard(context, options.rateLimits)
  const entries = createEntryUpdater(context)
  const savedCards = createSavedCards(context)
  const attempts = createAttempts({ ...context, entries, savedCards })
  const checkouts = createCheckouts({
    ...context,
    entries,
    savedCards,
    attempts,
    starts: guard.starts,
    unknownOrders: guard.unknownOrders,
    sentReports: guard.sentReports,
    merchant: options.merchant ?? null,
    order: (reference, request, token) => options.order(reference, request, token),
    cascade: options.cascade ?? 'offer',
  })
  const { payoutApproval: approval = 'never', payoutDailyLimit: dailyLimits = null } = options
  const payouts = createPayouts({ ...context, entries, attempts, approval, dailyLimits })
  const customers = createCustomers({ ...context, entries, checkouts })
  const inbox = createInbox({
    ...context,
    entries,
    rejectedCallbacks: guard.rejectedCallbacks,
    isCallbackAddress: createCallbackAddresses(options.callbackAddresses),
  })

  const lookupPool = createWorkPool(context.lookupLimit.current, () => worker?.onTaskDone())
  const outboxPool = createWorkPool(() => maxConcurrentDeliveries, wake)
  const destination = createDestination(context)
  const outbox = createOutbox({
    ...context,
    pool: outboxPool,
    destination,
    onEvent: (event, delivery) => options.onEvent?.(event, delivery),
  })
  const cleanUp = createCleanUp({
    ...context,
    savedCards,
    resealEntries: createEntryResealer({ ...context, entries }),
    retentionDays: options.retentionDays ?? defaultRetentionDays,
  })
  const clockGuard = createClockGuard({
    now: clock.now,
    // A clock that is given is not compared with the database's.
    databaseNow: options.clock === undefined ? store.now : undefined,
  })
  const reconciler = createReconciler({
    ...{ ...context, clockGuard },
    ...{ entries, attempts, checkouts, inbox, outbox, cleanUp, lookupPool, outboxPool },
  })
  const worker = options.worker === false ? null : createWorker({ ...context, reconciler })

  const changeNotifier = createChangeNotifier(clock, (ids) => store.pageVersions(ids))
  const clientAddress = createClientAddress(options)
  const longPoll = createLongPoll({
    ...context,
    checkouts,
    changeNotifier,
    openLongPolls: guard.longPolls,
  })
  const publicPath =
    options.publicUrl === undefined ? basePath : publicUrl(basePath).pathname.replace(/\/$/, '')
  const bodies = createPayerBodies({
    malformedBodies: guard.malformedBodies,
    bufferedBodies: guard.payerBodies,
    clock,
  })
  const assets = createAssets(options.assets, publicPath, log)
  const mountCheck = createMountCheck({ basePath, publicPath }, log)
  const checkProxy = createProxyCheck(options.publicUrl, log)
  const { pages = null } = options
  const identity = createOperatorIdentity(options, log)
  const { orderTokens } = context
  const payLinks =
    pages === null || orderTokens === null || options.publicUrl === undefined
      ? null
      : createPayLinks({ ...context, orderTokens })
  const site = { base: publicPath, publicUrl: options.publicUrl }
  const app = createApp({
    basePath,
    allowedOrigins: options.allowedOrigins ?? [],
    routes: {
      assets: assets.routes,
      payer: payerRoutes({
        ...{ checkouts, longPoll, clientAddress, bodies, pages, site },
        wrongSecrets: guard.wrongSecrets,
      }),
      pages: pages && pageRoutes({ checkouts, pages, clientAddress, bodies, clock, site, log }),
      callbacks: callbackRoutes({
        ...{ inbox, clientAddress, clock },
        rejectedCallbacks: guard.rejectedCallbacks,
        bufferedBodies: guard.callbackBodies,
      }),
      admin:
        identity === null
          ? null
          : adminApp(
              {
                ...{ ...context, entries, checkouts, payouts, customers, payLinks, approval, clientAddress },
                auditRead: createAuditRead(store),
              },
              operatorAuth({ identity, clientAddress, wrongTokens: guard.wrongAdminTokens, log }),
            ),
    },
    mountCheck,
    requestIdOf: createRequestIds(options),
    outage: context.outage,
    log,
  })

  const stopListening = store.listen((id) => changeNotifier.notify(id))
  const stopReporting = store.onUnreadable(({ table, id }) =>
    log({
      level: 'error',
      message:
        'a stored row cannot be read and is put aside, tried again later: it is damaged, or a newer version has written it',
      table,
      id,
    }),
  )
  const storeOpener = createStoreOpener({
    ...context,
    async open() {
      await store.open((progress) => log({ level: 'info', message: 'migrating the database', ...progress }))
      await clockGuard.check()
    },
    onOpen: wake,
  })
  const ensureOpen = async (): Promise<void> => {
    await storeOpener.ensureOpen()
    clockGuard.assertRight()
  }

  return {
    async fetch(request, connection) {
      checkProxy(request)
      if (connection?.mountPath !== undefined) mountCheck.received(connection.mountPath)
      try {
        await ensureOpen()
      } catch {
        // Logged already. Nothing is acknowledged; the sender retries.
        return problemResponse(new ProblemError('unavailable', undefined, { 'retry-after': '5' }))
      }
      const response = app.fetch(request, { address: connection?.address ?? null })
      return await background.track(Promise.resolve(response))
    },
    asset: (name) => assets.asset(name),
    checkouts: {
      async view(id, payer = {}) {
        await ensureOpen()
        const checkout = await checkouts.byId(id)
        const proof = unlimitedProof(payer.customer)
        const languages = payer.language === undefined ? [] : [payer.language]
        const view = await checkouts.view(checkout, proof, languages)
        const clientSecret = await checkouts.clientSecret(checkout, proof)
        return { ...view, clientSecret, version: etagOf(view, proof) }
      },
      async reopen(reference) {
        await ensureOpen()
        const reopened = await checkouts.reopen((await checkouts.byOrder(reference)).id)
        return await checkouts.view(reopened, unlimitedProof())
      },
    },
    payouts: {
      async create(request) {
        await ensureOpen()
        const { payout } = await payouts.create(parsePayoutRequest(request))
        return payoutViewOf(payout)
      },
      async view(reference) {
        await ensureOpen()
        return payoutViewOf(await payouts.byReference(reference))
      },
    },
    customers: {
      async export(customer) {
        await ensureOpen()
        return await customers.export(customer)
      },
      async erase(customer) {
        await ensureOpen()
        return await customers.erase(customer)
      },
    },
    balance: (currency, pipeline) => getBalance(context, currency, pipeline),
    async stats() {
      await ensureOpen()
      return {
        ...(await readStats(store, clock)),
        eventFailures: destination.consecutiveFailures(),
        openLongPolls: changeNotifier.subscriptionCount(),
        lookupLimit: context.lookupLimit.current(),
      }
    },
    async ready() {
      await ensureOpen()
      await store.ping()
      if (worker !== null && clock.now() - worker.lastPassAt() > workerStalledMs)
        throw new Error('The worker has not finished a pass for a minute.')
    },
    async reconcile() {
      await storeOpener.ensureOpen()
      return await reconciler.reconcile()
    },
    async close() {
      changeNotifier.close()
      storeOpener.stop()
      await worker?.stop()
      await background.drain()
      stopListening()
      stopReporting()
      await store.close()
    },
  }
}

/** Two years: longer than a card payment can be disputed. */
const defaultRetentionDays = 730

/** Events that are delivered concurrently. */
const maxConcurrentDeliveries = 50

/** A worker without a finished pass for this long is stalled. */
const workerStalledMs = 60_000
