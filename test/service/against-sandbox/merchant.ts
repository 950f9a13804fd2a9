import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { frozenTime } from '../../../src/sandbox/clock.ts'
import { listen } from '../../../src/sandbox/node/index.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { type Callback, verifyCallback } from '../../../src/service/callback.ts'
import {
  type CreateOutcome,
  createPaymentsClient,
  type PaymentsClientOptions,
} from '../../../src/service/client.ts'
import type { DepositProfile } from '../../../src/service/pipeline.ts'
import type { DepositRequest, PayoutRequest } from '../../../src/service/request.ts'
import { listenOnLoopback } from '../../support/loopback.ts'

/** A merchant that uses the client and receives callbacks over real HTTP. */
export async function sandboxMerchant() {
  const sandbox = createSandbox({ seed: 'a merchant', clock: frozenTime() })
  const { url, close } = await listen(sandbox, { port: 0 })
  const received: Callback[] = []

  const shop = createServer(async (request, response) => {
    const signature = request.headers['signature']
    received.push(
      await verifyCallback(
        await text(request),
        typeof signature === 'string' ? signature : null,
        setting('PAYMENTS_PRIVATE_KEY'),
      ),
    )
    response.writeHead(200).end()
  })
  const shopUrl = await listenOnLoopback(shop)

  const env: Record<string, string> = await (await fetch(`${url}/_sandbox/env`)).json()
  const setting = (name: string): string => env[name] ?? ''
  const clientWith = (options: Partial<PaymentsClientOptions> = {}) =>
    createPaymentsClient({
      baseUrl: setting('PAYMENTS_BASE_URL'),
      initUrl: setting('PAYMENTS_INIT_URL'),
      tokenUrl: setting('PAYMENTS_TOKEN_URL'),
      ...options,
    })

  let orders = 0
  const payout = (change: Partial<PayoutRequest> = {}): PayoutRequest => {
    orders += 1
    return {
      amount: '100.00',
      currency: 'UAH',
      externalTransactionId: `order-${orders}`,
      callbackUrl: `${shopUrl}/callbacks`,
      ...change,
    }
  }
  const deposit = (change: Partial<DepositRequest> = {}): DepositRequest => ({
    ...payout(),
    processingRedirectUrl: `${shopUrl}/processing`,
    failedRedirectUrl: `${shopUrl}/failed`,
    successRedirectUrl: `${shopUrl}/success`,
    additionalFields: [{ key: 'cardStorageToken', value: 'token-1' }],
    ...change,
  })
  const pipeline = (profile: DepositProfile) => ({
    profile,
    key: setting(`PAYMENTS_${profile.toUpperCase()}_KEY`),
  })

  const client = clientWith()
  const payouts = { profile: 'payout', key: setting('PAYMENTS_PAYOUT_KEY') } as const

  return {
    client,
    clientWith,
    pipeline,
    payouts,
    deposit,
    payout,
    async placeDeposit(profile: DepositProfile = 'p2p', amount = '100.00') {
      const request = deposit({ amount })
      return placed(request, await client.createDeposit(pipeline(profile), request))
    },
    async placePayout() {
      const request = payout()
      return placed(request, await client.createPayout(payouts, request))
    },
    /** The callbacks that were received and verified, oldest first. */
    received,
    orders: () => sandbox.orders(),
    async control(path: string, body: object): Promise<void> {
      const answer = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`the control ${path} answered ${answer.status}: ${await answer.text()}`)
    },
    configure(pipeline: string, settings: object): Promise<void> {
      return this.control('config', { pipelines: { [pipeline]: settings } })
    },
    fault(on: string, effect: string): Promise<void> {
      return this.control('faults', { on, effect })
    },
    async reset(): Promise<void> {
      await fetch(`${url}/_sandbox/reset`, { method: 'POST' })
      received.length = 0
    },
    async close(): Promise<void> {
      await close()
      shop.closeAllConnections()
      shop.close()
    },
  }
}
function placed({ externalTransactionId }: PayoutRequest, created: CreateOutcome) {
  if (created.outcome !== 'placed') throw new Error(`not placed: ${created.error.message}`)
  return { ...created, externalTransactionId }
}

export type SandboxMerchant = Awaited<ReturnType<typeof sandboxMerchant>>
