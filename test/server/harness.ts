import { CheckoutView } from '../../src/contract/index.ts'
import { createSandbox, frozenTime, type Sandbox } from '../../src/sandbox/index.ts'
import {
  type Clock,
  createPaypane,
  type EntryEvent,
  generateSealKey,
  type LogLine,
  memoryStore,
  type OrderTerms,
  type PaypaneOptions,
  type PaypaneServer,
  type UnmatchedCallbackEvent,
} from '../../src/server/index.ts'
import type { Store } from '../../src/server/store/store.ts'
import { createPaymentsClient, type PaymentsClient } from '../../src/service/index.ts'
import { expectDocumented } from './expect-documented.ts'

/** A clock that only `advance` moves; timers that become due are called in order. */
export interface ManualClock extends Clock {
  advance(ms: number): void
  /** How many have not run yet. */
  timers(): number
}

export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start
  let timers: { at: number; call: () => void }[] = []
  return {
    now: () => now,
    timers: () => timers.length,
    after(ms, call) {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      const until = now + ms
      for (;;) {
        const due = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        timers = timers.filter((other) => other !== due)
        now = Math.max(now, due.at)
        due.call()
      }
      now = until
    },
  }
}

export interface Harness {
  clock: ManualClock
  sandbox: Sandbox
  service: PaymentsClient
  paypane: PaypaneServer
  store: Store
  events: EntryEvent[]
  /** The events of callbacks that match no order. */
  unmatched: UnmatchedCallbackEvent[]
  logs: LogLine[]
  /** Requests that reached the service, as `METHOD path`. */
  serviceRequests: string[]
  orders: Map<string, OrderTerms>
  /** The client secrets of the checkouts that were opened last, by id; `post` and `get` send them. */
  clientSecrets: ReadonlyMap<string, string>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  delete(path: string, headers?: Record<string, string>): Promise<Response>
  /** `POST /checkouts`, parsed as a view. */
  createCheckout(order: string, method?: string): Promise<CheckoutView>
  getCheckout(id: string): Promise<CheckoutView>
  /** Reconciles until no work is due. */
  drain(): Promise<void>
  /** Advances both clocks in steps and processes due work at each. */
  advance(seconds: number, step?: number): Promise<void>
  /** Calls a sandbox control; returns its JSON response. */
  control(path: string, body?: unknown): Promise<unknown>
  /** Controls an order of the sandbox by its place: 0 is the first, -1 the newest. */
  controlOrder(place: number, body?: unknown): Promise<unknown>
  /** Replaces the server by a new one on the same store, as a restart does. */
  restart(options?: Partial<PaypaneOptions>): void
  /** While true, every callback is lost. */
  callbacksLost: boolean
}

export interface HarnessOptions {
  store?: Store
  paypane?: Partial<PaypaneOptions>
  seed?: string
}

/** As strong as a public server requires it. */
export const operatorToken = 'operator-9f2c71d84be05a36'
/** The header of an operator's request. */
export const operator = { authorization: `Bearer ${operatorToken}` }

/** The code of a refused request. */
export const codeOf = async (response: Response): Promise<string> => (await response.json()).code

export const viewOf = async (response: Response): Promise<CheckoutView> =>
  CheckoutView.parse(await response.json())

/** The types of the events, in their order. */
export const typesOf = ({ events }: Pick<Harness, 'events'>): string[] => events.map(({ type }) => type)

const sandboxUrl = 'http://service.test'
const shopUrl = 'http://127.0.0.1:8787'

