import { CheckoutView } from '../../../src/contract/index.ts'
import { createSandbox, frozenTime, type Sandbox } from '../../../src/sandbox/index.ts'
import { pipelineKey } from '../../../src/sandbox/keys.ts'
import {
  createPaypane,
  generateSealKey,
  type Paypane,
  ProblemError,
  type Store,
  type StoredEvent,
} from '../../../src/server/index.ts'
import { readSignedFields } from '../../../src/service/callback.ts'
import { callbackSignature, createPaymentsClient, type SignedFields } from '../../../src/service/index.ts'
import { type ManualClock, manualClock } from '../harness.ts'
import { createProcessGate, gateStore, type ProcessGate } from './gate.ts'
import { waitUntilIdle } from './idle.ts'
import { createInvariants, type Invariants } from './invariants.ts'
import { createGraceMs, createNetwork, type Network, timeoutMs } from './network.ts'

/** A callback that the service has sent; it may arrive at any time, repeatedly or never. */
export interface CallbackRequest {
  url: string
  body: string
  signature: string
}

interface ServerProcess {
  paypane: Paypane
  gate: ProcessGate
}

/** The service, the shop's processes and the network between them. */
export interface Simulation {
  clock: ManualClock
  sandbox: Sandbox
  network: Network
  store: Store
  invariants: Invariants
  callbacks: CallbackRequest[]
  /** How many of the next events the shop fails to receive. */
  eventFailures: number
  /** The running process; starts a new one if the last has stopped. */
  process(): ServerProcess
  resume(): void
  /** Requests the shop's server. Null if it fails, waits for the clock or stops. */
  send(method: string, path: string, body?: unknown): Promise<CheckoutView | null>
  /** The merchant makes an order payable again, where the rules allow it. */
  reopen(order: string): Promise<void>
  /** `how`: by the merchant's code, or by a request whose account number is a JSON number. */
  payOut(reference: string, how: 'text' | 'number'): Promise<void>
  /** An operator accepts less than asked, where an attempt waits for that. */
  acceptUnderpaid(): Promise<void>
  /** False: the process stopped before it responded. */
  deliverCallback(callback: CallbackRequest): Promise<boolean>
  /** A callback of the service with other signed fields. */
  signCallback(callback: CallbackRequest, change: Partial<SignedFields>): Promise<CallbackRequest>
  deleteCard(card: string): Promise<void>
  lever(path: string, body: unknown): Promise<boolean>
  /** Runs due work until none is left, or it waits for the clock or stops. */
  drain(): Promise<void>
  advance(seconds: number): Promise<void>
  /** Checks the invariants on everything stored; with `when`, also those of the end. `delivered`: every callback has arrived. */
  check(when?: { delivered: boolean }): Promise<void>
}

export const ttlSeconds = 600
export const watchHours = 4
export const reviewAfterMinutes = 15
/** More digits than a double holds. */
const accountNumber = '6212345678901234567'

/** A step advances the clock by at most this, and a lookup may take its timeout. */
const maxStepMs = 330_000

const serviceUrl = 'http://service.test'
const shopUrl = 'http://127.0.0.1:8787'
const sealKey = generateSealKey()
const adminToken = 'the operator of the shop'
/** The customer of every checkout. */
const customer = 'a customer'

