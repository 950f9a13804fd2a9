import { expect, test } from 'vitest'
import { createPaymentsClient } from '../../src/service/index.ts'
import { createWorld, type World } from './world.ts'

const payOn = async (world: World, index = 0): Promise<void> => {
  await world.lever(`/orders/${world.sandbox.orders()[index]?.externalId}`, { do: 'pay' })
  await world.settle()
}

test('the hosted form: the payer is sent there, and the view follows until it is paid', async () => {
  const world = createWorld()
  const view = await world.pay('1042', 'form')
  expect(view).toMatchObject({ status: 'pending', method: 'form', retry: false })
  expect(view.action).toEqual({ type: 'redirect', url: world.sandbox.orders()[0]?.formUrl })
  await payOn(world)
  expect(await world.view(view.id)).toMatchObject({ status: 'succeeded', final: true })
})

test('a failed form is no transfer: nothing is watched, another attempt may start at once', async () => {
  const world = createWorld()
  const { id } = await world.pay('1042', 'form')
  await world.lever(`/orders/${world.sandbox.orders()[0]?.externalId}`, { do: 'fail', reason: '3.0.4.54' })
  await world.settle()
  expect(await world.view(id)).toMatchObject({
    status: 'failed',
    retry: true,
    reason: { key: 'cancel', group: 'user' },
  })
  const again = await world.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  expect(await again.json()).toMatchObject({ status: 'pending', attempt: 2, method: 'transfer' })
})

test('a retry with a count that is not the number of attempts starts nothing', async () => {
  const world = createWorld()
  const { id } = await world.pay('1042', 'form')
  const answer = await world.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect(await answer.json()).toMatchObject({ attempt: 1, method: 'form' })
  const busy = await world.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  expect(busy.status).toBe(409)
  expect(world.sandbox.orders()).toHaveLength(1)
})

