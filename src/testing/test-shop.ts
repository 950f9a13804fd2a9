import type { z } from 'zod'
import type { OrderControl } from '../sandbox/controls/orders.ts'
import { createSandbox, type Sandbox } from '../sandbox/index.ts'
import {
  createPaypane,
  type LogLine,
  memoryStore,
  type PaypaneOptions,
  type PaypaneServer,
} from '../server/index.ts'
import { createPaymentsClient } from '../service/index.ts'
import { createSession } from '../widget/embed/headless.ts'
import type { Session } from '../widget/embed/index.ts'

/**
 * Options of `createPaypane` that the shop sets. Default of `order`: every order costs 1250.00 UAH; of `log`: errors are
 * printed.
 */
export type TestShopOptions = Partial<PaypaneOptions>

/** A shop, its server and the sandbox, without ports and without a database. */
export interface TestShop {
  /** The merchant server, mounted at `http://127.0.0.1/pay`. */
  paypane: PaypaneServer
  /** The payments service: its clock, faults and configuration. */
  sandbox: Sandbox
  /** A payer in front of the widget, without a page. */
  openSession(order: string): Session
  /**
   * Acts as the payer's bank on the newest deposit: `{ do: 'pay' }`, `{ do: 'fail', reason: '2.1.1.00' }`,
   * `{ do: 'correct' }`.
   * @throws `Error` if no deposit was created, or if the sandbox refuses the action.
   */
  moveMoney(action: z.input<typeof OrderControl>): Promise<void>
  /** Ends sessions, server and sandbox. */
  close(): Promise<void>
}

const url = 'http://127.0.0.1'

/** Of an `order()` or `onEvent` that throws, a test would show nothing but its time limit. */
function printErrors({ level, message, ...details }: LogLine): void {
  // biome-ignore lint/suspicious/noConsole: for the developer of the test.
  if (level === 'error') console.error(`Paypane: ${message}`, details)
}

/**
 * Creates a shop for a test, with deposits by transfer and by form. Nothing is written and no port is opened.
 * @example
 * const shop = createTestShop({ order: () => ({ amount: '1250.00', currency: 'UAH' }) })
 * const session = shop.openSession('1042')
 * await viewOf(session, ({ status }) => status === 'choosing')
 * await session.start({ method: 'transfer' })
 * await shop.moveMoney({ do: 'pay' })
 * await viewOf(session, ({ status }) => status === 'succeeded')
 * await shop.close()
 */
export function createTestShop(options: TestShopOptions = {}): TestShop {
  const sessions: Session[] = []
  const sendToServer: typeof fetch = (input, init) => paypane.fetch(new Request(input, init))
  const sandbox = createSandbox({ fetch: sendToServer })
  const env = sandbox.env()
  const privateKey = env.PAYMENTS_PRIVATE_KEY
  const paypane: PaypaneServer = createPaypane({
    service: createPaymentsClient({
      baseUrl: env.PAYMENTS_BASE_URL,
      initUrl: env.PAYMENTS_INIT_URL,
      fetch: sandbox.fetch,
    }),
    pipelines: {
      p2p: { profile: 'p2p', key: env.PAYMENTS_P2P_KEY, privateKey },
      form: { profile: 'form', key: env.PAYMENTS_FORM_KEY, privateKey },
    },
    store: memoryStore(),
    order: () => ({ amount: '1250.00', currency: 'UAH' }),
    publicUrl: url,
    basePath: '/pay',
    log: printErrors,
    ...options,
  })
  return {
    paypane,
    sandbox,
    openSession(order) {
      const session = createSession({ endpoint: `${url}/pay`, order, fetch: sendToServer })
      sessions.push(session)
      return session
    },
    async moveMoney(action) {
      const newest = sandbox.orders().at(-1)
      if (!newest) throw new Error('The sandbox has no deposit yet: start an attempt first.')
      const address = new URL(`/_sandbox/orders/${newest.externalId}`, env.PAYMENTS_BASE_URL)
      const response = await sandbox.fetch(address, { method: 'POST', body: JSON.stringify(action) })
      if (!response.ok) throw new Error(`The sandbox refused ${action.do}: ${await response.text()}`)
    },
    async close() {
      for (const session of sessions) session.stop()
      await paypane.close()
      await sandbox.close()
    },
  }
}
