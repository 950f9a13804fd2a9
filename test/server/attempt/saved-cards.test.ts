import { expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import { generateSealKey, memoryStore } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { codeOf, createHarness, type Harness } from '../harness.ts'

type Params = {
  cardToken: string | null
  cardStorageToken: string | null
  cardNumber: string | null
  cardHolder: string | null
}
const card: Params = {
  cardToken: null,
  cardStorageToken: 'token 1',
  cardNumber: '4111 11** **** 1111',
  cardHolder: null,
}

/** A shop whose lookups report `reported.is` of every order. */
function createShop(store: Store = memoryStore()): {
  shop: Harness
  reported: { is: Params | null }
  options: object
} {
  const shop = createHarness({ store })
  const reported: { is: Params | null } = { is: card }
  const { service } = shop
  const wrapped = {
    ...service,
    async depositStatus(...request: Parameters<typeof service.depositStatus>) {
      const found = await service.depositStatus(...request)
      return found.outcome === 'found'
        ? { ...found, order: { ...found.order, externalParams: reported.is } }
        : found
    },
  }
  shop.restart({ service: wrapped })
  return { shop, reported, options: { service: wrapped } }
}

/** A form that `customer` pays. */
async function pay(shop: Harness, order: string, customer: string | undefined): Promise<CheckoutView> {
  shop.orders.set(order, { amount: '10.00', currency: 'UAH', customer })
  const { id } = await shop.createCheckout(order, 'form')
  await shop.controlOrder(-1, { do: 'pay' })
  await shop.drain()
  return await shop.getCheckout(id)
}

test.each([
  ['4111 11** **** 1234', '•••• 1234'],
  ['411111******9876', '•••• 9876'],
  ['4111119876543210', '•••• 3210'],
  ['****', '••••'],
  [null, '••••'],
])('of the card %s the payer sees %s', async (cardNumber, label) => {
  const { shop, reported } = createShop()
  reported.is = { ...card, cardNumber }
  expect((await pay(shop, 'o-1', 'c-7')).savedCards).toEqual([{ id: expect.stringMatching(/^card_/), label }])
})

test.each([
  ['no parameters', null],
  ['no storage token', { ...card, cardStorageToken: null }],
])('nothing is saved of %s', async (_, params) => {
  const { shop, reported } = createShop()
  reported.is = params
  expect((await pay(shop, 'o-1', 'c-7')).savedCards).toEqual([])
})

test('a card that is reported again is saved once, another one beside it, and each customer has the own', async () => {
  const { shop, reported } = createShop()
  await pay(shop, 'o-1', 'c-7')
  expect((await pay(shop, 'o-2', 'c-7')).savedCards).toHaveLength(1)
  expect((await pay(shop, 'o-3', 'c-8')).savedCards).toHaveLength(1)
  expect(await pay(shop, 'o-4', undefined)).not.toHaveProperty('savedCards')
  reported.is = { ...card, cardStorageToken: 'token 2' }
  expect((await pay(shop, 'o-5', 'c-7')).savedCards).toHaveLength(2)
})

test('a card that was saved under a retired seal key is not saved again, and is sealed with the new one', async () => {
  const [before, after] = [generateSealKey(), generateSealKey()]
  const { shop, options } = createShop()
  shop.restart({ ...options, sealKey: [before] })
  await pay(shop, 'o-1', 'c-7')
  const [saved] = await shop.store.cardsOf('c-7')

  shop.restart({ ...options, sealKey: [after, before] })
  shop.orders.set('o-2', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  await shop.createCheckout('o-2', 'form')
  await shop.controlOrder(-1, { do: 'pay' })
  await shop.drain()
  const [resealed, ...others] = await shop.store.cardsOf('c-7')
  expect(others).toEqual([])
  expect(resealed).toEqual({ ...saved, token: expect.any(String), fingerprint: expect.any(String) })
  expect(resealed?.token).not.toBe(saved?.token)
  expect(resealed?.fingerprint).not.toBe(saved?.fingerprint)
  expect(shop.logs).toContainEqual({ level: 'info', message: 'saved cards re-encrypted', count: 1 })

  // Without the retired key, the card is as good as before.
  shop.restart({ ...options, sealKey: [after] })
  shop.orders.set('o-3', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await shop.createCheckout('o-3')
  const used = await shop.post(`/checkouts/${id}/attempts`, {
    method: 'saved-card',
    savedCard: resealed?.id,
    after: 0,
  })
  expect(await used.json()).toMatchObject({ status: 'pending', method: 'saved-card' })
})

test('a card of an unknown seal key cannot be used: the payer chooses another way, the log says why', async () => {
  const { shop, options } = createShop()
  const { savedCards } = await pay(shop, 'o-1', 'c-7')
  shop.restart({ ...options, sealKey: [generateSealKey()] })
  shop.orders.set('o-2', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await shop.createCheckout('o-2')
  const [saved] = savedCards ?? []
  const body = { method: 'saved-card', savedCard: saved?.id, after: 0 }
  const used = await shop.post(`/checkouts/${id}/attempts`, body)
  expect([used.status, await codeOf(used)]).toEqual([404, 'card_unknown'])
  expect(shop.logs).toContainEqual({
    ...{ level: 'error', message: 'a saved card cannot be decrypted: is its seal key missing?' },
    card: saved?.id,
  })
})

test('a removed card is gone, once; another id or customer removes nothing', async () => {
  const { shop } = createShop()
  const { savedCards } = await pay(shop, 'o-1', 'c-7')
  const { id: other } = await pay(shop, 'o-2', 'c-8')
  const { id: anonymous } = await pay(shop, 'o-3', undefined)
  const { id } = await pay(shop, 'o-4', 'c-7')
  const [saved] = savedCards ?? []
  const remove = async (checkout: string, card = saved?.id) => {
    const secret = shop.clientSecrets.get(checkout) ?? ''
    return (await shop.delete(`/cards/${card}`, { 'checkout-secret': secret })).status
  }
  expect([await remove(other), await remove(anonymous), await remove(id, 'card_none')]).toEqual([
    404, 404, 404,
  ])
  const isLogged = () => shop.logs.filter(({ message }) => message === 'saved card deleted').length
  expect(isLogged()).toBe(0)
  expect([await remove(id), await remove(id)]).toEqual([204, 404])
  expect(shop.logs).toContainEqual({ level: 'info', message: 'saved card deleted' })
  expect(isLogged()).toBe(1)
  expect((await shop.getCheckout(id)).savedCards).toEqual([])
})

test('a card that was removed between two sends of an attempt is not saved by it', async () => {
  const { shop } = createShop()
  const { id, savedCards } = await pay(shop, 'o-1', 'c-7')
  shop.orders.set('o-2', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  await shop.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  const next = await shop.createCheckout('o-2', 'form')
  await shop.drain()
  const secret = shop.clientSecrets.get(id) ?? ''
  await shop.delete(`/cards/${savedCards?.[0]?.id}`, { 'checkout-secret': secret })
  await shop.advance(30)
  await shop.controlOrder(-1, { do: 'pay' })
  await shop.drain()
  expect(await shop.store.entry(next.id)).toMatchObject({ attempts: [{ sendCount: 2, state: 'succeeded' }] })
  expect((await shop.getCheckout(next.id)).savedCards).toEqual([])
})

test.each([3, 9])('nor by an attempt that is paid %i days after its removal', async (days) => {
  const { shop, reported } = createShop()
  const { id, savedCards } = await pay(shop, 'o-1', 'c-7')
  shop.orders.set('o-2', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const late = await shop.createCheckout('o-2', 'form')
  const secret = shop.clientSecrets.get(id) ?? ''
  await shop.delete(`/cards/${savedCards?.[0]?.id}`, { 'checkout-secret': secret })
  // The service names the card once it has paid.
  reported.is = null
  await shop.advance(days * 86_400, 7200)
  reported.is = card
  await shop.controlOrder(-1, { do: 'pay' })
  await shop.drain()
  expect(await shop.store.entry(late.id)).toMatchObject({
    attempts: [{ state: 'succeeded', cardReported: true }],
  })
  expect(await shop.store.cardsOf('c-7')).toEqual([])
})

/** A shared start would wait for itself. */
test('a customer does not share the start of another one', { timeout: 60_000 }, async () => {
  const inner = memoryStore()
  let other: Promise<unknown> | undefined
  const store: Store = {
    ...inner,
    async save(entry, write) {
      if (entry.kind === 'checkout' && entry.order === 'o-3' && entry.attempts.length > 0) {
        other ??= start(8)
        await other
      }
      return await inner.save(entry, write)
    },
  }
  const { shop, reported } = createShop(store)
  const [own] = (await pay(shop, 'o-1', 'c-7')).savedCards ?? []
  reported.is = { ...card, cardStorageToken: 'token 2' }
  await pay(shop, 'o-2', 'c-8')
  const secrets = new Map<number, string>()
  for (const n of [7, 8]) {
    shop.orders.set('o-3', { amount: '10.00', currency: 'UAH', customer: `c-${n}` })
    secrets.set(n, (await shop.createCheckout('o-3')).clientSecret ?? '')
  }
  const { id } = await shop.createCheckout('o-3')
  async function start(n: number): Promise<unknown> {
    const choice = { method: 'saved-card', savedCard: own?.id, after: 0 }
    const secret = { 'checkout-secret': secrets.get(n) ?? '' }
    return await (await shop.post(`/checkouts/${id}/attempts`, choice, secret)).json()
  }
  expect(await start(7)).toMatchObject({ status: 'pending', attempts: 1 })
  expect(await other).toMatchObject({ code: 'card_unknown' })
})
