import { CheckoutView } from '../../../src/contract/index.ts'
import { createSandbox, frozenTime, type Sandbox } from '../../../src/sandbox/index.ts'
import {
  createPaypane,
  generateSealKey,
  type Paypane,
  type Store,
  type StoredEvent,
} from '../../../src/server/index.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { type HandClock, handClock } from '../world.ts'
import { calm } from './calm.ts'
import { createGate, type Gate, gated } from './gate.ts'
import { createRules, type Rules } from './rules.ts'
import { createWire, settleMs, timeoutMs, type Wire } from './wire.ts'

/** A callback on its way: the service has let go of it, nobody knows when or whether it arrives. */
export interface Mail {
  url: string
  body: string
  signature: string
}

interface Process {
  paypane: Paypane
  gate: Gate
}

/** One history: the service, the shop's processes one after another, and what is between them. */
export interface Run {
  clock: HandClock
  sandbox: Sandbox
  wire: Wire
  store: Store
  rules: Rules
  mail: Mail[]
  /** How many events the shop will not hear. */
  deafness: number
  /** The process that serves now; a new one where the last has stopped. */
  process(): Process
  thaw(): void
  /** Asks the shop's server, and takes its answer if it comes before something waits or stops. */
  ask(method: string, path: string, body?: unknown): Promise<CheckoutView | null>
  payOut(reference: string): Promise<void>
  bring(mail: Mail): Promise<void>
  forget(card: string): Promise<void>
  lever(path: string, body: unknown): Promise<boolean>
  /** Does due work until there is none, or something waits or stops. */
  settle(): Promise<void>
  pass(seconds: number): Promise<void>
  /** The rules hold for all that is stored now; at the end also those of rest. */
  check(when?: 'at rest'): Promise<void>
}

export const ttlSeconds = 600
export const watchHours = 4

const serviceUrl = 'http://service.test'
const shopUrl = 'http://127.0.0.1:8787'
const sealKey = generateSealKey()
/** The one who pays them all. */
const customer = 'a customer'

export function createRun(store: Store): Run {
  const clock = handClock()
  const rules = createRules()
  const frozen: Gate[] = []
  const mail: Mail[] = []

  const sandbox = createSandbox({
    url: serviceUrl,
    seed: 'a history',
    clock: frozenTime(clock.now()),
    config: { scenarios: false, callbacks: { withCurrency: false } },
    async fetch(input, init) {
      const request = new Request(input, init)
      mail.push({
        url: request.url,
        body: await request.text(),
        signature: request.headers.get('signature') ?? '',
      })
      return new Response(null, { status: 200 })
    },
  })
  const env = sandbox.env()
  const setting = (name: string): string => env[name] ?? ''
  const wire = createWire(
    sandbox,
    clock,
    async (id, gate) => rules.leaves(id, await store.entryByTransaction(id), frozen.includes(gate)),
    rules.isTold,
  )

  function begin(): Process {
    const gate = createGate()
    const privateKey = setting('PAYMENTS_PRIVATE_KEY')
    const paypane = createPaypane({
      service: createPaymentsClient({
        baseUrl: setting('PAYMENTS_BASE_URL'),
        initUrl: setting('PAYMENTS_INIT_URL'),
        tokenUrl: setting('PAYMENTS_TOKEN_URL'),
        timeoutMs,
        fetch: wire.of(gate),
      }),
      pipelines: {
        p2p: { profile: 'p2p', key: setting('PAYMENTS_P2P_KEY'), privateKey },
        form: { profile: 'form', key: setting('PAYMENTS_FORM_KEY'), privateKey },
        token: { profile: 'token', key: setting('PAYMENTS_TOKEN_KEY'), privateKey },
        payout: { profile: 'payout', key: setting('PAYMENTS_PAYOUT_KEY'), privateKey },
      },
      store: gated(store, gate, rules.isWritten),
      sealKey,
      order: () => ({ amount: '1250.00', currency: 'UAH', customer }),
      async onEvent(event) {
        await gate.pass()
        if (run.deafness > 0) {
          run.deafness -= 1
          throw new Error('The shop does not hear.')
        }
        rules.hears(event)
        await gate.pass()
      },
      publicUrl: shopUrl,
      settleMs,
      checkoutTtlSeconds: ttlSeconds,
      correctionWatchHours: watchHours,
      startsPerMinute: { order: 1000, address: 1000 },
      worker: false,
      clock,
      random: () => 0.5,
    })
    return { paypane, gate }
  }
  let current = begin()

  /** What comes of it, unless it waits for the clock or its process stops; then it goes on, or not, by itself. */
  async function outcome<T>(work: Promise<T>): Promise<T | null> {
    const kept = work.catch((error: unknown) => {
      rules.broke(error)
      return null
    })
    return await Promise.race([kept, calm().then(() => null)])
  }

  const run: Run = {
    clock,
    sandbox,
    wire,
    store,
    rules,
    mail,
    deafness: 0,
    process() {
      if (current.gate.isStopped()) {
        frozen.push(current.gate)
        current = begin()
      }
      return current
    },
    thaw() {
      for (const gate of frozen) gate.thaw()
    },
    async ask(method, path, body) {
      const process = run.process()
      const request = new Request(`${shopUrl}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const read = async (): Promise<CheckoutView | null> => {
        const response = await process.paypane.fetch(request)
        rules.answered(`${method} ${path}`, response.status)
        if (!response.ok) return null
        const body: unknown = await response.json()
        // A process that has stopped answers nobody, whatever its timers do.
        await process.gate.pass()
        return CheckoutView.parse(body)
      }
      const view = await outcome(read())
      if (view !== null) rules.sees(view)
      return view
    },
    async payOut(reference) {
      const process = run.process()
      await outcome(process.paypane.payouts.create({ reference, amount: '10.00', currency: 'UAH' }))
    },
    async bring({ url, body, signature }) {
      const process = run.process()
      const request = new Request(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', signature },
      })
      const response = await outcome(process.paypane.fetch(request))
      if (response !== null) rules.answered('callback', response.status)
    },
    async forget(card) {
      const process = run.process()
      const request = new Request(`${shopUrl}/cards/${card}?order=order-0`, { method: 'DELETE' })
      const response = await outcome(process.paypane.fetch(request))
      if (response !== null) rules.answered('forgetting', response.status)
    },
    async lever(path, body) {
      const response = await sandbox.fetch(`${serviceUrl}/_sandbox${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return response.ok
    },
    async settle() {
      for (let passes = 0; passes < 100; passes += 1) {
        const process = run.process()
        const done = await outcome(process.paypane.reconcile())
        if (done === null || done === 0) return
      }
      throw new Error('There is always more to do: the service would be asked without end.')
    },
    async pass(seconds) {
      clock.turn(seconds * 1000)
      await sandbox.clock.advance(seconds)
      await calm()
      await run.settle()
    },
    async check(when) {
      await calm()
      const [checkouts, payouts, cards] = await Promise.all([
        store.list({ kind: 'checkout', limit: 100 }),
        store.list({ kind: 'payout', limit: 100 }),
        store.cardsOf(customer),
      ])
      const entries = [...checkouts.entries, ...payouts.entries]
      rules.hold(entries, sandbox.orders(), cards)
      if (when === 'at rest') rules.holdAtRest(entries, sandbox.orders())
    },
  }
  return run
}

export type { StoredEvent }
