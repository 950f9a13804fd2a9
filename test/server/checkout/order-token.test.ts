import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hostedPages } from '../../../src/server/html/index.ts'
import { createPaypane, memoryStore, type OrderToSign, signOrder } from '../../../src/server/index.ts'
import { createOrderTokens } from '../../../src/server/lib/crypto/order-token.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { isFull } from '../../support/full.ts'
import { manualClock, viewOf } from '../harness.ts'
import { answerOf, base64url, createTokenShop, secret, sign, type TokenShop } from './shop.ts'

const expiry = Date.UTC(2026, 0, 2) / 1000
const claims = { sub: '1042', aud: 'pay', exp: expiry }
/** The times of a token for the clock of the harness. */
const times = { issuedAt: new Date(expiry * 1000 - 86_400_000), expiresAt: new Date(expiry * 1000) }

/** Tokens that can be made without the secret. */
const forgeries: [string, (shop: TokenShop) => string | Promise<string>][] = [
  ['an unsigned reference', () => '1042'],
  ['a reference with a signature', () => '1042.9qQ0yN8YkqCq2bYH5oVQ3s0o1nQe2Y0cJv4a7m1c2d4'],
  [
    'a token signed with another secret',
    () => signOrder({ order: '1042', ...times }, `${secret} of another shop`),
  ],
  ['alg none', () => `${base64url({ alg: 'none' })}.${base64url(claims)}.`],
  ['alg none beside a signature', async () => withHeader(await sign(claims), { alg: 'none' })],
  ['another algorithm with the right secret', () => sign(claims, { alg: 'HS512' })],
  ['an RS256 header over an HMAC', async () => withHeader(await sign(claims), { alg: 'RS256' })],
  [
    'the payload of another order under the signature of one',
    async (shop) => {
      const [header, , signature] = (await shop.token('1043')).split('.')
      return `${header}.${base64url(claims)}.${signature}`
    },
  ],
  ['a token for another audience', () => sign({ ...claims, aud: 'admin' })],
  ['a token without an audience', () => sign({ sub: '1042', exp: expiry })],
  ['a token without an expiry', () => sign({ sub: '1042', aud: 'pay' })],
  ['a token without an order', () => sign({ aud: 'pay', exp: expiry })],
  ['a token that is not valid yet', () => sign({ ...claims, nbf: expiry - 60 })],
  ['an amount without its currency', () => sign({ ...claims, amount: '1.00' })],
  ['a payload that is not an object', () => sign([])],
]

const withHeader = (token: string, header: object): string =>
  [base64url(header), ...token.split('.').slice(1)].join('.')

describe.each(forgeries)('%s', (_, forge) => {
  test('gets the response of an unknown order, without a call of order() or the store', async () => {
    const reads: string[] = []
    const store = memoryStore()
    const watched: Store = {
      ...store,
      entry(id) {
        reads.push(id)
        return store.entry(id)
      },
      entryByRef(kind, reference) {
        reads.push(reference)
        return store.entryByRef(kind, reference)
      },
    }
    const shop = createTokenShop({}, undefined, watched)
    await shop.open('1042', { customer: 'c-7' }, { method: 'transfer' })
    const absent = await answerOf(await shop.post('/checkouts', { order: await shop.token('7777') }))
    const [calls, readCount] = [shop.orderCalls.length, reads.length]
    const refused = await answerOf(await shop.post('/checkouts', { order: await forge(shop) }))
    expect(refused).toEqual(absent)
    expect(refused.status).toBe(404)
    expect(shop.orderCalls).toHaveLength(calls)
    expect(reads).toHaveLength(readCount)
  })
})

const mutatedTokens = isFull ? 10_000 : 1500
const mutatedLinks = isFull ? 2000 : 200
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n%'

