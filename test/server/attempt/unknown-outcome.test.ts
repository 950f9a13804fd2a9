import { expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import { memoryStore } from '../../../src/server/index.ts'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness, type Harness } from '../harness.ts'

const create = 'POST /core/api/v1/integration/deposit-order/'
const isLookup = (line: string): boolean => line.endsWith('/status-by-external-transaction-id')
const failCreates = (harness: Harness, effect: string, times = 1) =>
  harness.control('/faults', { on: 'deposit.create', effect, times })
const cardOf = (view: CheckoutView): string | null =>
  view.action?.type === 'transfer' ? view.action.card : null

test('a connection that breaks after the order was placed is resolved by a lookup', async () => {
  const harness = createHarness()
  await failCreates(harness, 'drop-after')
  const response = await harness.post('/checkouts', { order: '1042', method: 'transfer' })
  expect(response.status).toBe(202)
  const preparing = await response.json()
  expect(preparing).toMatchObject({ status: 'preparing', action: null, retry: false })

  await harness.drain()
  const [order] = harness.sandbox.orders()
  expect(harness.serviceRequests[0]).toBe(create)
  expect(harness.serviceRequests[1]).toBe(
    `GET /core/api/v1/integration/deposit-order/${order?.externalTransactionId}/status-by-external-transaction-id`,
  )
})

test('a found order stays watched while the payer gets the payment details of a new attempt', async () => {
  const harness = createHarness()
  await failCreates(harness, 'drop-after')
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()

  const [lost, shown] = harness.sandbox.orders()
  const view = await harness.getCheckout(id)
  expect(view).toMatchObject({ status: 'pending', attempts: 2 })
  expect(cardOf(view)).toBe(shown?.paymentDetails?.card)
  expect(harness.serviceRequests.filter((line) => line === create)).toHaveLength(2)

  await harness.control(`/orders/${lost?.externalId}`, { do: 'pay' })
  await harness.advance(5)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', action: null })
})

test('a create that never arrived is sent again with the same id after two lookups', async () => {
  const harness = createHarness()
  await failCreates(harness, 'drop-before')
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  expect(harness.serviceRequests.filter((line) => line === create)).toHaveLength(1)

  await harness.advance(10)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 1 })
  const between = harness.serviceRequests.slice(1, harness.serviceRequests.lastIndexOf(create))
  expect(between.length).toBeGreaterThanOrEqual(2)
  expect(between.every(isLookup)).toBe(true)
  expect(harness.sandbox.orders()).toHaveLength(1)
})

test('a lookup counts from its request, which may have been answered before the create arrived', async () => {
  const harness = createHarness({ paypane: { createGraceMs: 10_000 } })
  const { service, clock, store } = harness
  harness.restart({
    service: {
      ...service,
      async depositStatus(...request) {
        const result = await service.depositStatus(...request)
        clock.advance(30_000)
        return result
      },
    },
  })
  await failCreates(harness, 'drop-before')
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.paypane.reconcile()
  expect(harness.serviceRequests.filter(isLookup).length).toBeGreaterThan(0)
  expect(await store.entry(id)).toMatchObject({ attempts: [{ state: 'unknown', notFoundCount: 0 }] })
})

test('a create that lookups never find is sent again ever more rarely', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 7 * 24 * 3600, reviewAfterMinutes: 999 } })
  await failCreates(harness, 'drop-before', 1000)
  await harness.createCheckout('1042', 'transfer')
  const createCount = () => harness.serviceRequests.filter((line) => line === create).length
  await harness.advance(120)
  expect(createCount()).toBeLessThanOrEqual(7)
  await harness.advance(3600, 5)
  expect(createCount()).toBeLessThanOrEqual(7 + 14)
  expect(harness.sandbox.orders()).toEqual([])
})

test('while lookups fail, no other create is sent', async () => {
  const harness = createHarness()
  await failCreates(harness, 'drop-before')
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(600, 10)
  expect(harness.serviceRequests.filter((line) => line === create)).toHaveLength(1)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'preparing', retry: false })
})

test('an unknown outcome never becomes failed: it becomes needs_review, once', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 7 * 24 * 3600 } })
  await failCreates(harness, 'drop-before')
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1000 })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(2 * 3600, 60)
  expect(harness.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.needs_review', 'unresolved'],
  ])
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'preparing', final: false })
})

