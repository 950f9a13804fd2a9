import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { frozenTime } from '../../../src/sandbox/clock.ts'
import type { SandboxOptions } from '../../../src/sandbox/index.ts'
import { listen } from '../../../src/sandbox/node/index.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { type Callback, verifyCallback } from '../../../src/service/callback.ts'
import {
  createPaymentsClient,
  type OrderId,
  type PaymentsClientOptions,
} from '../../../src/service/client.ts'
import type { CreateOutcome } from '../../../src/service/create-response.ts'
import type { Profile } from '../../../src/service/pipeline.ts'
import type { DepositRequest } from '../../../src/service/request.ts'
import type { LookupOutcome } from '../../../src/service/status-response.ts'
import { listenOnLoopback } from '../../support/loopback.ts'

export const profiles = ['p2p', 'form', 'token', 'payout'] as const
export const kindOf = (profile: Profile) => (profile === 'payout' ? 'payout' : 'deposit')

/** A merchant that uses the client and receives callbacks over real HTTP. */
export async function sandboxMerchant(config: NonNullable<SandboxOptions['config']> = {}) {
  const sandbox = createSandbox({ seed: 'a merchant', clock: frozenTime(), config })
  const { url, close } = await listen(sandbox, { port: 0 })
  const received: (Callback & { body: string })[] = []

  const shop = createServer(async (request, response) => {
    const signature = request.headers['signature']
    const body = await text(request)
    const callback = await verifyCallback(body, String(signature), setting('PAYMENTS_PRIVATE_KEY'))
    received.push({ ...callback, body })
    response.writeHead(200).end()
  })
  const shopUrl = await listenOnLoopback(shop)

  const env: Record<string, string> = await (await fetch(`${url}/_sandbox/env`)).json()
  const setting = (name: string): string => env[name] ?? ''
  const keyOf = (profile: Profile): string => setting(`PAYMENTS_${profile.toUpperCase()}_KEY`)
  const clientWith = (options: Partial<PaymentsClientOptions> = {}) =>
    createPaymentsClient({
      baseUrl: setting('PAYMENTS_BASE_URL'),
      initUrl: setting('PAYMENTS_INIT_URL'),
      tokenUrl: setting('PAYMENTS_TOKEN_URL'),
      ...options,
    })
  const client = clientWith()

  let orders = 0
  const requestOf = (profile: Profile, change: Partial<DepositRequest>): DepositRequest => ({
    amount: '100.00',
    currency: 'UAH',
    externalTransactionId: `order-${++orders}`,
    callbackUrl: `${shopUrl}/callbacks`,
    ...(profile !== 'payout' && {
      processingRedirectUrl: `${shopUrl}/processing`,
      failedRedirectUrl: `${shopUrl}/failed`,
      successRedirectUrl: `${shopUrl}/success`,
    }),
    ...(profile === 'token' && { additionalFields: [{ key: 'cardStorageToken', value: 'token-1' }] }),
    ...change,
  })
  /** A text is sent as it is. */
  async function create(
    profile: Profile,
    change: Partial<DepositRequest> | string = {},
    { by = client, key = keyOf(profile) } = {},
  ): Promise<CreateOutcome> {
    const request = typeof change === 'string' ? change : requestOf(profile, change)
    return profile === 'payout'
      ? await by.createPayout({ profile, key }, request)
      : await by.createDeposit({ profile, key }, request)
  }

  return {
    client,
    clientWith,
    keyOf,
    create,
    /** Creates an order that must be placed. */
    async place(profile: Profile, change: Partial<DepositRequest> = {}) {
      const request = requestOf(profile, change)
      const created = await create(profile, request)
      if (created.outcome !== 'placed') throw new Error(`not placed: ${created.error.message}`)
      return { ...created, externalTransactionId: request.externalTransactionId }
    },
    lookUp: async (profile: Profile, id: OrderId, key = keyOf(profile)): Promise<LookupOutcome> =>
      profile === 'payout' ? await client.payoutStatus({ key }, id) : await client.depositStatus({ key }, id),
    /** The callbacks that were received and verified, oldest first. */
    received,
    orders: () => sandbox.orders(),
    async control(path: string, body: object): Promise<void> {
      const answer = await fetch(`${url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
      // 409: a transition that is not allowed.
      if (!answer.ok && answer.status !== 409)
        throw new Error(`the control ${path} answered ${answer.status}: ${await answer.text()}`)
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