test(`no mutation of an order token is accepted, in ${mutatedTokens} tries`, async () => {
  const clock = manualClock()
  const tokens = createOrderTokens(secret, clock, () => undefined)
  const token = await signOrder({ order: '1042', customer: 'c-7', ...times }, secret)
  expect(await tokens?.verify(token)).toMatchObject({ reference: '1042', expired: false })
  await fc.assert(
    fc.asyncProperty(mutationsOf(token), async (text) => {
      fc.pre(text !== token)
      expect(await tokens?.verify(text)).toBeNull()
    }),
    // The last character has bits that decoders ignore.
    {
      numRuns: mutatedTokens,
      examples: [...characters].map((last) => [token.slice(0, -1) + last]),
    },
  )
})

test(`no mutation of a payment link shows an order, in ${mutatedLinks} tries`, async () => {
  const createShop = () => createTokenShop({ pages: hostedPages({ name: 'Shop' }) })
  let [shop, tries] = [createShop(), 0]
  const token = await shop.token('1042')
  const open = (text: string) => shop.get(`/o/${encodeURIComponent(text)}`)
  expect(await (await open(token)).text()).toContain('<pay-pane')
  await fc.assert(
    fc.asyncProperty(mutationsOf(token), async (text) => {
      fc.pre(text !== token)
      // A shop limits the rate of unknown orders.
      if (++tries % 1000 === 0) shop = createShop()
      const response = await open(text)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('<pay-pane')
    }),
    { numRuns: mutatedLinks },
  )
})

function mutationsOf(token: string): fc.Arbitrary<string> {
  const char = fc.constantFrom(...characters)
  const position = fc.nat({ max: token.length - 1 })
  return fc.oneof(
    fc.tuple(position, char).map(([at, by]) => token.slice(0, at) + by + token.slice(at + 1)),
    fc.tuple(position, char).map(([at, by]) => token.slice(0, at) + by + token.slice(at)),
    position.map((at) => token.slice(0, at) + token.slice(at + 1)),
    position.map((at) => token.slice(0, at)),
    fc.tuple(position, position).map(([a, b]) => swapped(token, a, b)),
  )
}

function swapped(text: string, a: number, b: number): string {
  const chars = [...text]
  const [first, second] = [chars[a] ?? '', chars[b] ?? '']
  chars[a] = second
  chars[b] = first
  return chars.join('')
}

test('a token opens its order and passes its claims to order(), in any valid JWT form', async () => {
  const shop = createTokenShop()
  expect(await shop.open('1042', { methods: ['form'] })).toMatchObject({ order: '1042', methods: ['form'] })
  expect(shop.orderCalls).toEqual([{ reference: '1042', token: { purpose: 'pay', methods: ['form'] } }])
  const listed = await sign({ ...claims, aud: ['pay'], customer: null, iat: 1, jti: 'x' })
  expect((await shop.post('/checkouts', { order: listed })).status).toBe(200)
})

test('of several secrets the first signs, and all verify', async () => {
  const old = 'an old secret of the shop, 32 bytes or more'
  const shop = createTokenShop({ orderSecret: [secret, old] })
  const order = await signOrder({ order: '1042', ...times }, old)
  expect((await shop.post('/checkouts', { order })).status).toBe(201)
  expect((await shop.open('1043')).order).toBe('1043')
})

test('a secret given as a function may change while the server runs', async () => {
  let current = secret
  const shop = createTokenShop({ orderSecret: () => current })
  const statusWith = async (signedWith: string): Promise<number> => {
    const order = await signOrder({ order: '1042', ...times }, signedWith)
    return (await shop.post('/checkouts', { order })).status
  }
  expect(await statusWith(secret)).toBe(201)
  current = 'a new secret of the shop, 32 bytes or more'
  expect(await statusWith(current)).toBe(200)
  expect(await statusWith(secret)).toBe(404)
})