const refuseTransfers = (world: World): Promise<unknown> =>
  world.lever('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })

test('a refusal: looked up first, then the next method is offered', async () => {
  const world = createWorld()
  await refuseTransfers(world)
  const view = await world.pay('1042', 'transfer')
  expect(view).toMatchObject({
    status: 'failed',
    retry: true,
    reason: { group: 'business', key: 'no-route' },
  })
  expect(view.methods).toEqual(['form'])
  expect(world.asked.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET'])
})

test('a refusal: the next method is taken, where the merchant says so', async () => {
  const world = createWorld({ paypane: { cascade: 'take' } })
  await refuseTransfers(world)
  expect(await world.pay('1042', 'transfer')).toMatchObject({ status: 'pending', method: 'form', attempt: 2 })
  expect(world.asked.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET', 'POST'])
})

test('after a refusal whose look-up is not answered, nothing follows', async () => {
  const world = createWorld({ paypane: { cascade: 'take' } })
  await refuseTransfers(world)
  await world.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 2 })
  expect(await world.pay('1042', 'transfer')).toMatchObject({ status: 'failed', retry: false, attempt: 1 })
  await world.pass(20)
  expect(world.asked.filter((line) => line.startsWith('POST'))).toHaveLength(2)
})

test('a paid card is kept for a known customer, masked, and pays the next order by itself', async () => {
  const world = createWorld()
  const terms = { amount: '10.00', currency: 'UAH', customer: 'c-7' }
  world.orders.set('a', terms).set('b', terms)
  const { id } = await world.pay('a', 'form')
  await payOn(world)
  expect((await world.view(id)).status).toBe('succeeded')

  const choosing = await world.pay('b')
  expect(choosing.methods).toContain('saved-card')
  const [card] = choosing.savedCards ?? []
  expect(card?.label).toMatch(/^•••• \d{4}$/)

  const paying = await world.post(`/checkouts/${choosing.id}/attempts`, {
    method: 'saved-card',
    savedCard: card?.id,
    after: 0,
  })
  expect(await paying.json()).toMatchObject({ status: 'pending', method: 'saved-card' })
  await payOn(world, 1)
  expect((await world.view(choosing.id)).status).toBe('succeeded')

  const forgotten = await world.paypane.fetch(
    new Request(`http://127.0.0.1:8787/pay/cards/${card?.id}?order=b`, { method: 'DELETE' }),
  )
  expect(forgotten.status).toBe(204)
  world.orders.set('c', terms)
  const later = await world.pay('c')
  expect(later.savedCards).toEqual([])
  expect(later.methods).not.toContain('saved-card')
})

test('a forgotten card stays forgotten when the history of its order is read again', async () => {
  const world = createWorld()
  world.orders.set('a', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await world.pay('a', 'form')
  await payOn(world)
  const [card] = (await world.view(id)).savedCards ?? []
  await world.paypane.fetch(
    new Request(`http://127.0.0.1:8787/pay/cards/${card?.id}?order=a`, { method: 'DELETE' }),
  )
  const asked = world.asked.length
  await world.pass(700, 10)
  expect(world.asked.length).toBeGreaterThan(asked)
  expect((await world.view(id)).savedCards).toEqual([])
})

test('a card of another order than ours is not kept', async () => {
  const world = createWorld()
  world.orders.set('a', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await world.pay('a', 'form')
  const params = { cardToken: null, cardStorageToken: 'a token', cardNumber: null, cardHolder: null }
  const order = { externalId: 'another', status: 'Success', amount: '10.00', currency: 'UAH', history: [] }
  world.restart({
    service: {
      ...createPaymentsClient({ baseUrl: 'http://service.test' }),
      depositStatus: async () => ({ outcome: 'found', order: { ...order, externalParams: params } }),
    },
  })
  await world.pass(30)
  expect(await world.view(id)).toMatchObject({ status: 'pending', savedCards: [] })
})

test('two attempts that both succeed: the merchant hears of the overpayment', async () => {
  const world = createWorld()
  await world.lever('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  await world.pay('1042', 'transfer')
  await world.settle()
  await payOn(world, 1)
  await world.lever(`/orders/${world.sandbox.orders()[0]?.externalId}`, { do: 'pay' })
  await world.pass(30, 5)
  expect(world.events.map(({ type, attempt }) => [type, attempt])).toEqual([
    ['checkout.succeeded', 2],
    ['checkout.overpaid', 1],
  ])
})

test('expired is our word: instructions go, late money counts', async () => {
  const world = createWorld({ paypane: { checkoutTtlSeconds: 60 } })
  const { id } = await world.pay('1042', 'transfer')
  await world.pass(61, 5)
  expect(await world.view(id)).toMatchObject({ status: 'expired', final: false, action: null, retry: false })
  await payOn(world)
  expect(await world.view(id)).toMatchObject({ status: 'succeeded', final: true })
  expect(world.events.map(({ type }) => type)).toEqual(['checkout.expired', 'checkout.succeeded'])
})

test('after the watch nothing is asked any more, and the view is final', async () => {
  const world = createWorld({ paypane: { checkoutTtlSeconds: 60, correctionWatchHours: 1 } })
  const { id } = await world.pay('1042', 'transfer')
  await world.pass(4300, 60)
  expect(await world.view(id)).toMatchObject({ status: 'expired', final: true, pollAfter: null })
  const asked = world.asked.length
  await world.pass(3600, 60)
  expect(world.asked).toHaveLength(asked)
})

test('fifty first requests at once make one attempt', async () => {
  const world = createWorld()
  const views = await Promise.all(Array.from({ length: 50 }, () => world.pay('1042', 'transfer')))
  expect(new Set(views.map(({ id }) => id)).size).toBe(1)
  expect(world.sandbox.orders()).toHaveLength(1)
})

test('twenty retries at once make one further attempt', async () => {
  const world = createWorld()
  const { id } = await world.pay('1042', 'form')
  await world.lever(`/orders/${world.sandbox.orders()[0]?.externalId}`, { do: 'fail' })
  await world.settle()
  const retry = () => world.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  await Promise.all(Array.from({ length: 20 }, retry))
  expect(await world.view(id)).toMatchObject({ attempt: 2, status: 'pending' })
  expect(world.sandbox.orders()).toHaveLength(2)
})

test('a transfer is for two decimals, half up; a form for the amount as it was given', async () => {
  const world = createWorld()
  world.orders.set('7', { amount: '10.005', currency: 'UAH' })
  world.orders.set('8', { amount: '10.005', currency: 'UAH' })
  expect(await world.pay('7', 'transfer')).toMatchObject({ amount: { value: '10.01' } })
  expect(await world.pay('8', 'form')).toMatchObject({ amount: { value: '10.005' } })
  expect(world.sandbox.orders().map(({ amount }) => amount)).toEqual(['10.01', '10.005'])
})

test.each(['before', 'after'] as const)(
  'a checkout whose time ended before anything was started has its whole time again, %s the expiry was acted upon',
  async (when) => {
    const world = createWorld({ paypane: { checkoutTtlSeconds: 60 } })
    const { id } = await world.pay('1042')
    if (when === 'after') await world.pass(61, 1)
    else world.clock.turn(61_000)
    expect(await world.view(id)).toMatchObject({ status: 'expired', retry: false })
    const again = await world.pay('1042')
    expect(again).toMatchObject({ id, status: 'choosing' })
    expect(Date.parse(again.expiresAt ?? '')).toBe(world.clock.now() + 60_000)
  },
)

test('another amount replaces the checkout while nothing was started, and is refused after that', async () => {
  const world = createWorld()
  const first = await world.pay('1042')
  world.orders.set('1042', { amount: '99.00', currency: 'UAH' })
  const second = await world.pay('1042')
  expect(second.amount).toEqual({ value: '99.00', currency: 'UAH' })
  expect(second.id).toBe(first.id)
  await world.pay('1042', 'transfer')
  world.orders.set('1042', { amount: '98.00', currency: 'UAH' })
  const response = await world.post('/checkouts', { order: '1042' })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'amount_changed' })
})
