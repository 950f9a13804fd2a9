import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { generateSealKey, memoryStore, type OrderTerms } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { type EmptyStores, openEmptyStores } from '../../support/empty-stores.ts'
import { codeOf, createHarness, type Harness } from '../harness.ts'
import { interruptedStore } from './interrupted-store.ts'

const opened: Record<'memory' | 'sqlite', EmptyStores> = {
  memory: await openEmptyStores.memory(),
  sqlite: await openEmptyStores.sqlite(),
}
afterAll(() => Promise.all(Object.values(opened).map((stores) => stores.close())))

interface Shop {
  shop: Harness
  terms: OrderTerms
  /** Calls of `order()` whose answers, taken when they were called, have not been given yet. */
  held: (() => void)[]
}

/** A shop whose `order()` answers when the test lets it. */
function holdingShop(store: Store): Shop {
  const held: (() => void)[] = []
  const state: Shop = {
    terms: { amount: '100.00', currency: 'UAH' },
    held,
    shop: createHarness({
      store,
      paypane: {
        order: () => {
          const terms = state.terms
          return new Promise((resolve) => held.push(() => resolve(terms)))
        },
      },
    }),
  }
  return state
}

/** Lets answers go, the one that `choose` returns first, until the requests have ended. */
async function release(
  { held }: Shop,
  requests: Promise<unknown>,
  choose: (count: number) => number,
): Promise<void> {
  let isDone = false
  const done = requests.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const [next] = held.splice(choose(held.length), 1)
    next?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await done
}

const last = (count: number): number => count - 1
const allButOldest = (count: number): number => Math.max(1, last(count))

/** A shop where other requests open the order, each with the next of these terms, just before an attempt is stored. */
function changingShop(...changes: OrderTerms[]): Harness {
  const left = [...changes]
  const change = (): Promise<unknown> => {
    shop.orders.set('1042', left.shift() ?? before)
    return shop.createCheckout('1042')
  }
  const shop: Harness = createHarness({ store: interruptedStore(1, change, changes.length) })
  shop.orders.set('1042', before)
  return shop
}
const before: OrderTerms = { amount: '100.00', currency: 'UAH' }
const start = (shop: Harness) => shop.post('/checkouts', { order: '1042', method: 'transfer' })

test('an attempt made from terms of before the amount changed is neither stored nor sent', async () => {
  const shop = changingShop({ ...before, amount: '500.00' })
  const { id } = await shop.createCheckout('1042')
  const raced = await shop.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect([raced.status, await codeOf(raced)]).toEqual([409, 'amount_changed'])
  expect(shop.sandbox.orders()).toEqual([])

  const next = await shop.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect(await next.json()).toMatchObject({ status: 'pending', amount: { value: '500.00' } })
  expect(shop.sandbox.orders().map(({ amount }) => amount)).toEqual(['500.00'])
})

test('nor one of before the currency changed', async () => {
  const shop = changingShop({ ...before, currency: 'KZT' })
  await shop.createCheckout('1042')
  expect((await start(shop)).status).toBe(409)
  expect(shop.sandbox.orders()).toEqual([])
})

test('an attempt starts from terms of the same amount that were stored meanwhile', async () => {
  const shop = changingShop({ ...before, tolerance: '1' }, { ...before, tolerance: '5', customer: 'c-7' })
  const { id } = await shop.createCheckout('1042')
  expect(await (await start(shop)).json()).toMatchObject({ status: 'pending', attempts: 1 })
  // This request has not proved the customer.
  expect((await shop.store.entry(id))?.attempts).toMatchObject([{ tolerance: '5', customer: null }])
  expect(shop.sandbox.orders()).toHaveLength(1)
})

test('an attempt in place of another starts from terms that were stored while that was looked up', async () => {
  const shop = createHarness()
  shop.orders.set('1042', { ...before, tolerance: '5' })
  const { id } = await shop.createCheckout('1042', 'transfer')
  const { service } = shop
  shop.restart({
    service: {
      ...service,
      async depositStatus(...request) {
        shop.orders.set('1042', before)
        await shop.createCheckout('1042')
        return await service.depositStatus(...request)
      },
    },
  })
  await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
  expect((await shop.store.entry(id))?.attempts).toMatchObject([{ tolerance: '5' }, { tolerance: '0' }])
})

