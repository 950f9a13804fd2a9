import { CheckoutView, RefundLink } from '../../src/contract/index.ts'
import { PayoutView } from '../../src/contract/payout.ts'
import { createRandom, type Random } from '../../src/sandbox/random.ts'
import { createPaypane } from '../../src/server/index.ts'
import type { Pages } from '../../src/server/pages.ts'
import type { Payout, Refund } from '../../src/server/rules/model.ts'
import type { Store } from '../../src/server/store/store.ts'
import { readSignedFields } from '../../src/service/callback.ts'
import { createPaymentsClient } from '../../src/service/index.ts'
import type { PageLifecycleEvent } from '../../src/widget/core/environment.ts'
import { createSession } from '../../src/widget/core/session.ts'
import type { Database } from '../support/empty-stores.ts'
import { createClocks } from './clocks.ts'
import { type Conditions, calm } from './conditions.ts'
import { cardOf, customerOf, customers, toleranceOf } from './customers.ts'
import { createDamage } from './damage.ts'
import { clientTimeoutMs, seedRandomness, settle, trackPending, virtualizeTimeouts } from './determinism.ts'
import { createFailover } from './failover.ts'
import { createGate, gateStore, StoreFailure } from './gate.ts'
import { createInvariants } from './invariants.ts'
import { carry, chance, createServiceNetwork, type Link, networkError } from './network.ts'
import { actionOf, operators, tokenOf } from './operators.ts'
import { type StatedOrder, shopSecret } from './order-token.ts'
import { liveOrdinarily } from './ordinary-life.ts'
import { bankAfterMs, declaredFields, demandedKey, takenBySecond, valuesOf } from './payer-fields.ts'
import { compareLists, localOrders, rightList, serviceList } from './reconciliation.ts'
import { createScheduler } from './scheduler.ts'
import { createSealKeys } from './seal-keys.ts'
import { createService, type Order, type Service } from './service.ts'
import {
  keyOf,
  keys,
  privateKeyOf,
  type SentCallback,
  serviceUrls,
  signatureOf,
  verifiedFields,
} from './service-wire.ts'
import { createShop } from './shop.ts'
import { outageMs, passMs, reviewAfterMinutes, shopRules } from './shop-rules.ts'
import { InvariantViolation } from './violation.ts'
import type { Fact, Instance, Tab, World } from './world.ts'

const rotatedAfterMs = 300_000
/** A page shows a change after this time, also where the notification of it was lost. */
const shownWithinMs = 12_000
/** A page pauses between its requests: of all it may need within 10 s, this is several times as many. */
const maxPageRequests = 40
/** A page polls at least this often: a long poll, and the longest `pollAfter`. */
const rarestPollMs = 70_000
/** Requests that an instance held when it stopped, or that a network delayed, end after this time. */
const settlingMs = 60_000
/** More than a world has. */
const maxEntries = 1000
const maxEvents = 100_000
/** Longer than a run. */
const foreverMs = 100 * 24 * 3600 * 1000
/** More digits than a double holds. */
const accountNumber = '6212345678901234567'
/** What payers pay where the shop accepts a little less: on both sides of its limit. */
const closeAmounts: readonly [string, ...string[]] = ['900.00', '1199.49', '1199.5', '1199.51', '1230.00']
const shopUrl = 'http://127.0.0.1:8787'
/** Refunds need pages, which nobody looks at here. */
const pages: Pages = {
  language: () => 'en',
  page: async () => ({ headers: {}, start: '', rest: async () => '' }),
  refund: async () => ({ headers: {}, html: '' }),
  widget: async () => '',
}

const essence = ({ status, attempts, action, paid, retry, final }: CheckoutView): string =>
  `${status} ${attempts}, ${action?.type}, paid ${paid?.value}, retry ${retry}, final ${final}`

