import { describe, expect, test } from 'vitest'
import type { CheckoutView, Method } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import type { OrderTerms } from '../../../src/server/index.ts'
import { createHarness, viewOf } from '../harness.ts'
import { createTokenShop, saveCard, type TokenShop } from './shop.ts'

test.each(['page', 'return'] as const)('a %s token lists, uses and removes no card', async (purpose) => {
  const shop = createTokenShop()
  const card = await saveCard(shop, 'c-7')
  const owner = await shop.open('1042', { customer: 'c-7' })
  expect(owner.savedCards).toMatchObject([{ id: card }])

  // The token of an address may contain a customer; it does not prove one.
  const returned = await shop.open('1042', { purpose, customer: 'c-7' })
  expect(returned).not.toHaveProperty('savedCards')
  expect(returned.methods).not.toContain('saved-card')
  const use = { method: 'saved-card', savedCard: card, after: 0 }
  const started = await shop.start(returned.id, returned.clientSecret, use)
  expect(await started.json()).toMatchObject({ code: 'method_not_offered' })
  const removal = await shop.delete(`/cards/${card}`, { 'checkout-secret': returned.clientSecret ?? '' })
  expect(removal.status).toBe(404)
  expect(await shop.store.cardsOf('c-7')).toHaveLength(1)
})

test.each(['page', 'return'] as const)(
  'a %s token proves no customer although the session of the request does',
  async (purpose) => {
    const shop = createTokenShop({}, { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
    const card = await saveCard(shop, 'c-7')
    expect(await shop.open('1042', { purpose })).not.toHaveProperty('savedCards')
    expect((await shop.open('1042')).savedCards).toMatchObject([{ id: card }])
  },
)

test('a card paid with a return token is not saved', async () => {
  const shop = createTokenShop()
  await shop.open('1042', { customer: 'c-7' })
  const returned = await shop.open('1042', { purpose: 'return' })
  await shop.start(returned.id, returned.clientSecret, { method: 'form', after: 0 })
  await shop.payNewest()
  expect(await shop.store.cardsOf('c-7')).toEqual([])
})

test('opening an order without a customer shows no cards and leaves the owner’s usable', async () => {
  const shop = createTokenShop()
  const card = await saveCard(shop, 'c-7')
  const owner = await shop.open('1042', { customer: 'c-7' })
  const stranger = await shop.open('1042')
  expect(stranger.id).toBe(owner.id)
  expect(stranger).not.toHaveProperty('savedCards')
  const read = await viewOf(await shop.read(owner.id, owner.clientSecret))
  expect(read.savedCards).toMatchObject([{ id: card }])

  const use = { method: 'saved-card', savedCard: card, after: 0 }
  const refused = await shop.start(owner.id, stranger.clientSecret, use)
  expect(await refused.json()).toMatchObject({ code: 'method_not_offered' })
  const used = await viewOf(await shop.start(owner.id, owner.clientSecret, use))
  expect(used).toMatchObject({ status: 'pending', method: 'saved-card' })
})

test('without order tokens, opening without a session sees no cards of another customer', async () => {
  const harness = createHarness({
    paypane: {
      order: (_, request) => {
        const customer = request.headers.get('x-session') ?? undefined
        return { amount: '10.00', currency: 'UAH', customer }
      },
    },
  })
  const open = async (headers: Record<string, string>): Promise<CheckoutView> =>
    await viewOf(await harness.post('/checkouts', { order: '1042' }, headers))
  const owner = await open({ 'x-session': 'c-7' })
  const stranger = await open({})
  expect(owner.savedCards).toEqual([])
  expect(stranger).not.toHaveProperty('savedCards')
  const entry = await harness.store.entry(owner.id)
  expect(entry).toMatchObject({ customer: 'c-7' })
  // The session of a later request adds nothing to a secret that was issued without it.
  const response = await harness.get(`/checkouts/${owner.id}`, {
    'x-session': 'c-7',
    'checkout-secret': stranger.clientSecret ?? '',
  })
  expect(await response.json()).not.toHaveProperty('savedCards')
})

test.each([
  ['a plain reference', false],
  ['an order token', true],
])('an attempt of %s is of the customer of its secret, whatever its session says', async (_, isToken) => {
  const shop = createTokenShop({
    ...(isToken ? {} : { orderSecret: undefined }),
    order: (_reference, request) => {
      const customer = request.headers.get('x-session') ?? undefined
      return { amount: '10.00', currency: 'UAH', customer }
    },
  })
  const order = isToken ? await shop.token('1042') : '1042'
  const { id, clientSecret = '' } = await viewOf(await shop.post('/checkouts', { order }))
  await shop.post(
    `/checkouts/${id}/attempts`,
    { method: 'form', after: 0 },
    { 'checkout-secret': clientSecret, 'x-session': 'c-7' },
  )
  expect(await shop.store.entry(id)).toMatchObject({ customer: null, attempts: [{ customer: null }] })
})

test('an order in the address of a page proves no customer, also where its amount has changed', async () => {
  let amount = '10.00'
  const harness = createHarness({
    paypane: {
      pages: hostedPages({ name: 'Oak & Co' }),
      order: (_, request) => {
        const customer = request.headers.get('x-session') ?? undefined
        return { amount, currency: 'UAH', customer }
      },
    },
  })
  const { id } = await harness.createCheckout('1042')
  amount = '20.00'
  const page = await harness.get('/o/1042', { 'x-session': 'c-7', 'sec-fetch-dest': 'document' })
  expect(page.status).toBe(200)
  expect(await harness.store.entry(id)).toMatchObject({ amount: { value: '20.00' }, customer: null })
})

test('a secret keeps its customer after another customer has opened the order', async () => {
  const shop = createTokenShop()
  const card = await saveCard(shop, 'c-7')
  const first = await shop.open('1042', { customer: 'c-7' })
  const second = await shop.open('1042', { customer: 'c-8' })
  expect(second.savedCards).toEqual([])
  expect((await viewOf(await shop.read(first.id, first.clientSecret))).savedCards).toMatchObject([
    { id: card },
  ])
  expect((await viewOf(await shop.read(first.id, second.clientSecret))).savedCards).toEqual([])
  const removal = await shop.delete(`/cards/${card}`, { 'checkout-secret': second.clientSecret ?? '' })
  expect(removal.status).toBe(404)
})

test('a card is saved for the customer who started the attempt, not for a later one', async () => {
  const shop = createTokenShop()
  await shop.open('1042', { customer: 'c-7' }, { method: 'form' })
  await shop.open('1042', { customer: 'c-8' })
  await shop.payNewest()
  expect(await shop.store.cardsOf('c-7')).toHaveLength(1)
  expect(await shop.store.cardsOf('c-8')).toEqual([])
})

test('an automatic attempt belongs to the customer of the previous attempt', async () => {
  const shop = createTokenShop({ cascade: 'auto' })
  await shop.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  const view = await shop.open('1042', { customer: 'c-7' }, { method: 'transfer' })
  expect(view).toMatchObject({ attempts: 2, method: 'form' })
  await shop.open('1042')
  await shop.payNewest()
  expect(await shop.store.cardsOf('c-7')).toHaveLength(1)
})

test('also where another customer has opened the order before it starts', async () => {
  const shop = createTokenShop({ cascade: 'auto' })
  await shop.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1 })
  const { id } = await shop.open('1042', { customer: 'c-7' }, { method: 'transfer' })
  await shop.open('1042', { customer: 'c-8' })
  await shop.advance(30, 5)
  expect(await shop.store.entry(id)).toMatchObject({
    customer: 'c-8',
    attempts: [{ customer: 'c-7' }, { customer: 'c-7', method: 'form' }],
  })
})