test('a method that terms stored meanwhile do not allow is refused', async () => {
  const shop = changingShop({ ...before, methods: ['form'] })
  await shop.createCheckout('1042')
  const raced = await start(shop)
  expect([raced.status, await codeOf(raced)]).toEqual([422, 'method_not_offered'])
  expect(shop.sandbox.orders()).toEqual([])
})

test('terms stored meanwhile that this process has no seal key for start nothing', async () => {
  const store = interruptedStore(1, () => {
    shop.orders.set('1042', { ...before, tolerance: '1' })
    shop.restart({ sealKey: generateSealKey() })
    return shop.createCheckout('1042')
  })
  const shop: Harness = createHarness({ store })
  shop.orders.set('1042', before)
  await shop.createCheckout('1042')
  const raced = await start(shop)
  expect([raced.status, raced.headers.get('retry-after')]).toEqual([503, '5'])
  expect(shop.sandbox.orders()).toEqual([])
})

test('an answer of order() that was overtaken puts no old amount back', async () => {
  const race = holdingShop(memoryStore())
  const { shop } = race
  await release(race, shop.createCheckout('1042'), last)

  const slow = shop.post('/checkouts', { order: '1042' })
  await expect.poll(() => race.held.length).toBe(1)
  race.terms = { amount: '500.00', currency: 'UAH' }
  const fast = shop.createCheckout('1042')
  await expect.poll(() => race.held.length).toBe(2)
  await release(race, fast, allButOldest)
  expect((await fast).amount.value).toBe('500.00')

  await release(race, slow, last)
  expect((await (await slow).json()).amount.value).toBe('500.00')
})

test('an answer of order() from between two equal prices is not kept', async () => {
  const race = holdingShop(memoryStore())
  const { shop } = race
  await release(race, shop.createCheckout('1042'), last)

  race.terms = { amount: '200.00', currency: 'UAH' }
  const slow = shop.createCheckout('1042')
  await expect.poll(() => race.held.length).toBe(1)
  race.terms = { amount: '100.00', currency: 'UAH' }
  const fast = shop.createCheckout('1042')
  await expect.poll(() => race.held.length).toBe(2)
  await release(race, fast, allButOldest)

  await release(race, slow, last)
  expect((await slow).amount.value).toBe('100.00')
})

test('an answer of order() that was overtaken puts no old methods back, also if the next call fails', async () => {
  for (const isFailing of [false, true]) {
    const race = holdingShop(memoryStore())
    const { shop } = race
    const first = shop.createCheckout('1042')
    await release(race, first, last)
    const slow = shop.post('/checkouts', { order: '1042' })
    await expect.poll(() => race.held.length).toBe(1)
    race.terms = { ...race.terms, methods: ['form'] }
    await release(race, shop.createCheckout('1042'), allButOldest)

    if (isFailing) race.terms = { ...race.terms, amount: 'none' }
    await release(race, slow, last)
    expect((await slow).status).toBe(isFailing ? 500 : 200)
    expect((await shop.getCheckout((await first).id)).methods).toEqual(['form'])
  }
})

