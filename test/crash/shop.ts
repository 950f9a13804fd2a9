import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { AuditLine, CheckoutView, type Method } from '../../src/contract/index.ts'
import { signOrder } from '../../src/server/index.ts'
import { freePort, listenOnLoopback } from '../support/loopback.ts'
import { type Running, start } from '../support/processes.ts'
import { program } from '../support/programs.ts'

/** An event as the merchant's system receives it. */
const ReceivedEvent = z.object({
  data: z.object({ id: z.string(), seq: z.number(), type: z.string(), ref: z.string(), entryId: z.string() }),
})
export type ReceivedEvent = z.infer<typeof ReceivedEvent>['data']

/** The merchant's system: records every delivery of an event. */
export async function startEventReceiver(): Promise<{
  url: string
  received: ReceivedEvent[]
  close(): Promise<void>
}> {
  const received: ReceivedEvent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      received.push(ReceivedEvent.parse(JSON.parse(body)).data)
      response.writeHead(204).end()
    })
  })
  const url = await listenOnLoopback(server)
  return {
    url: `${url}/`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const Order = z.object({
  externalId: z.string(),
  externalTransactionId: z.string(),
  status: z.string(),
  callbackUrl: z.string().nullable(),
})
export type Order = z.infer<typeof Order>

export interface ShopOptions {
  sandbox: Running & { settings: Record<string, string> }
  database: string
  events: string
  sealKey: string
  /** Stops the process at this step, counted from `arm`. */
  stop?: { at: number; signal: 'SIGKILL' | 'SIGSTOP' }
  port?: number
  env?: Record<string, string>
}

const shopSecret = 'a secret between the shop and its pages'

/** The payer's method. */
export interface Choice {
  method: Method
  savedCard?: string
}

/** Short for the rules of money, so that no test waits long; without a limit that a slow machine could reach. */
export const shortTimeouts = {
  // No other timer of the server has this time.
  PAYMENTS_TIMEOUT_MS: '407',
  CREATE_GRACE_MS: '200',
  NODE_OPTIONS: `--import=${new URL('patient-client.ts', import.meta.url).href}`,
}

/** A merchant server as a process, with the requests of a payer and an operator. */
export interface Shop {
  process: Running
  port: number
  arm(): void
  /** Returns the view; null if the server does not respond. */
  open(order: string, choice?: Choice): Promise<CheckoutView | null>
  /** Starts an attempt with the view that `open` gave. */
  start(view: CheckoutView, choice: Choice): Promise<CheckoutView | null>
  /** Creates a payout, and approves it where it awaits that. Returns its status; null if the server does not respond. */
  payOut(reference: string): Promise<string | null>
  /** Who has done what to the payout, by the audit trail; null if the server does not respond. */
  payoutActs(reference: string): Promise<string[] | null>
}

const usedPorts = new Set<number>()
/** A port that no shop has used: the port in callback addresses identifies a shop's orders. */
async function unusedPort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (usedPorts.has(port)) continue
    usedPorts.add(port)
    return port
  }
}

export async function openShop(options: ShopOptions): Promise<Shop> {
  const port = options.port ?? (await unusedPort())
  const process = await start(await program('merchant'), {
    ...options.sandbox.settings,
    ...shortTimeouts,
    PORT: String(port),
    DATABASE_URL: options.database,
    SEAL_KEY: options.sealKey,
    SHOP_ORDERS: fileURLToPath(new URL('orders.json', import.meta.url)),
    SHOP_SECRET: shopSecret,
    ADMIN_TOKEN: 'operator',
    OPERATORS: fileURLToPath(new URL('operators.json', import.meta.url)),
    EVENTS_URL: options.events,
    EVENTS_SECRET: 'a secret that signs events',
    ...(options.stop === undefined
      ? {}
      : {
          NODE_OPTIONS: `${shortTimeouts.NODE_OPTIONS} --import=${new URL('stop-at.ts', import.meta.url).href}`,
          STOP_AT: String(options.stop.at),
          STOP_SIGNAL: options.stop.signal,
        }),
    ...options.env,
  })
  const request = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    try {
      const response = await fetch(`${process.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(5000),
      })
      return response.ok ? await response.json() : null
    } catch {
      // The process was killed or suspended; the payer retries.
      return null
    }
  }
  const view = (answer: unknown): CheckoutView | null => (answer === null ? null : CheckoutView.parse(answer))
  return {
    process,
    port,
    arm: () => process.child.kill('SIGUSR2'),
    open: async (order, choice = { method: 'transfer' }) =>
      view(
        await request('/pay/checkouts', {
          order: await signOrder({ order, customer: 'c-7' }, shopSecret),
          ...choice,
        }),
      ),
    start: async ({ id, attempts, clientSecret = '' }, choice) =>
      view(
        await request(
          `/pay/checkouts/${id}/attempts`,
          { ...choice, after: attempts },
          { 'checkout-secret': clientSecret },
        ),
      ),
    async payOut(reference) {
      const post = async (path: string, token: string, body: object): Promise<string | null> => {
        const answer = await request(`/pay/admin/payouts${path}`, body, { authorization: `Bearer ${token}` })
        return answer === null ? null : z.object({ status: z.string() }).parse(answer).status
      }
      const status = await post('', 'operator', { reference, amount: '10.00', currency: 'UAH' })
      return status === 'awaiting_approval' ? await post(`/${reference}/approve`, 'approver', {}) : status
    },
    async payoutActs(reference) {
      const headers = { authorization: 'Bearer operator' }
      const lines = await fetch(`${process.url}/pay/admin/audit`, { headers })
        .then((response) => response.text())
        .catch(() => null)
      if (lines === null) return null
      return lines
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => AuditLine.parse(JSON.parse(line)))
        .filter(({ ref }) => ref === reference)
        .map(({ operator, action }) => `${operator}: ${action}`)
    },
  }
}

/** The service's orders of the shops on these ports. */
export async function ordersOf(sandbox: Running, ...ports: number[]): Promise<Order[]> {
  const response = await fetch(`${sandbox.url}/_sandbox/orders?limit=5000`)
  return z
    .array(Order)
    .parse(await response.json())
    .filter(({ callbackUrl }) => ports.some((port) => callbackUrl?.includes(`:${port}/`)))
}

export async function control(sandbox: Running, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${sandbox.url}/_sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Polls until `inspect` returns a value: another process has no promise to await. */
export async function waitFor<T>(
  description: string,
  inspect: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const giveUp = Date.now() + 90_000
  for (;;) {
    const seen = await inspect()
    if (seen !== undefined && seen !== false) return seen
    if (Date.now() > giveUp) throw new Error(`Timed out waiting for ${description}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