test('a token that contradicts order() starts no payment', async () => {
  const shop = createTokenShop({}, { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
  const code = async (tokenClaims: object): Promise<unknown> =>
    (await (await shop.post('/checkouts', { order: await shop.token('1042', tokenClaims) })).json()).code
  expect(await code({ amount: '1.00', currency: 'UAH' })).toBe('amount_changed')
  expect(await code({ amount: '1250.00', currency: 'USD' })).toBe('amount_changed')
  expect(await code({ customer: 'c-8' })).toBe('forbidden')
  expect(await code({ amount: '1250', currency: 'UAH', customer: 'c-7' })).toBeUndefined()
})

describe('an expired token', () => {
  const later = 2 * 3_600_000

  test('of an order without an attempt is refused by name', async () => {
    const shop = createTokenShop()
    const token = await shop.token('1042', { customer: 'c-7' })
    await shop.post('/checkouts', { order: token })
    shop.clock.advance(later)
    const response = await shop.post('/checkouts', { order: token, method: 'transfer' })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'order_expired' })
    expect(shop.sandbox.orders()).toEqual([])
  })

  test('still shows the outcome, and no payment details, methods or cards', async () => {
    const shop = createTokenShop({ checkoutTtlSeconds: 86_400 })
    await saveCardOf(shop)
    const token = await shop.token('1042', { customer: 'c-7' })
    await shop.post('/checkouts', { order: token, method: 'transfer' })
    shop.clock.advance(later)
    const opened = await viewOf(await shop.post('/checkouts', { order: token }))
    expect(opened).toMatchObject({ status: 'pending', action: null, methods: [], retry: false })
    expect(opened).not.toHaveProperty('savedCards')

    const read = await shop.read(opened.id, opened.clientSecret)
    expect(await read.json()).toMatchObject({ status: 'pending', action: null, methods: [] })
    await shop.failNewest()
    const start = await shop.start(opened.id, opened.clientSecret, { method: 'form', after: 1 })
    expect(await start.json()).toMatchObject({ code: 'order_expired' })
    const [card] = await shop.store.cardsOf('c-7')
    const removal = await shop.delete(`/cards/${card?.id}`, { 'checkout-secret': opened.clientSecret ?? '' })
    expect(removal.status).toBe(404)
    expect(shop.sandbox.orders()).toHaveLength(2)
  })

  test('of a paid order shows that it is paid', async () => {
    const shop = createTokenShop()
    const token = await shop.token('1042')
    await shop.post('/checkouts', { order: token, method: 'transfer' })
    await shop.payNewest()
    shop.clock.advance(later)
    const view = await (await shop.post('/checkouts', { order: token })).json()
    expect(view).toMatchObject({ status: 'succeeded', final: true })
  })

  test('shows it also where order() gives the order another reference', async () => {
    const shop = createTokenShop({
      order: (reference) => ({ amount: '1250.00', currency: 'UAH', reference: `shop-${reference}` }),
    })
    const token = await shop.token('1042')
    await shop.post('/checkouts', { order: token, method: 'transfer' })
    await shop.payNewest()
    shop.clock.advance(later)
    const view = await (await shop.post('/checkouts', { order: token })).json()
    expect(view).toMatchObject({ order: 'shop-1042', status: 'succeeded', final: true })
  })
})

async function saveCardOf(shop: TokenShop): Promise<void> {
  await shop.open('1044', { customer: 'c-7' }, { method: 'form' })
  await shop.payNewest()
}

test('default return addresses carry a token of purpose return, which proves no customer', async () => {
  const sent: string[] = []
  const shop = createTokenShop()
  const { service } = shop
  shop.restart({
    service: {
      ...service,
      createDeposit: (pipeline, body) => {
        if (typeof body === 'string') sent.push(body)
        return service.createDeposit(pipeline, body)
      },
    },
  })
  await shop.open('1042', { customer: 'c-7' }, { method: 'form' })
  const { successRedirectUrl } = JSON.parse(sent[0] ?? '')
  const token = new URL(successRedirectUrl).searchParams.get('order') ?? ''
  const verified = await createOrderTokens(secret, shop.clock, () => undefined)?.verify(token)
  expect(verified).toMatchObject({ reference: '1042', expired: false, claims: { purpose: 'return' } })
  expect(verified?.claims).not.toHaveProperty('customer')
  const back = await shop.post('/checkouts', { order: token })
  expect(back.status).toBe(200)
  expect(await back.json()).not.toHaveProperty('savedCards')
})

