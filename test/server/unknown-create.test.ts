import { expect, test } from 'vitest'
import type { CheckoutView } from '../../src/contract/index.ts'
import { createWorld, type World } from './world.ts'

const create = 'POST /core/api/v1/integration/deposit-order/'
const isLookUp = (line: string): boolean => line.endsWith('/status-by-external-transaction-id')
const broken = (world: World, effect: string, times = 1) =>
  world.lever('/faults', { on: 'deposit.create', effect, times })
const cardOf = (view: CheckoutView): string | null =>
  view.action?.type === 'transfer' ? view.action.card : null

test('a connection that breaks after the order was made is resolved by a look-up before anything else goes out', async () => {
  const world = createWorld()
  await broken(world, 'drop-after')
  const response = await world.post('/checkouts', { order: '1042', method: 'transfer' })
  expect(response.status).toBe(202)
  const preparing = await response.json()
  expect(preparing).toMatchObject({ status: 'preparing', action: null, retry: false })

  await world.settle()
  const [made] = world.sandbox.orders()
  expect(world.asked[0]).toBe(create)
  expect(world.asked[1]).toBe(
    `GET /core/api/v1/integration/deposit-order/${made?.externalTransactionId}/status-by-external-transaction-id`,
  )
})

test('the found order stays watched, and the payer gets the instructions of a new attempt, never of two', async () => {
  const world = createWorld()
  await broken(world, 'drop-after')
  const { id } = await world.pay('1042', 'transfer')
  await world.settle()

  const [lost, shown] = world.sandbox.orders()
  const view = await world.view(id)
  expect(view).toMatchObject({ status: 'pending', attempt: 2 })
  expect(cardOf(view)).toBe(shown?.paymentDetails?.card)
  expect(world.asked.filter((line) => line === create)).toHaveLength(2)

  await world.lever(`/orders/${lost?.externalId}`, { do: 'pay' })
  await world.pass(5)
  expect(await world.view(id)).toMatchObject({ status: 'succeeded', action: null })
})

test('an order that never reached the service goes out again: same bytes, same id, only after two look-ups that count', async () => {
  const world = createWorld()
  await broken(world, 'drop-before')
  const { id } = await world.pay('1042', 'transfer')
  await world.settle()
  expect(world.asked.filter((line) => line === create)).toHaveLength(1)

  await world.pass(10)
  expect(await world.view(id)).toMatchObject({ status: 'pending', attempt: 1 })
  const between = world.asked.slice(1, world.asked.lastIndexOf(create))
  expect(between.length).toBeGreaterThanOrEqual(2)
  expect(between.every(isLookUp)).toBe(true)
  expect(world.sandbox.orders()).toHaveLength(1)
})

test('silence is no answer: while the service cannot be asked, nothing new goes out', async () => {
  const world = createWorld()
  await broken(world, 'drop-before')
  await world.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
  const { id } = await world.pay('1042', 'transfer')
  await world.pass(600, 10)
  expect(world.asked.filter((line) => line === create)).toHaveLength(1)
  expect(await world.view(id)).toMatchObject({ status: 'preparing', retry: false })
})

test('an unknown create never becomes failed: when patience ends a human is called, once', async () => {
  const world = createWorld({ paypane: { checkoutTtlSeconds: 7 * 24 * 3600 } })
  await broken(world, 'drop-before')
  await world.lever('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
  const { id } = await world.pay('1042', 'transfer')
  await world.pass(2 * 3600, 60)
  expect(world.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.needs_review', 'unresolved'],
  ])
  expect(await world.view(id)).toMatchObject({ status: 'preparing', final: false })
})

test('a look-up that lags behind the create does not make a second order', async () => {
  const world = createWorld()
  await broken(world, 'drop-after')
  await world.lever('/faults', { on: 'deposit.status', effect: 'lag-status', times: 8 })
  const { id } = await world.pay('1042', 'transfer')
  await world.pass(60)
  const ids = world.sandbox.orders().map(({ externalTransactionId }) => externalTransactionId)
  expect(new Set(ids).size).toBe(ids.length)
  expect((await world.view(id)).status).toBe('pending')
  expect(world.sandbox.orders()).toHaveLength(2)
})

test('a server that stops between writing ahead and the answer resolves the attempt after its restart', async () => {
  const world = createWorld()
  await broken(world, 'drop-after')
  const { id } = await world.pay('1042', 'transfer')
  world.restart()
  await world.pass(5)
  expect(await world.view(id)).toMatchObject({ status: 'pending', attempt: 2 })
})

test('what is unknown when the checkout ends is dropped once no order is found, and never sent again', async () => {
  const world = createWorld({ paypane: { checkoutTtlSeconds: 1 } })
  await broken(world, 'drop-before')
  const { id } = await world.pay('1042', 'transfer')
  await world.pass(120, 2)
  expect(world.asked.filter((line) => line === create)).toHaveLength(1)
  expect(await world.view(id)).toMatchObject({ status: 'expired', final: true, retry: false })
})

test('a client that breaks by itself leaves the create unknown; looked up and not found, the same bytes go out', async () => {
  const world = createWorld()
  const { service } = world
  let broken = true
  world.restart({
    service: {
      ...service,
      async createDeposit(...args) {
        if (!broken) return await service.createDeposit(...args)
        broken = false
        throw new Error('no such method')
      },
    },
  })
  await world.pay('1042', 'transfer')
  expect(world.asked).toEqual([])
  await world.pass(10)
  expect(world.sandbox.orders()).toHaveLength(1)
  expect(world.events).toEqual([])
})