/** A merchant server and the sandbox in one process, on a manual clock. */
export function createHarness(options: HarnessOptions = {}): Harness {
  const clock = manualClock()
  const store = options.store ?? memoryStore()
  const events: EntryEvent[] = []
  const unmatched: UnmatchedCallbackEvent[] = []
  const logs: LogLine[] = []
  const serviceRequests: string[] = []
  const sealKey = generateSealKey()
  const orders = new Map<string, OrderTerms>([['1042', { amount: '1250.00', currency: 'UAH' }]])

  const sandbox = createSandbox({
    url: sandboxUrl,
    seed: options.seed ?? 'a world',
    clock: frozenTime(clock.now()),
    fetch: (input, init) =>
      harness.callbacksLost
        ? Promise.reject(new TypeError('lost'))
        : harness.paypane.fetch(new Request(input, init)),
  })
  const env = sandbox.env()
  const setting = (name: string): string => env[name] ?? ''

  const client = createPaymentsClient({
    baseUrl: setting('PAYMENTS_BASE_URL'),
    initUrl: setting('PAYMENTS_INIT_URL'),
    tokenUrl: setting('PAYMENTS_TOKEN_URL'),
    // By the machine's clock: what takes long here is a slow machine, never the service.
    timeoutMs: 60_000,
    fetch: (input, init) => {
      const request = new Request(input, init)
      serviceRequests.push(`${request.method} ${new URL(request.url).pathname}`)
      return sandbox.fetch(request)
    },
  })
  const service = { ...client, timeoutMs: 1000 }

  const createServer = (extra: Partial<PaypaneOptions> = {}): PaypaneServer =>
    createPaypane({
      service,
      pipelines: {
        p2p: {
          profile: 'p2p',
          key: setting('PAYMENTS_P2P_KEY'),
          privateKey: setting('PAYMENTS_PRIVATE_KEY'),
        },
        form: {
          profile: 'form',
          key: setting('PAYMENTS_FORM_KEY'),
          privateKey: setting('PAYMENTS_PRIVATE_KEY'),
        },
        token: {
          profile: 'token',
          key: setting('PAYMENTS_TOKEN_KEY'),
          privateKey: setting('PAYMENTS_PRIVATE_KEY'),
        },
        payout: {
          profile: 'payout',
          key: setting('PAYMENTS_PAYOUT_KEY'),
          privateKey: setting('PAYMENTS_PRIVATE_KEY'),
        },
      },
      store,
      sealKey,
      order: (reference) => orders.get(reference) ?? null,
      onEvent: (event) => {
        if (event.type === 'callback.unmatched') unmatched.push(event)
        else events.push(event)
      },
      publicUrl: shopUrl,
      basePath: '/pay',
      adminToken: operatorToken,
      worker: false,
      clock,
      random: () => 0.5,
      log: (line) => {
        logs.push(line)
      },
      ...options.paypane,
      ...extra,
    })

  const clientSecrets = new Map<string, string>()
  const request = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const secret = clientSecrets.get(/^\/checkouts\/(co_[^/?]+)/.exec(path)?.[1] ?? '')
    const response = await harness.paypane.fetch(
      new Request(`${shopUrl}/pay${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(secret === undefined ? {} : { 'checkout-secret': secret }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    await expectDocumented(method, path, response)
    if (path === '/checkouts' && response.ok) {
      const { id, clientSecret } = CheckoutView.parse(await response.clone().json())
      if (clientSecret !== undefined) clientSecrets.set(id, clientSecret)
    }
    return response
  }

  const harness: Harness = {
    clock,
    sandbox,
    service,
    paypane: createServer(),
    store,
    events,
    unmatched,
    logs,
    serviceRequests,
    orders,
    callbacksLost: false,
    clientSecrets,
    post: (path, body, headers) => request('POST', path, body, headers),
    get: (path, headers) => request('GET', path, undefined, headers),
    delete: (path, headers) => request('DELETE', path, undefined, headers),
    async createCheckout(order, method) {
      const response = await this.post('/checkouts', method === undefined ? { order } : { order, method })
      return viewOf(response)
    },
    async getCheckout(id) {
      const response = await this.get(`/checkouts/${id}`)
      return viewOf(response)
    },
    async drain() {
      for (let passes = 0; passes < 200; passes += 1) {
        // Deliver pending callbacks first.
        await sandbox.clock.advance(0)
        if ((await this.paypane.reconcile()) === 0) return
      }
      throw new Error('Work stays due after 200 passes.')
    },
    async advance(seconds, step = 1) {
      for (let left = seconds; left > 0; left -= step) {
        const turned = Math.min(step, left)
        clock.advance(turned * 1000)
        await sandbox.clock.advance(turned)
        await this.drain()
      }
    },
    async control(path, body) {
      const response = await sandbox.fetch(`${sandboxUrl}/_sandbox${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`)
      return await response.json()
    },
    controlOrder(place, body) {
      return this.control(`/orders/${sandbox.orders().at(place)?.externalId}`, body)
    },
    restart(extra) {
      harness.paypane = createServer(extra)
    },
  }
  return harness
}
