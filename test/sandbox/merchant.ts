import { z } from 'zod'
import { createSandbox, frozenTime, type SandboxOptions } from '../../src/sandbox/index.ts'
import { JsonNumber, parseJson } from '../../src/service/json.ts'
import { callbackSignature } from '../../src/service/signature.ts'

type Profile = 'p2p' | 'form' | 'token' | 'payout'

const Callback = z.object({
  externalId: z.string(),
  status: z.string(),
  amount: z.union([z.string(), z.instanceof(JsonNumber).transform(({ text }) => text)]),
  orderType: z.string(),
})
const Placed = z.object({ externalId: z.string(), orderStatus: z.string() })

export interface ReceivedCallback {
  at: string
  type: string
  verified: boolean
  body: string
}

const redirects = {
  processingRedirectUrl: 'https://shop.test/processing',
  failedRedirectUrl: 'https://shop.test/failed',
  successRedirectUrl: 'https://shop.test/success',
}
const tokenField = { key: 'cardStorageToken', value: 'cst_1111_anything' }

/** A merchant of a sandbox on frozen time that records callbacks and responds with `callbackEndpoint.respond`. */
export function createMerchant(options: SandboxOptions = {}) {
  const received: ReceivedCallback[] = []
  const callbackEndpoint = { respond: (): Response => new Response('ok') }
  const sandbox = createSandbox({
    url: 'http://sandbox.test',
    seed: 'test',
    clock: frozenTime(),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const body = await request.text()
      const fields = Callback.safeParse(parseJson(body)).data
      const expected = fields ? callbackSignature(fields, env['PAYMENTS_PRIVATE_KEY'] ?? '') : null
      received.push({
        at: new Date(sandbox.clock.now()).toISOString(),
        type: fields?.status ?? 'unreadable',
        verified: request.headers.get('signature') === expected,
        body,
      })
      return callbackEndpoint.respond()
    },
    ...options,
  })
  const env = sandbox.env()
  const keys: Record<Profile, string | undefined> = {
    p2p: env['PAYMENTS_P2P_KEY'],
    form: env['PAYMENTS_FORM_KEY'],
    token: env['PAYMENTS_TOKEN_KEY'],
    payout: env['PAYMENTS_PAYOUT_KEY'],
  }
  const hosts: Record<Profile, string> = { p2p: 'core', form: 'init', token: 'token', payout: 'core' }
  let orders = 0

  const call = async (path: string, init: RequestInit = {}) => {
    const response = await sandbox.fetch(`http://sandbox.test${path}`, init)
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    const body: unknown = json && text !== '' ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body, text }
  }
  const authorization = (profile: Profile) => ({ authorization: `Bearer ${keys[profile]}` })

  /** `amount` is JSON: a number's own digits, or a string in its quotes. */
  const create = (profile: Profile, amount: string, extra: object = {}) => {
    const path = profile === 'payout' ? 'withdrawal-order' : 'deposit-order'
    const body = {
      currency: 'UAH',
      externalTransactionId: `t-${++orders}`,
      callbackUrl: 'https://shop.test/callbacks',
      ...(profile === 'payout' ? {} : redirects),
      ...(profile === 'token' ? { additionalFields: [tokenField] } : {}),
      ...extra,
    }
    return call(`/${hosts[profile]}/api/v1/integration/${path}/`, {
      method: 'POST',
      headers: { ...authorization(profile), 'content-type': 'application/json' },
      body: `{"amount":${amount},${JSON.stringify(body).slice(1)}`,
    })
  }

  const read = (path: string) => (profile: Profile, id: string) => {
    const [resource, tail] = path.split(' ')
    return call(`/core/api/v1/integration/${resource}/${encodeURIComponent(id)}/${tail}`, {
      headers: authorization(profile),
    })
  }

  return {
    sandbox,
    env,
    received,
    callbackEndpoint,
    call,
    authorization,
    keys,
    create,
    /** Creates an order, and waits for the response to its first callback. */
    async place(profile: Profile, amount: string, extra: object = {}) {
      const externalTransactionId = `placed-${++orders}`
      const { body } = await create(profile, amount, { externalTransactionId, ...extra })
      await sandbox.clock.advance(0)
      return { ...Placed.parse(body), externalTransactionId }
    },
    depositStatus: read('deposit-order status'),
    depositStatusByOwnId: read('deposit-order status-by-external-transaction-id'),
    payoutStatus: read('withdrawal-order status'),
    payoutStatusByOwnId: read('withdrawal-order status-by-external-transaction-id'),
    async control(path: string, body?: object) {
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      return call(`/_sandbox/${path}`, init)
    },
    order(id: string) {
      const order = sandbox.orders().find((one) => one.externalId === id)
      if (!order) throw new Error(`the sandbox has no order ${id}`)
      return order
    },
    advance: (seconds: number) => sandbox.clock.advance(seconds),
  }
}
export type Merchant = ReturnType<typeof createMerchant>