test('lookups that lag behind the create do not cause a second order', async () => {
  const harness = createHarness()
  await failCreates(harness, 'drop-after')
  await harness.control('/faults', { on: 'deposit.status', effect: 'lag-status', times: 8 })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(60)
  const ids = harness.sandbox.orders().map(({ externalTransactionId }) => externalTransactionId)
  expect(new Set(ids).size).toBe(ids.length)
  expect((await harness.getCheckout(id)).status).toBe('pending')
  expect(harness.sandbox.orders()).toHaveLength(2)
})

test('an attempt sent before a crash is resolved after the restart', async () => {
  const harness = createHarness()
  await failCreates(harness, 'drop-after')
  const { id } = await harness.createCheckout('1042', 'transfer')
  harness.restart()
  await harness.advance(5)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 2 })
})

test('an unknown attempt of an expired checkout is discarded, never sent again', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 1 } })
  await failCreates(harness, 'drop-before')
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(120, 2)
  expect(harness.serviceRequests.filter((line) => line === create)).toHaveLength(1)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'failed', final: false, retry: true })
})

test('an attempt that a callback contradicts while it is discarded is looked up again', async () => {
  const store = memoryStore()
  let arrives = true
  const harness: Harness = createHarness({
    paypane: { checkoutTtlSeconds: 1 },
    store: {
      ...store,
      async save(entry, write) {
        const [attempt] = entry.attempts
        const externalId = harness.sandbox.orders()[0]?.externalId ?? ''
        if (arrives && attempt?.state === 'not_created') {
          arrives = false
          const path = `/callbacks/p2p/${attempt.externalTransactionId}`
          await sendCallback(harness, { externalId, status: 'Success', amount: '1250.00', path })
        }
        return await store.save(entry, write)
      },
    },
  })
  harness.callbacksLost = true
  await failCreates(harness, 'drop-after')
  await harness.control('/faults', { on: 'deposit.status', effect: 'lag-status', times: 2 })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(120, 2)
  expect(arrives).toBe(false)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test('a client that throws leaves the outcome unknown, and the create is sent again', async () => {
  const harness = createHarness()
  const { service } = harness
  let broken = true
  harness.restart({
    service: {
      ...service,
      async createDeposit(...args) {
        if (!broken) return await service.createDeposit(...args)
        broken = false
        throw new Error('no such method')
      },
    },
  })
  await harness.createCheckout('1042', 'transfer')
  expect(harness.serviceRequests).toEqual([])
  await harness.advance(10)
  expect(harness.sandbox.orders()).toHaveLength(1)
  expect(harness.events).toEqual([])
})

test.each(['NO_SUCH_ORDER', 'VALIDATION_ERROR'])(
  'a lookup that answers 404 with the label %s finds nothing: the payer can pay',
  async (notFoundLabel) => {
    const harness = createHarness()
    await harness.control('/config', { notFoundLabel })
    await failCreates(harness, 'drop-before')
    const { id } = await harness.createCheckout('1042', 'transfer')
    await harness.drain()
    expect((await harness.getCheckout(id)).status).toBe('preparing')
    await harness.advance(10)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', attempts: 1 })
    expect(harness.sandbox.orders()).toHaveLength(1)
  },
)

test('what a lookup finds is as old as its request', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  const { service } = harness
  const requestedAt: number[] = []
  harness.restart({
    service: {
      ...service,
      async depositStatus(...request) {
        requestedAt.push(harness.clock.now())
        harness.clock.advance(500)
        return await service.depositStatus(...request)
      },
    },
  })
  await harness.advance(10, 1)
  expect((await harness.store.entry(id))?.attempts[0]?.foundAt).toBe(requestedAt.at(-1))
})

test('a lookup that a later one has overtaken changes nothing', async () => {
  const harness = createHarness()
  harness.callbacksLost = true
  const { id } = await harness.createCheckout('1042', 'transfer')
  const { service } = harness
  const [read, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  harness.restart({
    service: {
      ...service,
      async depositStatus(...request) {
        count += 1
        const isFirst = count === 1
        const result = await service.depositStatus(...request)
        if (!isFirst || result.outcome !== 'found') return result
        read.resolve()
        await resumed.promise
        return { ...result, order: { ...result.order, amount: '1300.00' } }
      },
    },
  })
  await harness.controlOrder(0, { do: 'pay' })
  const replacing = harness.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
  await read.promise
  await harness.advance(5)
  resumed.resolve()
  expect(await (await replacing).json()).toMatchObject({ status: 'succeeded', paid: { value: '1250.00' } })
  await harness.drain()
  expect(harness.events.map(({ type, paid }) => [type, paid?.value])).toEqual([
    ['checkout.succeeded', '1250.00'],
  ])
})
