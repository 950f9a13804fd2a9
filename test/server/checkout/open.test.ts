import { describe, expect, test } from 'vitest'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import { memoryStore, type OrderTerms, signOrder } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { openOrder, statuses, times } from '../abuse/client.ts'
import { createHarness, type Harness } from '../harness.ts'
import { createTokenShop, secret, signedAt } from './shop.ts'

const terms: OrderTerms = { amount: '1250.00', currency: 'UAH' }
const stranger = '203.0.113.7'
const answered = async (response: Response) => ({ status: response.status, body: await response.json() })

describe('an expired order token', () => {
  test('of an order that was never opened is refused by name', async () => {
    const shop = createTokenShop()
    const order = await shop.token('1042')
    shop.clock.advance(3_600_000)
    const refused = await answered(await shop.post('/checkouts', { order }))
    expect(refused).toMatchObject({ status: 403, body: { code: 'order_expired' } })
  })

  test('creates nothing: the checkout that it shows was there', async () => {
    const shop = createTokenShop({ checkoutTtlSeconds: 86_400 })
    const order = await shop.token('1042')
    expect((await shop.post('/checkouts', { order, method: 'form' })).status).toBe(201)
    shop.clock.advance(3_600_000)
    expect((await shop.post('/checkouts', { order, method: 'form' })).status).toBe(200)
  })
})

test('of two first requests at once one creates the checkout, and the other reads it', async () => {
  const inner = memoryStore()
  const created: number[] = []
  let hasRaced = false
  const store: Store = {
    ...inner,
    async insert(entry) {
      if (!hasRaced) {
        hasRaced = true
        created.push((await shop.post('/checkouts', { order: '1042' })).status)
      }
      return await inner.insert(entry)
    },
  }
  const shop: Harness = createHarness({ store })
  created.push((await shop.post('/checkouts', { order: '1042' })).status)
  expect(created).toEqual([201, 200])
})

test('order() is called once for an order that is opened again with other terms of the same amount', async () => {
  let [calls, current] = [0, terms]
  const shop = createHarness({
    paypane: {
      order() {
        calls += 1
        return current
      },
    },
  })
  await shop.createCheckout('1042')
  for (const changed of [{ tolerance: '5.00' }, { methods: ['form' as const] }]) {
    current = { ...terms, ...changed }
    calls = 0
    await shop.createCheckout('1042')
    expect(calls).toBe(1)
  }
})

test('of an order whose payer has started to pay nothing is warned of', async () => {
  const shop = createHarness()
  await shop.createCheckout('1042', 'transfer')
  shop.orders.set('1042', { ...terms, methods: [] })
  expect((await shop.post('/checkouts', { order: '1042' })).status).toBe(200)
  expect(shop.logs.filter(({ level }) => level === 'warn')).toEqual([])
})

describe('with one start allowed from an address', () => {
  const allowed = { rateLimits: { address: 1 } }

  test('a page that names the method again reads the attempt that it started', async () => {
    const shop = createHarness({ paypane: allowed })
    for (const status of [201, 200, 200])
      expect((await openOrder(shop, stranger, '1042', { method: 'form' })).status).toBe(status)
  })

  test('opening orders without a method is no start', async () => {
    const shop = createHarness({ paypane: { ...allowed, order: () => terms } })
    expect(await statuses(times(3, (n) => openOrder(shop, stranger, `o-${n}`)))).toEqual({ 201: 3 })
  })
})

describe('with five unknown orders allowed from an address', () => {
  const allowed = { rateLimits: { unknownOrders: 5 } }

  test('forged tokens are counted, and a valid one is accepted all the same', async () => {
    const shop = createTokenShop(allowed)
    const forged = await signOrder(
      { ...signedAt(shop.clock.now()), order: '1042' },
      `${secret} of another shop`,
    )
    expect(await statuses(times(20, () => openOrder(shop, stranger, forged)))).toEqual({ 404: 5, 429: 15 })
    expect((await openOrder(shop, stranger, await shop.token('1042'))).status).toBe(201)
  })

  test('valid tokens of orders that do not exist are not counted', async () => {
    const shop = createTokenShop(allowed)
    const token = await shop.token('7777')
    expect(await statuses(times(20, () => openOrder(shop, stranger, token)))).toEqual({ 404: 20 })
  })

  test('orders that the payer may not pay are counted', async () => {
    const shop = createHarness({ paypane: { ...allowed, order: () => 'forbidden' } })
    const guess = (n: number) => openOrder(shop, stranger, `guess-${n}`)
    expect(await statuses(times(20, guess))).toEqual({ 403: 5, 429: 15 })
    expect((await guess(20)).status).toBe(429)
  })
})

test('a page whose address names the order lists no saved cards, also where order() names the customer', async () => {
  const shop = createHarness({ paypane: { pages: hostedPages({ name: 'Shop' }) } })
  for (const order of ['1042', '1043']) shop.orders.set(order, { ...terms, customer: 'c-7' })
  await shop.createCheckout('1043', 'form')
  await shop.controlOrder(0, { do: 'pay' })
  await shop.drain()
  const [card] = (await shop.createCheckout('1042')).savedCards ?? []
  expect(card?.label).toMatch(/^•••• \d{4}$/)
  const page = await (await shop.get('/o/1042')).text()
  expect(page).toContain('<pay-pane')
  expect(page).not.toContain(card?.label)
  expect(page).not.toContain(card?.id)
})

test('a plain reference of 512 characters is accepted, a longer one is refused by name', async () => {
  const shop = createHarness({ paypane: { order: () => terms } })
  expect((await shop.post('/checkouts', { order: 'x'.repeat(512) })).status).toBe(201)
  const refused = await answered(await shop.post('/checkouts', { order: 'x'.repeat(513) }))
  expect(refused).toMatchObject({ status: 400, body: { code: 'malformed', detail: 'order: too long' } })
})