export function createWorld(
  seed: string,
  store: Store,
  conditions: Conditions,
  log: (line: string) => void,
  {
    maxTabs = 4,
    connect,
    replica,
    observe: onFact = () => undefined,
  }: {
    maxTabs?: number
    /** For the store of each instance. Default: all share one. */
    connect?: Database['connect'] | undefined
    /** Can take over. Default: none. */
    replica?: Database['replica'] | undefined
    observe?(fact: Fact, service: Service): void
  } = {},
): World {
  // A server reads it once.
  const {
    retention,
    approval,
    cascade,
    tokens,
    fewAttempts,
    payoutLimit,
    lateCards,
    payerFields,
    keyRotation,
    wrongClocks,
    damagedRows,
    lateClaims,
    tolerance,
  } = conditions
  const scheduler = createScheduler()
  const startedAt = scheduler.now()
  const claimAfterMs = lateClaims > 0 ? shopRules.lateClaimAfterMs : shopRules.claimAfterMs
  const maxAttempts = fewAttempts > 0 ? shopRules.fewAttempts : shopRules.maxAttempts
  const invariants = createInvariants({
    now: scheduler.now,
    pricesOf: (reference) => pricesOf(reference),
    isExact: () => !network.hasHiddenDetails(),
    maxAttempts,
    claimAfterMs,
    ...conditions,
  })
  const randomFor = (name: string): Random => createRandom(`${seed}:${name}`)
  seedRandomness(randomFor('ids'))
  virtualizeTimeouts(scheduler.after)
  const sealKeys = createSealKeys(scheduler, (which, areMissing) => {
    invariants.onKeys(areMissing, outageMs)
    const restarted = which === 'all' ? instances : instances.slice(which, which + 1)
    for (const { gate } of restarted) {
      // One that is frozen must not go on with other keys.
      gate.resume()
      gate.stopAfter(0, 'crash')
    }
  })
  const routing = randomFor('routing')
  const shop = randomFor('shop')
  const randomAmount = randomFor('amounts')
  const sparse = randomFor('payment details')
  const note = (line: string): void => log(`${((scheduler.now() - startedAt) / 1000).toFixed(3)} ${line}`)

  const linkFor = (
    name: string,
    kind: 'payer' | 'service' | 'callback',
    maxDelayMs: number,
    hangMs: number,
  ): Link => ({
    faults: {
      get loss() {
        return conditions[`${kind}Loss`]
      },
      get duplicate() {
        return conditions[`${kind}Duplicate`]
      },
      get slow() {
        return conditions[`${kind}Slow`]
      },
    },
    random: randomFor(name),
    maxDelayMs,
    hangMs,
  })

  /** The result; null on an error, and once the work waits for the clock or its instance has stopped. */
  async function orWaiting<T>(work: Promise<T>): Promise<T | null> {
    const result = work.catch((error: unknown) => {
      if (!(error instanceof TypeError)) onError(error)
      return null
    })
    return await Promise.race([result, settle().then(() => null)])
  }

  function onError(error: unknown): void {
    if (!(error instanceof StoreFailure) && !isExcused(String(error))) invariants.onError(error)
  }

  const callbacks: SentCallback[] = []
  const callbackLink = linkFor('callbacks', 'callback', 60_000, 9000)
  const service = createService({
    clock: scheduler,
    callsAmounts: conditions.quietAmounts === 0,
    lateCards: lateCards > 0,
    demands: payerFields > 1 ? demandedKey : null,
    givesReasons: true,
    namesNoPlace: () => chance(sparse, conditions.sparseDetails),
    cardOf: (id) => cards.get(id) ?? '',
    async deliver(callback) {
      callbacks.push(callback)
      const { externalId: subject, status } = readSignedFields(callback.body)
      let hasArrived = false
      const deliver = (): Promise<Response> => {
        hasArrived = true
        return post(callback)
      }
      try {
        const response = await carry(callbackLink, scheduler, deliver)
        observe({ type: 'callback', subject, status, fate: response.ok ? 'received' : 'not acknowledged' })
        return response.status
      } catch (error) {
        observe({ type: 'callback', subject, status, fate: hasArrived ? 'not acknowledged' : 'lost' })
        throw error
      }
    },
  })
  const observe = (fact: Fact): void => onFact(fact, service)
  /** None of these is stored, logged or sent to anybody but the service in plain text. */
  const secrets = [accountNumber, privateKeyOf('p2p'), privateKeyOf('form'), ...keys]
  const network = createServiceNetwork(linkFor('service', 'service', 15_000, 30_000), scheduler, invariants)
  /** The card of the payer, by externalTransactionId. */
  const cards = new Map<string, string>()
  /** The bytes of every send, by externalTransactionId. */
  const sent = new Map<string, Set<string>>()

  async function requestService(
    { name, gate }: Pick<Instance, 'name' | 'gate'>,
    input: string,
    init: RequestInit,
  ): Promise<Response> {
    const from = scheduler.now()
    await gate.advance()
    // The date of any response.
    if (init.method === 'HEAD')
      return new Response(null, { headers: { date: new Date(scheduler.now()).toUTCString() } })
    // Frozen until its timeout was over: the request is not sent.
    if (scheduler.now() - from >= clientTimeoutMs) throw networkError()
    const method = init.method ?? 'GET'
    const { pathname } = new URL(input)
    invariants.onRequestSent(new Headers(init.headers).get('authorization') ?? '', keys)
    const isCreate = method === 'POST'
    const body = String(init.body)
    const sentId = isCreate ? String(JSON.parse(body).externalTransactionId) : null
    if (sentId !== null) {
      sent.set(sentId, (sent.get(sentId) ?? new Set()).add(body))
      const entry = await trackPending(() => store.entryByTransaction(sentId))
      if (entry?.kind === 'checkout') cards.set(sentId, cardOf(customerOf(entry.order)))
      invariants.onCreateBody(sentId, body, entry)
      if (tokens > 0 && entry?.kind === 'checkout') invariants.onRedirects(entry.order, body)
      invariants.onCreateSent(sentId, entry, { stale: gate.wasFrozen(), decidedAt: from })
    }
    const [, lookedUpId] = /order\/([^/]+)\/status/.exec(pathname) ?? []
    const kind = pathname.includes('/withdrawal-order/') ? ('payout' as const) : ('checkout' as const)
    const request = { isCreate, kind, id: sentId ?? lookedUpId ?? null }
    const type = isCreate ? 'create' : 'lookup'
    const report = (status: number | null): void =>
      observe({ type, subject: request.id ?? '', server: name, status })
    const response = await network
      .carry(request, () => service.fetch(input, init))
      .catch((error: unknown) => {
        report(null)
        throw error
      })
    report(scheduler.now() - from >= clientTimeoutMs ? null : response.status)
    note(`service ${method} ${pathname} ${response.status}`)
    if (isCreate && world.freezesAtCreate) {
      world.freezesAtCreate = false
      // With the next call, which stores the response.
      gate.stopAfter(2, 'freeze')
    }
    await gate.advance()
    // The client gave up before the response arrived.
    if (scheduler.now() - from >= clientTimeoutMs) throw networkError()
    const text = await response.text()
    if (response.ok) invariants.onServiceResponse(text, from)
    else if (sentId !== null)
      invariants.onCreateRejected(sentId, { status: response.status, text, exists: hasOrder(sentId) })
    if (response.status === 404 && lookedUpId !== undefined && pathname.includes('/status-by'))
      invariants.onNotFound(lookedUpId, { requestedAt: from, exists: hasOrder(lookedUpId) })
    return new Response(text, response)
  }

  const hasOrder = (id: string): boolean =>
    service.orders().some(({ externalTransactionId }) => externalTransactionId === id)

  const { prices, pricesOf, priceOf, changePrice, stated, createToken } = createShop({
    now: scheduler.now,
    signing: randomFor('tokens'),
    tokens,
  })
  const skews: number[] = []
  const clocks = createClocks(scheduler, randomFor('clocks'), {
    whose:
      wrongClocks === 0
        ? null
        : ['one machine', 'all machines', ...(wrongClocks > 1 ? (['the database'] as const) : [])],
    onWrong(what, ms) {
      note(what)
      onOutage(ms)
    },
  })
  const damage = createDamage(scheduler, randomFor('damage'), {
    isDrawn: damagedRows > 0,
    onDamage(id, ms) {
      note(`${id} cannot be read for ${ms} ms`)
      invariants.onDamage()
      onOutage(ms)
    },
  })
  const failover = createFailover(replica, {
    now: scheduler.now,
    entries: storedEntries,
    events: async () => (await store.listEvents({ limit: maxEvents })).events.map(({ event }) => event.id),
    onLost(lost) {
      note(`a replica takes over that lacks commits about ${[...lost.entries.keys()]}`)
      onOutage(settlingMs)
      invariants.onFailover(lost)
      for (const [id, { now }] of lost.entries) {
        observe({ type: 'lost', subject: id })
        damage.onLost(id)
        // Found once more before it may look like ours.
        for (const attempt of now?.attempts ?? [])
          if (attempt.foreignId === null) network.showForeign(attempt.externalTransactionId)
      }
    },
  })
  /** An error over a clock that was set, a row that was damaged, commits that were lost, or a key that a payout is recognized by. */
  const isExcused = (text: string): boolean =>
    failover.excuses(text) ||
    (sealKeys.areMissing() && text.includes('payout with this reference and other content')) ||
    (clocks.changes() > 0 && text.includes('The clock of this machine')) ||
    (damage.changes() > 0 && text.includes('cannot be read'))
  /** A comparison of clocks that an instance began before it froze ends once it runs again. */
  const isComparing = (): boolean => clocks.changes() > 0 && scheduler.now() <= disturbedAt
  const isDisturbed = (): boolean => clocks.areWrong() || isComparing() || damage.current() !== null
  const instanceNames = ['A', 'B', 'C']
  const instances: Instance[] = []
  let faultsEndedAt = Number.POSITIVE_INFINITY
  const faultsHaveEnded = (): boolean => faultsEndedAt < Number.POSITIVE_INFINITY
  let orderFailures = 0
  let storeFailures = 0
  let hadOutage = false
  /** When the last instance that had stopped ran again, or the faults of the networks ended. */
  let disturbedAt = 0
  const listeners = new Set<(entryId: string) => void>()

  /** Work may be late that is due within the next `ms`. */
  function onOutage(ms: number): void {
    hadOutage = true
    disturbedAt = Math.max(disturbedAt, scheduler.now() + ms)
    invariants.onOutage(disturbedAt)
  }

  /** As from a vault, which may be slow. */
  const slowKeyOf = (pipeline: string) => async (): Promise<string> => {
    if (world.keyFailures > 0) {
      world.keyFailures -= 1
      invariants.onMissingKey()
      throw new Error('The vault is unavailable.')
    }
    const delayMs = world.nextKeyMs
    world.nextKeyMs = 0
    if (delayMs === 0) return keyOf(pipeline)
    invariants.onMissingKey()
    await scheduler.delay(delayMs)
    invariants.onSlowKey()
    return keyOf(pipeline)
  }

  function withClock({ now: _, ...store }: Store): Store {
    return wrongClocks < 2 ? store : { ...store, now: async () => scheduler.now() + clocks.databaseError() }
  }

  function startInstance(index: number): Instance {
    const name = instanceNames[index] ?? ''
    const random = randomFor(`${name} ${scheduler.now()}`)
    const gate = createGate(
      () => chance(random, conditions.crash / 10),
      (how) => {
        const ms = how === 'crash' ? 1 + random.int(30_000) : random.int(2) === 0 ? 25_000 : 150_000
        onOutage(ms)
        note(`${name}: ${how} for ${ms} ms`)
        observe({ type: 'stopped', server: name, how, ms })
        scheduler.after(ms, () => {
          if (how === 'freeze') gate.resume()
          else instances[index] = startInstance(index)
        })
      },
    )
    const connection = connect?.()
    gate.crashed.catch(() => connection && trackPending(() => connection.close()))
    const paypane = createPaypane({
      service: createPaymentsClient({
        baseUrl: serviceUrls.core,
        initUrl: serviceUrls.init,
        tokenUrl: serviceUrls.token,
        timeoutMs: clientTimeoutMs,
        fetch: (input, init = {}) => requestService({ name, gate }, String(input), init),
      }),
      pipelines: {
        p2p: { profile: 'p2p', key: slowKeyOf('p2p'), privateKey: privateKeyOf('p2p') },
        'p2p-2': {
          ...{ profile: 'p2p', key: slowKeyOf('p2p-2'), privateKey: privateKeyOf('p2p-2') },
          ...(payerFields > 0 ? { fields: takenBySecond } : {}),
        },
        form: { profile: 'form', key: slowKeyOf('form'), privateKey: privateKeyOf('form') },
        token: { profile: 'token', key: slowKeyOf('token'), privateKey: privateKeyOf('token') },
        payout: { profile: 'payout', key: slowKeyOf('payout'), privateKey: privateKeyOf('payout') },
      },
      store: gateStore(damage.of(withClock(failover.of(connection ?? store))), {
        gate,
        listeners,
        onErasedOld:
          retention === 0 ? null : async () => (await storedEntries()).forEach(invariants.onErasedOld),
        onStored(entry) {
          observe({ type: 'stored', server: name, entry })
          invariants.onStored(entry)
          invariants.checkStoredSecrets(entry, secrets)
        },
        losesHint: () => chance(routing, conditions.hintLoss),
        async latency() {
          if (chance(random, conditions.storeSlow)) await scheduler.delay(random.int(2000))
        },
        failure() {
          if (!chance(random, conditions.storeFailure)) return null
          storeFailures += 1
          // Work that could not be done is tried again.
          onOutage(settlingMs)
          return random.int(2) === 0 ? 'before' : 'after'
        },
      }),
      sealKey: sealKeys.of(index),
      operators,
      pages,
      ...(tokens > 0 ? { orderSecret: shopSecret } : {}),
      payoutApproval: approval > 0 ? 'always' : 'never',
      maxAttempts,
      ...(payoutLimit > 0
        ? { payoutDailyLimit: { UAH: shopRules.payoutLimit, EUR: shopRules.payoutLimit } }
        : {}),
      async order(reference, _request, claims) {
        if (chance(shop, conditions.orderFailure)) {
          orderFailures += 1
          invariants.onOrderFailure(reference)
          throw new Error('The shop is unavailable.')
        }
        const { amount, currency } = claims ?? {}
        const isStated = tokens > 1 && amount !== undefined && currency !== undefined
        const price = isStated ? { amount, currency } : priceOf(reference)
        const delayMs = world.nextOrderMs
        world.nextOrderMs = 0
        if (delayMs > 0) await scheduler.delay(delayMs)
        const additionalFields = [
          { key: 'accountNumber', value: accountNumber },
          ...(payerFields > 0 ? [{ key: 'shopCity', value: 'Kyiv' }] : []),
        ]
        // With tokens, they prove the customer.
        const customer = tokens > 0 ? {} : { customer: customerOf(reference) }
        const fields = payerFields > 0 ? { fields: declaredFields(requestsBank()) } : {}
        const accepts = tolerance > 0 ? { tolerance: toleranceOf(reference) } : {}
        return { ...price, additionalFields, ...customer, ...fields, ...accepts }
      },
      async onEvent(event) {
        await gate.advance()
        if (chance(shop, conditions.eventSlow)) await scheduler.delay(shop.int(2) === 0 ? 70_000 : foreverMs)
        if (world.eventFailures > 0 || chance(shop, conditions.eventFailure)) {
          world.eventFailures = Math.max(0, world.eventFailures - 1)
          throw new Error('The shop is unavailable.')
        }
        note(`event ${event.ref} ${event.seq} ${event.type}`)
        observe({ type: 'event', subject: event.ref, event: event.type })
        invariants.checkSecrets('an event', JSON.stringify(event), secrets)
        if (event.type === 'callback.unmatched') invariants.onUnmatchedEvent(event)
        else invariants.onMerchantEvent(event)
        await gate.advance()
      },
      publicUrl: shopUrl,
      createGraceMs: 10_000,
      checkoutTtlSeconds: shopRules.ttlMs / 1000,
      ...(retention === 0 ? {} : { retentionDays: retention / 86_400 }),
      correctionWatchHours: shopRules.watchMs / 3_600_000,
      claimAfterMinutes: claimAfterMs / 60_000,
      reviewAfterMinutes,
      cascade: cascade > 0 ? 'auto' : 'offer',
      rateLimits: { order: 1000, address: 1000 },
      worker: false,
      // While the store does not fail, no work on an entry does.
      log(line) {
        const { level, message, checkout, payout, code } = line
        invariants.checkSecrets('the log', JSON.stringify(line), secrets)
        if (message.startsWith('lease lost')) invariants.onLeaseLost(checkout ?? payout ?? '')
        // Of one that has crashed nobody reads the log; on PostgreSQL its connections are closed.
        const hasFailed =
          !gate.hasCrashed() &&
          level === 'error' &&
          /^processing|^background|^no lookup follows|^a callback cannot be applied/.test(message)
        if (hasFailed && storeFailures === 0 && !isExcused(JSON.stringify(line))) invariants.onError(message)
        if (message.startsWith('the payout of a refund was not created'))
          invariants.onRefundPostponed(String(code))
      },
      clock: {
        now: () =>
          scheduler.now() + (conditions.skewMs > 0 ? (skews[index] ?? 0) : 0) + clocks.errorOf(index),
        ...(wrongClocks > 0 ? { elapsed: scheduler.now } : {}),
        // A process that has ended has no timers.
        after: (ms, call) =>
          scheduler.after(ms, () => {
            if (!gate.hasCrashed()) call()
          }),
      },
      random: () => random.int(2 ** 32) / 2 ** 32,
    })
    let isPassing = false
    const pass = (): void => {
      // At the end `finish` runs the passes.
      if (gate.hasCrashed() || isFinishing) return
      if (!isPassing) {
        isPassing = true
        void paypane
          .reconcile()
          .catch(onError)
          .finally(() => {
            isPassing = false
          })
      }
      scheduler.after(faultsHaveEnded() ? 20_000 : 8000 + conditions.slowPasses * 1000, pass)
    }
    scheduler.after(random.int(5000), pass)
    return { name, paypane, gate }
  }

  /** A running instance, if there is one. */
  function route(random: Random): Instance {
    const running = instances.filter(({ gate }) => !gate.isStopped())
    const instance = running[random.int(running.length)] ?? instances.find(({ gate }) => !gate.hasCrashed())
    if (instance === undefined) throw networkError()
    return instance
  }

  const clientSecrets = new Map<string, string>()
  /** Checkouts whose page has shown a client secret to an instance that lacked its key: the payer opens the order again. */
  const unread = new Set<string>()
  async function serve(
    request: Request,
    { paypane, gate, name }: Instance,
    subject?: string,
    token?: StatedOrder,
  ): Promise<Response> {
    const { method } = request
    const { pathname } = new URL(request.url)
    const done = invariants.onRequest(pathname, method !== 'GET')
    const requestedAt = scheduler.now()
    if (token !== undefined) invariants.onTokenUsed(token)
    const pricesBefore = new Map([...prices].map(([reference, { length }]) => [reference, length]))
    const requestedBank = requestsBank()
    const failures = (): number =>
      orderFailures + storeFailures + clocks.changes() + damage.changes() + failover.count()
    const failuresBefore = failures()
    const isLost = failover.follow()
    let isAnswering = true
    const answer = async (): Promise<Response> => {
      const response = await paypane.fetch(request)
      const text = await response.text()
      // A stopped instance sends no response, even if its timers run.
      await gate.advance()
      note(`${name} ${method} ${pathname} ${response.status}`)
      invariants.checkSecrets(`the response to ${pathname}`, text, secrets)
      const [, card] = /^\/cards\/(.*)$/.exec(pathname) ?? []
      if (card !== undefined && subject !== undefined && response.status === 204 && !isLost())
        invariants.onCardDeleted(card, customerOf(subject), requestedAt)
      if (card !== undefined && subject !== undefined && response.status === 404) {
        const left = await store.cardsOf(customerOf(subject))
        invariants.onCardUnknown(card, left, tokens > 0 || sealKeys.areMissing())
      }
      if (response.status === 404 && sealKeys.areMissing()) unread.add(pathname.split('/')[2] ?? '')
      if (failures() === failuresBefore && !isDisturbed())
        invariants.onResponse(`${method} ${pathname}`, response.status)
      const view =
        response.ok && pathname.startsWith('/checkouts') ? CheckoutView.parse(JSON.parse(text)) : null
      done(view)
      if (view !== null && method === 'POST' && pathname === '/checkouts' && !isLost()) {
        invariants.onOpened(view.order, pricesBefore.get(view.order) ?? 1)
        if (token === undefined) invariants.onFieldsShown(view, requestedBank, requestsBank())
        if (token !== undefined) invariants.onToken(view, token, { requestedAt })
      }
      if (view?.clientSecret !== undefined) clientSecrets.set(view.id, view.clientSecret)
      return new Response(response.status === 304 || response.status === 204 ? null : text, response)
    }
    const crashed = gate.crashed.catch((error: unknown) => {
      if (subject !== undefined && isAnswering) observe({ type: 'interrupted', subject, server: name })
      throw error
    })
    try {
      return await Promise.race([answer(), crashed])
    } finally {
      isAnswering = false
    }
  }

  /** Orders of which a callback has arrived since the last that was acknowledged. */
  const unacknowledged = new Set<string>()
  const post = async (callback: SentCallback): Promise<Response> => {
    const { url, body, signature } = callback
    const headers = { 'content-type': 'application/json', signature }
    const signed = verifiedFields(callback)
    invariants.onCallbackSigned(signed)
    // Another that was not acknowledged may be stored.
    const isNext = !unacknowledged.has(signed.externalId)
    unacknowledged.add(signed.externalId)
    const requestedAt = scheduler.now()
    const isLost = failover.follow()
    const response = await serve(new Request(url, { method: 'POST', body, headers }), route(routing))
    if (!response.ok || isLost()) return response
    const isRepeated = invariants.onCallbackAccepted(signed) && isNext
    unacknowledged.delete(signed.externalId)
    const id = new URL(url).pathname.split('/').at(-1) ?? ''
    const entry = await trackPending(() => store.entryByTransaction(id))
    const namesCard = body.includes('cardStorageToken')
    if (entry !== null && !damage.isLate(entry.id))
      invariants.onCallbackAt(id, entry, { requestedAt, bringsCard: isRepeated && namesCard })
    return response
  }

  function fetchFor(link: Link, order: string) {
    /** When the last requests were sent. */
    let times: number[] = []
    return async (url: string, init: RequestInit): Promise<Response> => {
      times = [...times.filter((time) => time > scheduler.now() - 10_000), scheduler.now()]
      if (times.length > maxPageRequests) {
        invariants.onError(new Error(`A page of ${order} sends ${times.length} requests within 10 s`))
        // Otherwise its requests follow each other, and the virtual time never advances.
        return await new Promise<never>(() => undefined)
      }
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const abort = (): void => reject(new DOMException('Aborted', 'AbortError'))
      init.signal?.addEventListener('abort', abort)
      const [, given = ''] = /"order":"([^"]*)"/.exec(String(init.body)) ?? []
      const request = (): Promise<Response> =>
        serve(new Request(url, init), route(link.random), order, stated.get(given))
      try {
        return await Promise.race([carry(link, scheduler, request), aborted])
      } finally {
        // Node keeps the signal of a request, and so would keep the whole world.
        init.signal?.removeEventListener('abort', abort)
      }
    }
  }

  /** As long as there are faults, the shop may change what it requests. */
  const requestsBank = (): boolean => Math.min(scheduler.now(), faultsEndedAt) - startedAt >= bankAfterMs
  let payerCount = 0
  /** Some values are longer than the shop takes. */
  function fillIn(order: string, fields: readonly { key: string }[]): Record<string, string> {
    payerCount += 1
    const values = valuesOf(
      payerCount,
      fields.map(({ key }) => key),
    )
    secrets.push(...Object.values(values))
    if (payerCount % 5 > 0 || faultsHaveEnded()) invariants.onFieldsGiven(order, payerCount)
    else for (const key in values) values[key] = 'x'.repeat(300)
    return values
  }

  let isFinishing = false
  let tabCount = 0
  const world: World = {
    scheduler,
    service,
    network,
    conditions,
    mayLackCards: tokens + lateCards > 0,
    mayLackRefunds: payoutLimit > 0 || (retention > 0 && approval > 0),
    maxAttempts,
    claimAfterMs,
    invariants,
    callbacks,
    tabs: [],
    eventFailures: 0,
    nextOrderMs: 0,
    nextKeyMs: 0,
    keyFailures: 0,
    freezesAtCreate: false,
    log: note,
    instance: (which) => instances[which % instances.length] ?? route(routing),
    openTab(order, method) {
      const oldest = world.tabs.length >= maxTabs ? world.tabs[0] : undefined
      if (oldest !== undefined) world.closeTab(oldest)
      const name = `tab-${++tabCount}`
      const random = randomFor(name)
      const clockError = random.int(2) === 0 ? 0 : random.int(7_200_000) - 3_600_000
      const link = linkFor(name, 'payer', 20_000, 60_000)
      const declared = declaredFields(requestsBank()).transfer.filter(({ key }) => key !== demandedKey)
      // A page without them shows them to its payer.
      const fillsIn = payerFields > 0 && method === 'transfer' && (faultsHaveEnded() || random.int(2) === 0)
      const fields = fillsIn ? fillIn(order, declared) : undefined
      const listeners = new Set<(event: PageLifecycleEvent) => void>()
      const session = createSession(
        { endpoint: shopUrl, order: tokens > 0 ? createToken(order) : order, method, fields },
        {
          fetch: fetchFor(link, order),
          language: () => null,
          now: () => scheduler.now() + clockError,
          setTimer: scheduler.after,
          random: () => random.int(1000) / 1000,
          watchPage(listener) {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
      )
      session.subscribe((state, before) => {
        const { starting, failureCount, blockingError } = before
        if (starting !== null || failureCount > 0 || blockingError !== null)
          tab.followsSince = scheduler.now()
        if (state.view === before.view) return
        note(`${name} shows ${state.view?.status} ${state.view?.attempts} ${state.view?.action?.type}`)
        if (state.view !== null && state.view.status !== before.view?.status)
          observe({ type: 'shown', subject: order, status: state.view.status })
        invariants.onScreen(state.view, before.view)
        if (state.view !== null) checkDelay(tab, state.view, before.view)
        tab.followsSince = scheduler.now()
      })
      const tab: Tab = {
        name,
        order,
        session,
        isHidden: false,
        followsSince: scheduler.now(),
        emit(event) {
          tab.isHidden = event === 'leave'
          tab.followsSince = scheduler.now()
          for (const listener of listeners) listener(event)
        },
      }
      world.tabs.push(tab)
    },
    closeTab(tab) {
      tab.session.stop()
      world.tabs.splice(world.tabs.indexOf(tab), 1)
    },
    async orderOn({ session }) {
      const entry = await store.entry(session.state.view?.id ?? '')
      const id = entry?.attempts.at(-1)?.externalTransactionId
      const order = service.orders().find(({ externalTransactionId }) => externalTransactionId === id)
      return order?.status === 'Success' || order?.status === 'Failed' ? undefined : order
    },
    filledIn(tab, choice) {
      const listed = tab.session.state.view?.fields?.transfer
      const isTransfer = 'method' in choice && choice.method === 'transfer'
      return listed === undefined || !isTransfer ? choice : { ...choice, fields: fillIn(tab.order, listed) }
    },
    async sendFromTab(tab, path, body) {
      const { view } = tab.session.state
      if (view === null) return
      await requestFromTab(tab, view.id, 'POST', `/checkouts/${view.id}${path}`, world.filledIn(tab, body))
      tab.session.refresh()
    },
    async deleteCardFromTab(tab, card) {
      const { view } = tab.session.state
      if (view !== null) await requestFromTab(tab, view.id, 'DELETE', `/cards/${card}`)
    },
    async refund(name, checkout, amount, note) {
      const body = JSON.stringify({ amount, note })
      const refunds = async (): Promise<readonly Refund[]> => {
        const entry = await store.entry(checkout)
        return entry?.kind === 'checkout' ? entry.refunds : []
      }
      const requested = async (): Promise<string[]> => {
        const isSame = (one: Refund): boolean =>
          one.state === 'requested' && one.note === note && Number(one.amount.value) === Number(amount)
        return (await refunds()).filter(isSame).map(({ id }) => id)
      }
      const [known] = await requested()
      const given = (await refunds()).filter(({ state }) => state !== 'requested').map(({ id }) => id)
      const response = await requestAdmin(name, 'POST', `/checkouts/${checkout}/refunds`, body)
      if (response?.status !== 201) return null
      const { refund, url } = RefundLink.parse(await response.json())
      invariants.onRefundRequested(refund.id, given)
      if (known !== undefined && (await requested()).includes(known))
        invariants.onRefundRepeated(known, refund.id)
      return { id: refund.id, path: new URL(url).pathname }
    },
    async giveDestination({ path }) {
      const request = new Request(`${shopUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `fields[accountNumber]=${accountNumber}`,
      })
      const send = async (): Promise<Response> => await serve(request, route(routing))
      await orWaiting(send())
    },
    async refundOrder({ id }) {
      const payout = await store.entryByRef('payout', id)
      const attempt = payout?.attempts[0]
      return service
        .orders()
        .find(({ externalTransactionId }) => externalTransactionId === attempt?.externalTransactionId)
    },
    async reconcile(wrong) {
      const locals = (await storedEntries()).flatMap(localOrders)
      const list = serviceList(service.orders(), wrong)
      const differences = await compareLists(locals, list)
      invariants.checkReconciliation(differences, locals, list)
      if (!wrong.looksUp) return
      for (const { local } of differences)
        if (local !== null)
          await world.asOperator(
            'ann',
            'POST',
            `${local.path}/review`,
            JSON.stringify({ attempt: local.n, action: 'recheck', note: 'Reconciled.' }),
          )
    },
    async asOperator(name, method, path, body) {
      const [, declined] = /^\/claims\/([^/]+)\/decline$/.exec(path) ?? []
      if (declined !== undefined) invariants.onDecline(declined)
      const isLost = failover.follow()
      const response = await requestAdmin(name, method, path, body)
      if (response === null || isLost()) return null
      return response.status >= 500 && isDisturbed() ? null : response.status
    },
    async review(action, applies) {
      const orders = new Map(service.orders().map((order) => [order.externalTransactionId, order]))
      for (const entry of await storedEntries())
        for (const attempt of entry.attempts) {
          const { n, state, underpaid, externalTransactionId, review } = attempt
          const id = externalTransactionId
          const reviewed = { externalTransactionId, state, underpaid, order: orders.get(id) }
          if (!applies({ ...reviewed, reason: review?.reason ?? '' })) continue
          if (action === 'accept') invariants.onAccept(id, 'requested')
          const target = entry.kind === 'checkout' ? `/checkouts/${entry.id}` : `/payouts/${entry.reference}`
          const decision = JSON.stringify({ attempt: n, action, note: 'The shop agrees.' })
          const status = await world.asOperator('ann', 'POST', `${target}/review`, decision)
          if (status === 200 && action === 'accept') invariants.onAccept(id, 'accepted')
          const after = (await store.entry(entry.id))?.attempts[n - 1]
          if (status === 200) invariants.onDecided(action, attempt, after)
          const now = status === 409 ? after : undefined
          const isUnchanged = now?.state === state && now.review?.reason === review?.reason
          const isRefunded = entry.kind === 'checkout' && entry.refunds.length > 0
          if (now !== undefined && isUnchanged && !isRefunded) invariants.onNotDecidable(action, now)
        }
    },
    async payOut(reference, how) {
      const { value: amount, currency } = shopRules.payout
      if (how === 'number') {
        await world.asOperator(
          'ann',
          'POST',
          '/payouts',
          `{"reference":"${reference}","amount":${amount},"currency":"${currency}","additionalFields":[{"key":"accountNumber","value":${accountNumber}}]}`,
        )
        return
      }
      const additionalFields = [{ key: 'accountNumber', value: accountNumber }]
      const create = async () =>
        await route(routing).paypane.payouts.create({
          reference,
          amount,
          currency,
          additionalFields,
        })
      await orWaiting(create())
    },
    hasPayout: async (reference) => (await store.entryByRef('payout', reference)) !== null,
    async decidePayouts(name, action) {
      for (const entry of await storedEntries())
        if (entry.kind === 'payout' && entry.approvals.at(-1)?.decided === null)
          await world.asOperator(name, 'POST', `/payouts/${entry.reference}/${action}`, '{"note":"Decided."}')
    },
    async deliverCallback(callback) {
      const deliver = async (): Promise<Response> => await post(callback)
      return (await orWaiting(deliver()))?.status === 200
    },
    signCallback(callback, change, by) {
      const [signedBy = ''] = by === undefined ? verifiedFields(callback).signedBy : [by]
      const fields = { ...readSignedFields(callback.body), ...change }
      const body = `{"externalId":"${fields.externalId}","status":"${fields.status}","amount":"${fields.amount}","orderType":"${fields.orderType}"}`
      return { ...callback, body, signature: signatureOf({ ...fields }, privateKeyOf(signedBy)) }
    },
    async change(externalId, change) {
      const isClose =
        tolerance > 0 && !faultsHaveEnded() && change.do === 'amount' && change.amount === '900.00'
      service.change(externalId, isClose ? { do: 'amount', amount: randomAmount.pick(closeAmounts) } : change)
      await settle()
      invariants.onOrders(service.orders())
    },
    async pass() {
      const pass = async (): Promise<number> => await route(routing).paypane.reconcile()
      await orWaiting(pass())
    },
    failOver: failover.plan,
    removeSealKeys(which, ms) {
      if (sealKeys.areMissing()) return
      note(`seal keys are missing for ${ms} ms`)
      sealKeys.rotateWrongly(which === 'all' ? which : which % instances.length, ms)
      onOutage(ms)
    },
    jumpClock(which, ms) {
      skews[which % instances.length] = Math.max(-conditions.skewMs, Math.min(conditions.skewMs, ms))
    },
    async eraseCustomer(which) {
      const customer = customers[which % 2 === 0 ? 0 : 1]
      invariants.onErasure(customer)
      await world.asOperator('ann', 'DELETE', `/customers/${encodeURIComponent(customer)}`, '')
    },
    changePrice,
    async placedOrder(kind, which) {
      const entries = (await storedEntries()).filter((entry) => entry.kind === kind)
      const ids = entries.flatMap(({ attempts }) => attempts.flatMap(({ externalId }) => externalId ?? []))
      return ids.sort().at(-1 - (which % Math.max(1, ids.length)))
    },
    async hideForeign() {
      const attempts = (await storedEntries()).flatMap((entry) => entry.attempts)
      const isFlagged = ({ externalTransactionId: id, externalId }: Order): boolean =>
        attempts.some((one) => one.externalTransactionId === id && one.foreignId === externalId)
      for (const order of service.orders().filter(isFlagged)) network.hideForeign(order.externalTransactionId)
    },
    advance: (seconds) => scheduler.advance(seconds * 1000),
    async check() {
      await settle()
      const entries = await storedEntries()
      const listed = await storedEntries({ needsReview: true })
      const cards = (await Promise.all(customers.map((customer) => store.cardsOf(customer)))).flat()
      invariants.checkStep(entries, service.orders(), { cards, listed, putAside: damage.putAside() })
      invariants.checkReport(entries, await store.reportCounts({ from: '0000', to: '9999' }))
      const late = scheduler.now() - (reviewAfterMinutes + 1) * 60_000 - (hadOutage ? outageMs : passMs)
      invariants.checkDeadlines(
        entries.filter(({ id }) => !damage.isLate(id)),
        late,
      )
    },
    finish,
    async stop() {
      for (const { gate } of instances) gate.stopAfter(0, 'crash')
      await settle()
    },
  }

  async function requestFromTab(
    { name, order }: Tab,
    checkout: string,
    method: 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'checkout-secret': clientSecrets.get(checkout) ?? '',
    }
    const fetchFromTab = fetchFor(linkFor(`${name} ${path}`, 'payer', 20_000, 60_000), order)
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const request = async (): Promise<Response> => await fetchFromTab(`${shopUrl}${path}`, init)
    await orWaiting(request())
  }

  async function requestAdmin(
    name: 'ann' | 'bob',
    method: string,
    path: string,
    body: string,
  ): Promise<Response | null> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(name)}` }
    const request = new Request(`${shopUrl}/admin${path}`, {
      method,
      headers,
      ...(body === '' ? {} : { body }),
    })
    const isLost = failover.follow()
    const send = async (): Promise<Response> => await serve(request, route(routing))
    const response = await orWaiting(send())
    if (isLost()) return response
    const action = actionOf(method, path)
    if (response?.ok === true && action !== null) invariants.onAct(action)
    if (response?.status === 409 && path.startsWith('/payouts')) {
      const { code } = await response.json()
      if (code === 'payout_limit') invariants.onPayoutLimit(await storedEntries(), path.split('/')[2])
    }
    if (path === '/payouts' && response?.ok === true) {
      const { reference: ref, status } = PayoutView.parse(await response.json())
      // Else it may have existed.
      const isCreated = response.status === 201 || (response.status === 202 && status === 'awaiting_approval')
      if (isCreated) invariants.onAct({ action: 'createPayout', ref })
    }
    return response
  }

  async function storedEntries(filter: { needsReview?: true } = {}) {
    const [checkouts, payouts] = await Promise.all([
      store.list({ kind: 'checkout', limit: maxEntries, ...filter }),
      store.list({ kind: 'payout', limit: maxEntries, ...filter }),
    ])
    return [...checkouts.entries, ...payouts.entries]
  }

  async function finish(undelivered: 'delivered' | 'lost'): Promise<void> {
    note('all faults end')
    faultsEndedAt = scheduler.now()
    disturbedAt = Math.max(disturbedAt, scheduler.now())
    Object.assign(conditions, calm)
    // Amounts that lookups never report are in the callbacks.
    network.quiesce(undelivered === 'lost')
    world.eventFailures = 0
    world.nextOrderMs = 0
    world.nextKeyMs = 0
    world.keyFailures = 0
    world.freezesAtCreate = false
    service.endFaults()
    clocks.end()
    damage.end()
    failover.end()
    sealKeys.end()
    for (const { gate } of instances) gate.resume()
    for (const tab of world.tabs) if (tab.isHidden) tab.emit('return')
    if (undelivered === 'delivered')
      for (const callback of [...callbacks].reverse())
        while (!(await world.deliverCallback(callback))) await world.advance(10)
    // Instances that are down start again, and pages poll.
    await world.advance(120)
    await world.check()
    for (const tab of [...world.tabs]) {
      await checkScreen(tab)
      await checkForeignSecret(tab)
      world.closeTab(tab)
    }
    for (const entry of await storedEntries()) if (entry.kind === 'payout') await checkPayout(entry)
    await liveOrdinarily(world, randomFor('ordinary life'))
    isFinishing = true
    invariants.onOutage(scheduler.now())
    // Once no work is due, advancing further changes nothing.
    for (let left = (shopRules.ttlMs + shopRules.watchMs) / 1000 + 600; left > 0; left -= 1800) {
      await world.advance(Math.min(left, 1800))
      for (let passes = 0; (await orWaiting(route(routing).paypane.reconcile())) !== 0; passes += 1) {
        await scheduler.advance(1000)
        if (passes > 100) throw new InvariantViolation('The due work never ends.')
      }
      if ((await store.nextDue()) === null) break
    }
    // Callbacks that match no order reach the operator.
    await world.advance((reviewAfterMinutes + 1) * 60)
    await orWaiting(route(routing).paypane.reconcile())
    await world.advance(1)
    await orWaiting(route(routing).paypane.reconcile())
    await world.check()
    // Callbacks are the only source of hidden amounts, and some were lost.
    const audit = await store.auditRecords({ after: 0, limit: 10_000 })
    const entries = await storedEntries()
    invariants.checkAtRest(entries, service.orders(), { exact: !network.hasHiddenDetails(), audit })
    const locals = entries.flatMap(localOrders)
    const differences = await compareLists(locals, serviceList(service.orders(), rightList))
    invariants.checkLostReported(differences, entries, service.orders())
    const cards = await Promise.all(customers.map((customer) => store.cardsOf(customer)))
    const sealed = JSON.stringify([await storedEntries(), cards]).match(/"1\.[\w-]{8}\./g)
    if (new Set(sealed).size > 1) throw new InvariantViolation('What a retired key has sealed is left.')
    for (const [id, bodies] of sent) {
      if (bodies.size > 1) throw new InvariantViolation(`${id} was sent with other bytes`)
      for (const body of bodies)
        if (!new RegExp(`"value":("?)${accountNumber}\\1}`).test(body))
          throw new InvariantViolation(`Digits were lost: ${body}`)
    }
  }

  /** A page that follows a payment on a good connection shows a change seconds after it was stored. */
  function checkDelay(tab: Tab, view: CheckoutView, before: CheckoutView | null): void {
    const { payerLoss, payerSlow, storeSlow } = conditions
    if (payerLoss + payerSlow + storeSlow > 0 || before?.id !== view.id || essence(view) === essence(before))
      return
    const isFollowed = !tab.isHidden && before.pollAfter !== null && before.pollAfter <= 3
    const changedAt = Math.max(invariants.changedAt(view.id), tab.followsSince, disturbedAt + settlingMs)
    const late = scheduler.now() - changedAt
    if (isFollowed && late > shownWithinMs)
      invariants.onError(new Error(`${tab.name} shows ${essence(view)} after ${late / 1000} s`))
  }

  /** Minutes after all faults have ended, each page shows what is stored. */
  async function checkScreen(tab: Tab): Promise<void> {
    const { view, blockingError, starting } = tab.session.state
    // It was lost, at the latest while the page opened it, and is opened again with the page.
    const isLost = failover.count() > 0 && (view === null || invariants.isLost(view.id))
    if (blockingError === 'notFound' && (isLost || unread.has(view?.id ?? ''))) return
    // An attempt at an earlier price exists.
    if (blockingError === 'amountChanged' && prices.has(tab.order)) return
    if (view === null || blockingError !== null || starting !== null)
      throw new InvariantViolation(`${tab.name} hangs: ${blockingError ?? starting?.method}`)
    const isSettled = (at: number): boolean => Math.abs(scheduler.now() - at) > rarestPollMs
    const expiresAt = view.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(view.expiresAt)
    if (view.pollAfter !== null && isSettled(invariants.changedAt(view.id)) && isSettled(expiresAt))
      await checkPage(tab, view)
  }

  /** Rule 18: the secret of one checkout opens no other. */
  async function checkForeignSecret({ session }: Tab): Promise<void> {
    const id = session.state.view?.id
    const [, secret] = [...clientSecrets].find(([other]) => other !== id) ?? []
    if (id === undefined || secret === undefined) return
    const request = new Request(`${shopUrl}/checkouts/${id}`, { headers: { 'checkout-secret': secret } })
    const response = await orWaiting(serve(request, route(routing)))
    if (response !== null) invariants.onForeignSecret(id, response.status)
  }

  async function checkPayout(payout: Payout): Promise<void> {
    const response = await requestAdmin('ann', 'GET', `/payouts/${payout.reference}`, '')
    const after = await store.entry(payout.id)
    if (response?.status !== 200 || after?.version !== payout.version) return
    invariants.onPayoutView(PayoutView.parse(await response.json()), payout)
  }

  async function checkPage({ name, order }: Tab, view: CheckoutView): Promise<void> {
    const url = `${shopUrl}/checkouts/${view.id}`
    const headers = { 'checkout-secret': clientSecrets.get(view.id) ?? '' }
    const response = await orWaiting(serve(new Request(url, { headers }), route(routing)))
    if (response?.ok !== true) return
    const stored = CheckoutView.parse(await response.json())
    invariants.checkFreshView(stored)
    const fresh = essence(stored)
    if (essence(view) !== fresh)
      throw new InvariantViolation(`${name} of ${order} shows ${essence(view)}: it is ${fresh}`)
  }

  for (let index = 0; index < 1 + conditions.moreInstances; index += 1) instances.push(startInstance(index))
  if (keyRotation > 0) scheduler.after(rotatedAfterMs, sealKeys.rotate)
  return world
}