test('a secret shorter than 32 bytes is refused when the server is created, and by signOrder', async () => {
  const create = (orderSecret: string) => () =>
    createPaypane({
      service: createPaymentsClient({ baseUrl: 'http://service.test' }),
      pipelines: { p2p: { profile: 'p2p', key: 'key', privateKey: 'private' } },
      callbacks: 'static',
      store: memoryStore(),
      order: () => null,
      orderSecret,
    })
  expect(create('of the shop')).toThrow('orderSecret is shorter than 32 bytes.')
  await expect(signOrder({ order: '1042' }, 'of the shop')).rejects.toThrow('shorter than 32 bytes')
})

test.each<[Partial<OrderToSign>, string]>([
  [{ order: '' }, 'order has to be'],
  [{ amount: '12,50', currency: 'UAH' }, 'amount has to be'],
  [{ amount: '12.50' }, 'currency has to be'],
  [{ customer: '' }, 'customer has to be'],
  [{ customer: 'c'.repeat(257) }, 'customer has to be text of 1 to 256 characters, not "." or "..".'],
  [{ customer: '..' }, 'customer has to be'],
  [{ order: '\u0001'.repeat(512) }, 'its token is longer than 4096 characters.'],
  [{ expiresAt: new Date('tomorrow') }, 'expiresAt has to be'],
  [{ issuedAt: new Date('today') }, 'issuedAt has to be'],
])('what cannot be signed is named: %j', async (order, message) => {
  const signing = signOrder({ order: '1042', ...order }, secret)
  await expect(signing).rejects.toThrow(`The order cannot be signed: ${message}`)
})

test.each([
  [{ expires: 60 }, 'expires is not part of it.'],
  [{ method: ['transfer'] }, 'method is not part of it. Did you mean methods?'],
])('a member without effect is not signed: %j', async (member, message) => {
  await expect(signOrder({ order: '1042', ...member }, secret)).rejects.toThrow(message)
})

test.each([
  [{ sub: 1042, exp: '2026-01-02' }, 'sub, exp'],
  [{ amount: 10, currency: 'UAH' }, 'amount'],
  [{ amount: '10.00' }, 'currency'],
  [{ methods: ['card'] }, 'methods'],
  [{ nbf: expiry - 60 }, 'nbf (in the future)'],
  [{ iat: expiry - 60 }, 'iat (in the future)'],
  [{ customer: 'c'.repeat(257) }, 'customer (a customer has 1 to 256 characters)'],
  [{ exp: expiry * 1000 }, 'exp (in milliseconds, but JWT times are in seconds)'],
  [{ iat: -1e13 }, 'iat'],
  [{ iat: expiry * 1000 }, 'iat (in milliseconds, but JWT times are in seconds)'],
])('an authentic token that is refused is logged with its wrong claims: %j', async (wrong, names) => {
  const shop = createTokenShop()
  const { status } = await shop.post('/checkouts', { order: await sign({ ...claims, ...wrong }) })
  expect(status).toBe(404)
  expect(shop.logs).toContainEqual({
    level: 'warn',
    message: 'an authentic order token was refused',
    claims: names,
  })
})

