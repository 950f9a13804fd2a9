import { type Clock, createPaypane, type LogLine, type Paypane, type Store } from 'paypane/server'
import { createPaymentsClient } from 'paypane/service'
import { z } from 'zod'
import type { OrderBook } from './orders.ts'

/** What the sandbox says a merchant of it needs. */
const PaymentsEnv = z.object({
  PAYMENTS_BASE_URL: z.string(),
  PAYMENTS_INIT_URL: z.string(),
  PAYMENTS_TOKEN_URL: z.string(),
  PAYMENTS_P2P_KEY: z.string(),
  PAYMENTS_FORM_KEY: z.string(),
  PAYMENTS_TOKEN_KEY: z.string(),
  PAYMENTS_PAYOUT_KEY: z.string(),
  PAYMENTS_PRIVATE_KEY: z.string(),
})

export interface MerchantOptions {
  /** The environment, `PAYMENTS_*` in it. */
  env: Record<string, string | undefined>
  orders: OrderBook
  store: Store
  sealKey: string
  adminToken: string
  publicUrl: string
  clock: Clock
  fetch?: typeof fetch
  log?(line: LogLine): void
}

/** An unknown outcome is settled within seconds, so that nobody waits in front of an audience. */
const timeoutMs = 2000
const settleMs = 1000

/** The demo's merchant: the kit on the demo's orders. The same in a process of its own and inside the page. */
export function createDemoMerchant({ env, orders, fetch, log, ...rest }: MerchantOptions): Paypane {
  const payments = PaymentsEnv.parse(env)
  const privateKey = payments.PAYMENTS_PRIVATE_KEY
  return createPaypane({
    service: createPaymentsClient({
      baseUrl: payments.PAYMENTS_BASE_URL,
      initUrl: payments.PAYMENTS_INIT_URL,
      tokenUrl: payments.PAYMENTS_TOKEN_URL,
      timeoutMs,
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
    createGraceMs: settleMs,
    // Where the service refuses one way, the next of the order's is taken while the payer waits.
    cascade: 'auto',
    ...(log && { log }),
    ...rest,
  })
}
