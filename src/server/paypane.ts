import { getBalance } from './admin/balance.ts'
import { eraseCustomer, exportCustomer } from './admin/customers.ts'
import { createOperatorIdentity } from './admin/identity.ts'
import { reopenCheckout } from './admin/reopen-checkout.ts'
import { readStats } from './admin/stats.ts'
import { currentView } from './checkout/current-view.ts'
import { unlimitedProof } from './checkout/proof.ts'
import { checkoutById, checkoutByOrder } from './checkout/stored-checkout.ts'
import { createContext } from './context.ts'
import { createMountCheck, createProxyCheck } from './http/address-checks.ts'
import { createApp } from './http/app.ts'
import { createAssets } from './http/assets.ts'
import type { Env } from './http/env.ts'
import { createRequestIds } from './http/request-id.ts'
import { viewToRender } from './http/view-response.ts'
import { systemClock, withTimeout } from './lib/clock.ts'
import { CustomerId, maxCustomerLength } from './lib/crypto/order-token.ts'
import { messageOf } from './lib/log.ts'
import { isLoopbackUrl } from './lib/loopback.ts'
import { assertNodeVersion } from './lib/node-version.ts'
import { ProblemError, problemResponse, unavailable } from './lib/problem.ts'
import { createStoreOpener } from './lib/store-opener.ts'
import type { PaypaneOptions } from './options/options.ts'
import { validateOptions } from './options/validate-options.ts'
import { createPayout, parsePayoutRequest, payoutByReference } from './payout/create-payout.ts'
import type { PaypaneServer } from './paypane-server.ts'
import { payoutViewOf } from './rules/payout/view.ts'
import { createReconciler } from './worker/reconcile.ts'
import { createWorker } from './worker/worker.ts'

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
export function createPaypane(options: PaypaneOptions): PaypaneServer {
  assertNodeVersion()
  validateOptions(options)
  const context = createContext(options, {
    wake: () => worker?.wake(),
    onLookupDone: () => worker?.onTaskDone(),
  })
  const { store, background, basePath, changeNotifier, clock, clockGuard, outage, site, log, wake } = context
  if (store.volatile === true && !isLoopbackUrl(options.publicUrl))
    log({
      level: 'warn',
      message:
        'the store is in memory: its data is lost when the process ends. For real money use sqliteStore or postgresStore',
    })
  const reconciler = createReconciler(context)
  // Its passes go on while the clock is wrong, so that it is compared again.
  const worker =
    options.worker === false
      ? null
      : createWorker(reconciler, { clock: options.clock ?? systemClock, outage })
  const assets = createAssets(options.assets, site.base, log)
  const mountCheck = createMountCheck({ basePath, publicPath: site.base }, log)
  const app = createApp(context, {
    assets: assets.routes,
    allowedOrigins: options.allowedOrigins ?? [],
    identity: createOperatorIdentity(options, log),
    requestIdOf: createRequestIds(options.trustedProxies),
    mountCheck,
  })
  const checkProxy = createProxyCheck(options.publicUrl, log)
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
  let isClosing = false
  const ensureOpen = async (): Promise<void> => {
    if (isClosing) throw new Error('The server is stopping.')
    await storeOpener.ensureOpen()
    if (!clockGuard.isRight()) await checkClock()
  }
  async function checkClock(): Promise<void> {
    try {
      await clockGuard.check()
      outage.ended()
    } catch (error) {
      outage.failed(messageOf(error))
      throw error
    }
  }
  const opened = async <T>(work: () => Promise<T>): Promise<T> => {
    await ensureOpen()
    return await work()
  }
  /** For probes: Prometheus gives up after ten seconds, and would call the server down. */
  async function inTime<T>(task: Promise<T>): Promise<T> {
    const result = await withTimeout(clock, probeTimeoutMs, task)
    if (result === null)
      throw new Error(`The database has not responded for ${probeTimeoutMs / 1000} seconds.`)
    return result
  }
  const serve = async (request: Request, connection: Env['Bindings']): Promise<Response> => {
    try {
      await ensureOpen()
    } catch {
      // Logged already. Nothing is acknowledged; the sender retries.
      return problemResponse(unavailable())
    }
    return await app.fetch(request, connection)
  }

  return {
    async fetch(request, connection) {
      // Such as a request of Node's http or of Express.
      if (typeof request?.headers?.get !== 'function')
        throw new TypeError('fetch needs a Request. For Node, mount toNodeHandler of paypane/server/node.')
      checkProxy(request)
      const { address = null, mountPath = '' } = connection ?? {}
      mountCheck.received(mountPath)
      mountCheck.forwarded(request.headers.get('x-forwarded-prefix'))
      // Requests in progress still use the store; new ones do not reach it.
      if (isClosing)
        return problemResponse(
          new ProblemError('unavailable', 'The server is stopping.', { 'retry-after': '1' }),
        )
      return await background.track(serve(request, { address, mountPath }))
    },
    asset: (name) => assets.asset(name),
    checkouts: {
      view: (id, payer = {}) =>
        opened(async () => {
          const checkout = await checkoutById(context, id)
          if (payer.customer !== undefined && !CustomerId.safeParse(payer.customer).success)
            throw new TypeError(
              `The customer is not text of 1 to ${maxCustomerLength} characters, or it is "." or "..".`,
            )
          const proof = unlimitedProof(payer.customer)
          const languages = payer.language === undefined ? [] : [payer.language]
          return await viewToRender(context, { checkout, proof }, languages)
        }),
      reopen: (reference) =>
        opened(async () => {
          const reopened = await reopenCheckout(context, (await checkoutByOrder(context, reference)).id)
          return await currentView(context, reopened, unlimitedProof())
        }),
    },
    payouts: {
      create: (request) =>
        opened(async () => payoutViewOf((await createPayout(context, parsePayoutRequest(request))).payout)),
      view: (reference) => opened(async () => payoutViewOf(await payoutByReference(context, reference))),
    },
    customers: {
      export: (customer) => opened(() => exportCustomer(context, customer)),
      erase: (customer) => opened(() => eraseCustomer(context, customer)),
    },
    balance: (currency, pipeline) => getBalance(context, currency, pipeline),
    stats: () => opened(() => inTime(readStats(context))),
    async ready() {
      await ensureOpen()
      await inTime(store.ping().then(() => true))
      if (worker !== null && clock.now() - worker.lastPassAt() > workerStalledMs)
        throw new Error('The worker has not finished a pass for a minute.')
    },
    async reconcile() {
      await storeOpener.ensureOpen()
      const count = await reconciler.reconcile()
      outage.ended()
      return count
    },
    async close() {
      isClosing = true
      log({ level: 'info', message: 'stopping: requests in progress end, new ones get 503' })
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

const probeTimeoutMs = 8000
/** A worker without a finished pass for this long is stalled. */
const workerStalledMs = 60_000