test('a token with a wrong signature, and what is no token, are each logged once a minute', async () => {
  const shop = createTokenShop()
  const warnings = () => shop.logs.filter(({ level }) => level === 'warn').map(({ message }) => message)
  const wrong = await signOrder({ order: '1042', ...times }, `${secret} of another shop`)
  for (let n = 0; n < 3; n += 1) await shop.post('/checkouts', { order: wrong })
  for (let n = 0; n < 3; n += 1) await shop.post('/checkouts', { order: '1042' })
  const plain =
    'an order token was refused: it is a plain reference, or no JWS. Pages give orders as tokens: signOrder'
  const forged =
    'an order token was refused: it is forged, or signed with another secret than orderSecret (SHOP_SECRET)'
  expect(warnings()).toEqual([forged, plain])
  expect(JSON.stringify(shop.logs)).not.toContain(wrong)

  shop.clock.advance(60_000)
  await shop.post('/checkouts', { order: withHeader(wrong, { alg: 'RS256' }) })
  expect(warnings()).toEqual([forged, plain, 'an order token was refused: its algorithm is not HS256'])
})

test('the longest order and customer fit into a token', async () => {
  const shop = createTokenShop({ order: () => ({ amount: '10.00', currency: 'UAH' }) })
  const { customer } = { customer: '€'.repeat(256) }
  expect(await shop.open('€'.repeat(512), { customer })).toMatchObject({ status: 'choosing', savedCards: [] })
})

test('a token that is too long is refused before it is verified, and logged', async () => {
  const shop = createTokenShop({ pages: hostedPages({ name: 'Shop' }) })
  const token = await sign({ ...claims, note: 'x'.repeat(4096) })
  expect((await shop.get(`/o/${token}`)).status).toBe(404)
  expect(shop.logs).toContainEqual({
    level: 'warn',
    message: 'an order token was refused: it is longer than 4096 characters',
  })
})

test('a forged token is refused before it is decoded', async () => {
  const shop = createTokenShop()
  const verify = vi.spyOn(crypto.subtle, 'verify')
  onTestFinished(() => verify.mockRestore())
  const forged = (await shop.token('1042')).replace(/\.[^.]*$/, `.${'a'.repeat(42)}A`)
  expect((await shop.post('/checkouts', { order: forged })).status).toBe(404)
  expect(verify).not.toHaveBeenCalled()
})

test('a longer customer id of order() starts nothing, and the log says so', async () => {
  const shop = createTokenShop({}, { amount: '10.00', currency: 'UAH', customer: 'c'.repeat(257) })
  expect((await shop.post('/checkouts', { order: await shop.token('1042') })).status).toBe(500)
  expect(JSON.stringify(shop.logs)).toContain('a customer has 1 to 256 characters')
})

test.each(['.', '..', 'cut \ud83d'])(
  '%j is no customer id: no address could name it to erase its data',
  async (customer) => {
    const shop = createTokenShop({}, { amount: '10.00', currency: 'UAH', customer })
    expect((await shop.post('/checkouts', { order: await shop.token('1042') })).status).toBe(500)
    expect(JSON.stringify(shop.logs)).toContain('no address can name this customer')
    const order = await sign({ ...claims, customer })
    expect((await createTokenShop().post('/checkouts', { order })).status).toBe(404)
  },
)

test('a plain reference longer than 512 characters is refused: only a token is that long', async () => {
  const shop = createTokenShop({ orderSecret: undefined })
  const response = await shop.post('/checkouts', { order: 'x'.repeat(513) })
  expect(await response.json()).toMatchObject({ code: 'malformed' })
  expect(shop.orderCalls).toEqual([])
})

test('a checkout continues although its plain reference is no longer accepted', async () => {
  const shop = createTokenShop({
    orderSecret: undefined,
    order: () => ({ reference: '1042', amount: '1250.00', currency: 'UAH' }),
  })
  await shop.createCheckout('1042.signed', 'form')
  await shop.failNewest()
  shop.restart({
    orderSecret: secret,
    order: (reference) => (reference === '1042' ? { amount: '1250.00', currency: 'UAH' } : null),
  })
  const { id, clientSecret } = await shop.open('1042')
  const started = await shop.start(id, clientSecret, { method: 'form', after: 1 })
  expect(await started.json()).toMatchObject({ status: 'pending', attempts: 2 })
})
