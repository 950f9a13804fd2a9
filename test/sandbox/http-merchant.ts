import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts'
import { listen, type RunningSandbox } from '../../src/sandbox/node/index.ts'
import { createPaymentsClient } from '../../src/service/index.ts'

export const profiles = ['p2p', 'form', 'token', 'payout'] as const
export type Profile = (typeof profiles)[number]

const redirects = {
  processingRedirectUrl: 'https://shop.test/p',
  failedRedirectUrl: 'https://shop.test/f',
  successRedirectUrl: 'https://shop.test/s',
}
const additionalFields = [{ key: 'cardStorageToken', value: 'cst_1111_x' }]

/** A sandbox on a port, and a merchant that uses this package's client. */
export async function createHttpMerchant(options: SandboxOptions) {
  const sandbox: Sandbox = createSandbox(options)
  const listening: RunningSandbox = await listen(sandbox, { port: 0 })
  const env: Record<string, string> = await (await fetch(`${listening.url}/_sandbox/env`)).json()
  const setting = (name: string) => env[`PAYMENTS_${name}`] ?? ''
  const keyOf = (profile: Profile) => setting(`${profile.toUpperCase()}_KEY`)
  const client = createPaymentsClient({
    baseUrl: setting('BASE_URL'),
    initUrl: setting('INIT_URL'),
    tokenUrl: setting('TOKEN_URL'),
  })
  let orderCount = 0

  const create = (profile: Profile, amount: string, extra: object = {}, key = keyOf(profile)) => {
    const request = {
      amount,
      currency: 'USDT_TRC20',
      externalTransactionId: `t-${++orderCount}`,
      callbackUrl: 'https://shop.test/callbacks',
    }
    return profile === 'payout'
      ? client.createPayout({ key }, { ...request, ...extra })
      : client.createDeposit({ profile, key }, { ...request, ...redirects, additionalFields, ...extra })
  }

  return {
    sandbox,
    client,
    setting,
    keyOf,
    create,
    /** Creates an order that must be placed. */
    async place(profile: Profile, amount: string, extra: object = {}) {
      const outcome = await create(profile, amount, extra)
      if (outcome.outcome !== 'placed') throw new Error(`not placed but ${outcome.outcome}`)
      return outcome
    },
    lookUp: (profile: Profile, externalId: string, key = keyOf(profile)) =>
      profile === 'payout'
        ? client.payoutStatus({ key }, { externalId })
        : client.depositStatus({ key }, { externalId }),
    async control(path: string, body: object = {}) {
      const init = { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${listening.url}/_sandbox/${path}`, init)
      const answer = await response.text()
      // 409: a transition that is not allowed.
      if (!response.ok && response.status !== 409) throw new Error(answer)
    },
    close: () => listening.close(),
  }
}
export type HttpMerchant = Awaited<ReturnType<typeof createHttpMerchant>>
