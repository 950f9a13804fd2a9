import {
  type Clock,
  createPaypane,
  type LogLine,
  type PaypaneOptions,
  type PaypaneServer,
  type ReadAsset,
} from 'paypane/server'
import { createPaymentsClient } from 'paypane/service'
import { z } from 'zod'
import type { OrderBook } from './orders.ts'

/** The settings that the sandbox provides for a merchant. */
const PaymentsEnv = z.object({
  PAYMENTS_BASE_URL: z.string(),
  PAYMENTS_INIT_URL: z.string(),
  PAYMENTS_TOKEN_URL: z.string(),
  PAYMENTS_P2P_KEY: z.string(),
  PAYMENTS_FORM_KEY: z.string(),
  PAYMENTS_TOKEN_KEY: z.string(),
  PAYMENTS_PAYOUT_KEY: z.string(),
  PAYMENTS_PRIVATE_KEY: z.string(),
  /** Short by default, so that an unknown outcome is resolved within seconds during a presentation. */
  PAYMENTS_TIMEOUT_MS: z.string().optional(),
})

export interface MerchantOptions {
  /** The environment, with `PAYMENTS_*`. */
  env: Record<string, string | undefined>
  orders: OrderBook
  store: PaypaneOptions['store']
  sealKey: string
  adminToken: string
  publicUrl: string
  allowPlainOrders?: boolean
  clock: Clock
  fetch?: typeof fetch
  assets?: ReadAsset
  log?(line: LogLine): void
}

/** Short for the same reason. */
const createGraceMs = 1000

/** The demo's merchant server on the demo's orders, for the process and for the page. */
export function createDemoMerchant({ env, orders, fetch, log, ...rest }: MerchantOptions): PaypaneServer {
  const payments = PaymentsEnv.parse(env)
  const privateKey = payments.PAYMENTS_PRIVATE_KEY
  return createPaypane({
    service: createPaymentsClient({
      baseUrl: payments.PAYMENTS_BASE_URL,
      initUrl: payments.PAYMENTS_INIT_URL,
      tokenUrl: payments.PAYMENTS_TOKEN_URL,
      timeoutMs: Number(payments.PAYMENTS_TIMEOUT_MS || 2000),
      ...(fetch && { fetch }),
    }),
    pipelines: {
      p2p: { profile: 'p2p', key: payments.PAYMENTS_P2P_KEY, privateKey },
      form: { profile: 'form', key: payments.PAYMENTS_FORM_KEY, privateKey },
      token: { profile: 'token', key: payments.PAYMENTS_TOKEN_KEY, privateKey },
      payout: { profile: 'payout', key: payments.PAYMENTS_PAYOUT_KEY, privateKey },
    },
    order: orders.find,
    basePath: '/pay',
    createGraceMs,
    // If the service refuses a method, the next one of the order starts while the payer waits.
    cascade: 'auto',
    log: log ?? (() => undefined),
    ...rest,
  })
}