export function createSimulation(store: Store): Simulation {
  const clock = manualClock()
  const invariants = createInvariants()
  const frozen: ProcessGate[] = []
  const callbacks: CallbackRequest[] = []
  const clientSecrets = new Map<string, string>()

  const sandbox = createSandbox({
    url: serviceUrl,
    seed: 'a history',
    clock: frozenTime(clock.now()),
    config: {
      scenarios: false,
      callbacks: { withCurrency: false },
      lookups: 'pipeline',
      pipelines: { 'p2p-2': { profile: 'p2p' } },
    },
    async fetch(input, init) {
      const request = new Request(input, init)
      callbacks.push({
        url: request.url,
        body: await request.text(),
        signature: request.headers.get('signature') ?? '',
      })
      return new Response(null, { status: 200 })
    },
  })
  const env = sandbox.env()
  const setting = (name: string): string => env[name] ?? ''
  const network = createNetwork(
    sandbox,
    clock,
    async (id, gate) =>
      invariants.onCreateSent(id, await store.entryByTransaction(id), frozen.includes(gate)),
    invariants.onServiceStatus,
  )

  function startProcess(): ServerProcess {
    const gate = createProcessGate()
    const privateKey = setting('PAYMENTS_PRIVATE_KEY')
    const paypane = createPaypane({
      service: createPaymentsClient({
        baseUrl: setting('PAYMENTS_BASE_URL'),
        initUrl: setting('PAYMENTS_INIT_URL'),
        tokenUrl: setting('PAYMENTS_TOKEN_URL'),
        timeoutMs,
        fetch: network.of(gate),
      }),
      pipelines: {
        p2p: { profile: 'p2p', key: setting('PAYMENTS_P2P_KEY'), privateKey },
        'p2p-2': { profile: 'p2p', key: pipelineKey('p2p-2', 'p2p'), privateKey },
        form: { profile: 'form', key: setting('PAYMENTS_FORM_KEY'), privateKey },
        token: { profile: 'token', key: setting('PAYMENTS_TOKEN_KEY'), privateKey },
        payout: { profile: 'payout', key: setting('PAYMENTS_PAYOUT_KEY'), privateKey },
      },
      store: gateStore(store, gate, invariants.onSaved),
      sealKey,
      adminToken,
      order: () => ({
        amount: '1250.00',
        currency: 'UAH',
        customer,
        additionalFields: [{ key: 'accountNumber', value: accountNumber }],
      }),
      async onEvent(event) {
        await gate.advance()
        if (simulation.eventFailures > 0) {
          simulation.eventFailures -= 1
          throw new Error('The shop is unavailable.')
        }
        if (event.type === 'callback.unmatched') invariants.onUnmatchedEvent(event)
        else invariants.onMerchantEvent(event)
        await gate.advance()
      },
      publicUrl: shopUrl,
      createGraceMs,
      checkoutTtlSeconds: ttlSeconds,
      correctionWatchHours: watchHours,
      reviewAfterMinutes,
      rateLimits: { order: 1000, address: 1000 },
      worker: false,
      clock,
      random: () => 0.5,
    })
    return { paypane, gate }
  }
  let current = startProcess()

  /** The result; null on an error, and once the work waits for the clock or its process has stopped. */
  async function orIdle<T>(work: Promise<T>): Promise<T | null> {
    const result = work.catch((error: unknown) => {
      invariants.onError(error)
      return null
    })
    return await Promise.race([result, waitUntilIdle().then(() => null)])
  }

  /** The status of the response; null as for `send`. */
  async function sendAsOperator(path: string, body: string): Promise<number | null> {
    const process = simulation.process()
    const request = new Request(`${shopUrl}/admin${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` },
      body,
    })
    const response = await orIdle(process.paypane.fetch(request))
    if (response !== null) invariants.onResponse(`operator ${path}`, response.status)
    return response?.status ?? null
  }

  const simulation: Simulation = {
    clock,
    sandbox,
    network,
    store,
    invariants,
    callbacks,
    eventFailures: 0,
    process() {
      if (current.gate.isStopped()) {
        frozen.push(current.gate)
        current = startProcess()
      }
      return current
    },
    resume() {
      for (const gate of frozen) gate.resume()
    },
    async send(method, path, body) {
      const process = simulation.process()
      const request = new Request(`${shopUrl}${path}`, {
        method,
        headers: {
          'checkout-secret': clientSecrets.get(path.split('/')[2] ?? '') ?? '',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const read = async (): Promise<CheckoutView | null> => {
        const response = await process.paypane.fetch(request)
        invariants.onResponse(`${method} ${path}`, response.status)
        if (!response.ok) return null
        const body: unknown = await response.json()
        // A stopped process sends no response, even if its timers run.
        await process.gate.advance()
        return CheckoutView.parse(body)
      }
      const view = await orIdle(read())
      if (view?.clientSecret !== undefined) clientSecrets.set(view.id, view.clientSecret)
      if (view !== null) invariants.onView(view)
      return view
    },
    async payOut(reference, how) {
      if (how === 'number') {
        await sendAsOperator(
          '/payouts',
          `{"reference":"${reference}","amount":10.00,"currency":"UAH","additionalFields":[{"key":"accountNumber","value":${accountNumber}}]}`,
        )
        return
      }
      const process = simulation.process()
      const additionalFields = [{ key: 'accountNumber', value: accountNumber }]
      await orIdle(
        process.paypane.payouts.create({ reference, amount: '10.00', currency: 'UAH', additionalFields }),
      )
    },
    async acceptUnderpaid() {
      const { entries } = await store.list({ kind: 'checkout', limit: 100 })
      for (const { id, attempts } of entries)
        for (const { n, underpaid, externalTransactionId } of attempts) {
          if (!underpaid) continue
          invariants.onAccept(externalTransactionId, 'requested')
          const decision = JSON.stringify({ attempt: n, act: 'accept', note: 'The shop agrees.' })
          const status = await sendAsOperator(`/checkouts/${id}/review`, decision)
          if (status === 200) invariants.onAccept(externalTransactionId, 'accepted')
        }
    },
    async reopen(order) {
      const process = simulation.process()
      await orIdle(
        process.paypane.checkouts.reopen(order).catch((error: unknown) => {
          if (!(error instanceof ProblemError)) throw error
        }),
      )
    },
    async deliverCallback({ url, body, signature }) {
      const process = simulation.process()
      const request = new Request(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', signature },
      })
      const response = await orIdle(process.paypane.fetch(request))
      if (response !== null) invariants.onResponse('callback', response.status)
      return response !== null
    },
    async signCallback(callback, change) {
      const fields = { ...readSignedFields(callback.body), ...change }
      const body = `{"externalId":"${fields.externalId}","status":"${fields.status}","amount":"${fields.amount}","orderType":"${fields.orderType}"}`
      return {
        ...callback,
        body,
        signature: await callbackSignature(fields, setting('PAYMENTS_PRIVATE_KEY')),
      }
    },
    async deleteCard(card) {
      const process = simulation.process()
      const request = new Request(`${shopUrl}/cards/${card}`, {
        method: 'DELETE',
        headers: { 'checkout-secret': [...clientSecrets.values()].at(-1) ?? '' },
      })
      const response = await orIdle(process.paypane.fetch(request))
      if (response !== null) invariants.onResponse('delete card', response.status)
    },
    async lever(path, body) {
      const response = await sandbox.fetch(`${serviceUrl}/_sandbox${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.ok
    },
    async drain() {
      for (let passes = 0; passes < 100; passes += 1) {
        const process = simulation.process()
        const count = await orIdle(process.paypane.reconcile())
        if (count === null || count === 0) return
      }
      throw new Error('The due work never ends.')
    },
    async advance(seconds) {
      clock.advance(seconds * 1000)
      await sandbox.clock.advance(seconds)
      await waitUntilIdle()
      await simulation.drain()
    },
    async check(when) {
      await waitUntilIdle()
      const [checkouts, payouts, cards] = await Promise.all([
        store.list({ kind: 'checkout', limit: 100 }),
        store.list({ kind: 'payout', limit: 100 }),
        store.cardsOf(customer),
      ])
      const entries = [...checkouts.entries, ...payouts.entries]
      invariants.checkStep(entries, sandbox.orders(), cards)
      const late = clock.now() - (reviewAfterMinutes + 1) * 60_000
      if (when === undefined) return invariants.checkDeadlines(entries, clock.now(), late - maxStepMs)
      const { callbacks: unmatched } = await store.unmatchedCallbacks({ limit: 1000 })
      invariants.checkAtRest(entries, sandbox.orders(), {
        unmatched,
        delivered: when.delivered,
        // Callbacks are the only source of these amounts, and some were lost.
        exact: !network.hasHiddenDetails(),
      })
      for (const body of [...network.sent.values()].flat())
        if (!new RegExp(`"value":("?)${accountNumber}\\1}`).test(body))
          throw new Error(`Digits were lost: ${body}`)
    },
  }
  return simulation
}

export type { StoredEvent }