describe('order() is called', () => {
  interface CountingShop extends Harness {
    id: string
    /** Opens the order again, and counts the calls of `order()` for it. */
    open(): Promise<{ calls: number; status: number; body: unknown }>
  }

  /** A shop whose `order()` returns what `answer` returns for the nth call of each request. */
  async function countingShop(
    answer: (call: number, shop: Harness) => Promise<OrderTerms>,
  ): Promise<CountingShop> {
    let calls = 0
    let isOpen = false
    const shop: Harness = createHarness({
      paypane: {
        order: async (reference, request) => {
          if (!isOpen || request.headers.has('x-other')) return shop.orders.get(reference) ?? null
          calls += 1
          return await answer(calls, shop)
        },
      },
    })
    shop.orders.set('1042', { amount: '100.00', currency: 'UAH' })
    const { id } = await shop.createCheckout('1042')
    return Object.assign(shop, {
      id,
      async open() {
        calls = 0
        isOpen = true
        const response = await shop.post('/checkouts', { order: '1042' })
        isOpen = false
        return { calls, status: response.status, body: await response.json() }
      },
    })
  }

  /** Another request opens the order with the terms in `orders`. */
  const openMeanwhile = (shop: Harness) => shop.post('/checkouts', { order: '1042' }, { 'x-other': 'yes' })

  test.each<[what: string, terms: OrderTerms, calls: number]>([
    ['once where nothing has changed', { amount: '100.00', currency: 'UAH' }, 1],
    ['once where only the methods have', { amount: '100.00', currency: 'UAH', methods: ['form'] }, 1],
    ['again where the amount has', { amount: '200.00', currency: 'UAH' }, 2],
    ['again where the currency has', { amount: '100.00', currency: 'KZT' }, 2],
  ])('%s', async (_, terms, calls) => {
    const shop = await countingShop(() => Promise.resolve(terms))
    expect(await shop.open()).toMatchObject({
      calls,
      status: 200,
      body: { amount: { value: terms.amount, currency: terms.currency } },
    })
  })

  test('at most three times where every answer is another amount', async () => {
    const shop = await countingShop((call) => Promise.resolve({ amount: `${call}.00`, currency: 'UAH' }))
    expect(await shop.open()).toMatchObject({ calls: 3, status: 200, body: { amount: { value: '3.00' } } })
  })

  test('once where an attempt has fixed another amount', async () => {
    const shop = await countingShop(() => Promise.resolve({ amount: '200.00', currency: 'UAH' }))
    await shop.post(`/checkouts/${shop.id}/attempts`, { method: 'transfer', after: 0 })
    expect(await shop.open()).toMatchObject({ calls: 1, status: 409, body: { code: 'amount_changed' } })
  })

  test('once where another request has stored the same terms before it', async () => {
    const changed: OrderTerms = { amount: '100.00', currency: 'UAH', methods: ['form'] }
    const shop = await countingShop(async (_, server) => {
      server.orders.set('1042', changed)
      await openMeanwhile(server)
      return changed
    })
    expect(await shop.open()).toMatchObject({ calls: 1, status: 200, body: { methods: ['form'] } })
  })

  test.each<[what: string, meanwhile: (call: number) => Partial<OrderTerms>, calls: number]>([
    ['methods', (call) => ({ methods: [call % 2 === 0 ? 'form' : 'transfer'] }), 6],
    // Its own amount is confirmed once more.
    ['amounts', (call) => ({ amount: `${call}.00` }), 7],
  ])('again after each other request that stores other %s', async (_, meanwhile, calls) => {
    const terms: OrderTerms = { amount: '100.00', currency: 'UAH' }
    const shop = await countingShop(async (call, server) => {
      if (call < 6) {
        server.orders.set('1042', { ...terms, ...meanwhile(call) })
        await openMeanwhile(server)
      }
      return terms
    })
    expect(await shop.open()).toMatchObject({ calls, status: 200, body: { amount: { value: '100.00' } } })
  })
})

const minor = (text: string): number => Number.parseInt(text, 10)

/** Four pages of one order open it and start it while its price changes; the shop answers in any order. */
const histories = fc.record({
  steps: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('price' as const), amount: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ type: fc.constant('open' as const) }),
      fc.record({ type: fc.constant('start' as const) }),
    ),
    { minLength: 3, maxLength: 12 },
  ),
  choices: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
})

test.each(['memory', 'sqlite'] as const)(
  'on %s, a checkout shows the newest price or the one that its attempt was sent with',
  async (database) => {
    const stores = opened[database]
    await fc.assert(
      fc.asyncProperty(histories, ({ steps, choices }) =>
        stores.use(async (store) => {
          const race = holdingShop(store)
          const { shop } = race
          const first = shop.createCheckout('1042')
          await release(race, first, last)
          const { id } = await first

          const requests: Promise<Response>[] = []
          for (const step of steps) {
            if (step.type === 'price') race.terms = { amount: `${step.amount}00.00`, currency: 'UAH' }
            if (step.type === 'open') requests.push(shop.post('/checkouts', { order: '1042' }))
            if (step.type === 'start')
              requests.push(shop.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 }))
            await new Promise((resolve) => setImmediate(resolve))
          }
          // One more after the last price.
          requests.push(shop.post('/checkouts', { order: '1042' }))
          let turn = 0
          const choose = (count: number): number =>
            (choices[turn++ % choices.length] ?? 0) % Math.max(1, count)
          await release(race, Promise.all(requests), choose)

          const { amount, attempts } = await shop.getCheckout(id)
          const sent = shop.sandbox.orders().map((order) => minor(order.amount))
          expect(sent.length).toBe(attempts)
          expect([...sent, minor(attempts === 0 ? race.terms.amount : amount.value)]).toEqual(
            Array(attempts + 1).fill(minor(amount.value)),
          )
        }),
      ),
      { numRuns: database === 'memory' ? 40 : 15 },
    )
  },
)