test('also where another customer had started the attempt before that', async () => {
  const shop = createTokenShop({ cascade: 'auto' })
  await shop.open('1042', { customer: 'c-8' }, { method: 'transfer' })
  await shop.failNewest()
  const { id, clientSecret } = await shop.open('1042', { customer: 'c-7' })
  await shop.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })
  await shop.start(id, clientSecret, { method: 'transfer', after: 1 })
  expect(await shop.store.entry(id)).toMatchObject({
    attempts: [{ customer: 'c-8' }, { customer: 'c-7' }, { customer: 'c-7', method: 'form' }],
  })
})

test('removing a card needs a secret of its customer; an order in the URL is not enough', async () => {
  const shop = createTokenShop()
  const card = await saveCard(shop, 'c-7')
  const token = await shop.token('1042', { customer: 'c-7' })
  expect((await shop.delete(`/cards/${card}?order=${token}`)).status).toBe(404)
  const { clientSecret = '' } = await shop.open('1042', { customer: 'c-7' })
  expect((await shop.delete(`/cards/${card}`, { 'checkout-secret': clientSecret })).status).toBe(204)
})

describe('saved cards', () => {
  const shopOf = (terms: Partial<OrderTerms>): TokenShop =>
    createTokenShop({
      order: (reference) => ({
        amount: '1250.00',
        currency: 'UAH',
        ...(reference === '1043' ? {} : terms),
      }),
    })

  test.each<[listed: Method[] | undefined, offered: Method[]]>([
    [['form'], ['saved-card', 'form']],
    [
      ['form', 'saved-card'],
      ['form', 'saved-card'],
    ],
    [undefined, ['transfer', 'form', 'saved-card']],
  ])('where the order lists %j, its customer may choose %j', async (listed, offered) => {
    const shop = shopOf(listed === undefined ? {} : { methods: listed })
    await saveCard(shop, 'c-7')
    expect((await shop.open('1042', { customer: 'c-7' })).methods).toEqual(offered)
  })

  test('are not added where the order names another pipeline, nor is any method without it', async () => {
    const shop = shopOf({ methods: ['transfer', 'form', 'saved-card'], pipeline: 'p2p' })
    await saveCard(shop, 'c-7')
    expect((await shop.open('1042', { customer: 'c-7' })).methods).toEqual(['transfer'])
  })
})

test('order() receives the customer that the request for an attempt proves, and no other', async () => {
  const shop = createTokenShop()
  const owner = await shop.open('1042', { customer: 'c-7' })
  const stranger = await shop.open('1042')
  const body = { method: 'transfer', after: 0 }
  await shop.start(owner.id, stranger.clientSecret, { ...body, method: 'saved-card' })
  expect(shop.orderCalls.at(-1)?.token).not.toHaveProperty('customer')
  await shop.start(owner.id, owner.clientSecret, body)
  expect(shop.orderCalls.at(-1)?.token).toMatchObject({ customer: 'c-7' })
})
