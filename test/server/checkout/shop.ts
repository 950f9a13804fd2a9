import { CompactSign } from 'jose'
import type { CheckoutView } from '../../../src/contract/index.ts'
import {
  type OrderClaims,
  type OrderTerms,
  type OrderToSign,
  type PaypaneOptions,
  signOrder,
} from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createHarness, type Harness, viewOf } from '../harness.ts'

export const secret = 'the secret of a shop, of 32 bytes or more'

export interface TokenShop extends Harness {
  /** The calls of `order()`. */
  orderCalls: { reference: string; token: OrderClaims | undefined }[]
  /** An order token that is valid for an hour of the harness's clock. */
  token(order: string, claims?: Omit<OrderToSign, 'order'>): Promise<string>
  /** `POST /checkouts` with an order token. */
  open(order: string, claims?: Omit<OrderToSign, 'order'>, body?: object): Promise<CheckoutView>
  /** `GET /checkouts/{id}` with exactly this client secret. */
  read(id: string, clientSecret: string | undefined): Promise<Response>
  /** `POST /checkouts/{id}/attempts` with exactly this client secret. */
  start(id: string, clientSecret: string | undefined, body: object): Promise<Response>
  /** Pays the newest order at the service. */
  payNewest(): Promise<void>
  failNewest(): Promise<void>
}

/** The times of an order token that is made now, and valid for an hour. */
export const signedAt = (now: number): Pick<OrderToSign, 'issuedAt' | 'expiresAt'> => ({
  issuedAt: new Date(now),
  expiresAt: new Date(now + 3_600_000),
})

/** A shop that requires order tokens. */
export function createTokenShop(
  options: Partial<PaypaneOptions> = {},
  terms: OrderTerms = { amount: '1250.00', currency: 'UAH' },
  store?: Store,
): TokenShop {
  const orderCalls: TokenShop['orderCalls'] = []
  const harness = createHarness({
    ...(store === undefined ? {} : { store }),
    paypane: {
      orderSecret: secret,
      order: (reference, _, token) => {
        orderCalls.push({ reference, token })
        return /^(1042|1043|1044)$/.test(reference) ? terms : null
      },
      ...options,
    },
  })
  const control = async (action: object): Promise<void> => {
    await harness.controlOrder(-1, action)
    await harness.drain()
  }
  const shop: TokenShop = Object.assign(harness, {
    orderCalls,
    token: (order: string, claims: Omit<OrderToSign, 'order'> = {}) =>
      signOrder({ ...signedAt(harness.clock.now()), ...claims, order }, secret),
    async open(order: string, claims: Omit<OrderToSign, 'order'> = {}, body: object = {}) {
      const token = await shop.token(order, claims)
      const response = await harness.post('/checkouts', { order: token, ...body })
      return viewOf(response)
    },
    read: (id: string, clientSecret = '') =>
      harness.get(`/checkouts/${id}`, { 'checkout-secret': clientSecret }),
    start: (id: string, clientSecret = '', body: object) =>
      harness.post(`/checkouts/${id}/attempts`, body, { 'checkout-secret': clientSecret }),
    payNewest: () => control({ do: 'pay' }),
    failNewest: () => control({ do: 'fail' }),
  })
  return shop
}

/** Saves a card of the customer by paying order 1043. */
export async function saveCard(shop: TokenShop, customer: string): Promise<string> {
  const { id, clientSecret } = await shop.open('1043', { customer }, { method: 'form' })
  await shop.payNewest()
  const view = await viewOf(await shop.read(id, clientSecret))
  const [card] = view.savedCards ?? []
  if (card === undefined) throw new Error('The card was not saved.')
  return card.id
}

/** A JWS of any header and payload. */
export const sign = (payload: object, header: { alg: string } = { alg: 'HS256' }, key = secret) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader(header)
    .sign(new TextEncoder().encode(key.padEnd(64, '.').slice(0, header.alg === 'HS512' ? 64 : key.length)))

export const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const answerOf = async (response: Response): Promise<{ status: number; body: string }> => ({
  status: response.status,
  body: (await response.text()).replace(response.headers.get('request-id') ?? '', 'ID'),
})
