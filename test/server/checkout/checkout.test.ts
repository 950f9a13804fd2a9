import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { createHarness, type Harness, typesOf } from '../harness.ts'

const paySandboxOrder = async (harness: Harness, index = 0): Promise<void> => {
  await harness.controlOrder(index, { do: 'pay' })
  await harness.drain()
}

test('an order for which plain JavaScript returns undefined does not exist', async () => {
  const order: PaypaneOptions['order'] = (reference) => JSON.parse('{"1042":null}')[reference]
  const shop = createHarness({ paypane: { order } })
  const answers = await Promise.all(['1042', '1043'].map((order) => shop.post('/checkouts', { order })))
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})

test('a form checkout redirects the payer and succeeds once it is paid', async () => {
  const harness = createHarness()
  const view = await harness.createCheckout('1042', 'form')
  expect(view).toMatchObject({ status: 'pending', method: 'form', retry: false })
  expect(view.action).toEqual({ type: 'redirect', url: harness.sandbox.orders()[0]?.formUrl })
  await paySandboxOrder(harness)
  expect(await harness.getCheckout(view.id)).toMatchObject({ status: 'succeeded', final: true })
})

test('after a failed form another attempt may start at once', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'form')
  await harness.controlOrder(0, {
    do: 'fail',
    reason: '3.0.4.54',
  })
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({
    status: 'failed',
    retry: true,
    reason: { key: 'cancel', group: 'user' },
  })
  const again = await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  expect(await again.json()).toMatchObject({ status: 'pending', attempts: 2, method: 'transfer' })
})

test('a retry whose count is not the number of attempts starts nothing', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'form')
  const response = await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect(await response.json()).toMatchObject({ attempts: 1, method: 'form' })
  const busy = await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  expect(busy.status).toBe(409)
  expect(harness.sandbox.orders()).toHaveLength(1)
})

const refuseTransfers = (harness: Harness): Promise<unknown> =>
  harness.control('/faults', { on: 'deposit.create', effect: 'status:423', times: 1 })

test('after a refusal and its lookup the next method is offered', async () => {
  const harness = createHarness()
  await refuseTransfers(harness)
  const view = await harness.createCheckout('1042', 'transfer')
  expect(view).toMatchObject({
    status: 'failed',
    retry: true,
    reason: { group: 'business', key: 'no-route' },
  })
  expect(view.methods).toEqual(['form'])
  expect(harness.serviceRequests.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET'])
})

test('after a refusal the next method starts automatically if configured', async () => {
  const harness = createHarness({ paypane: { cascade: 'auto' } })
  await refuseTransfers(harness)
  expect(await harness.createCheckout('1042', 'transfer')).toMatchObject({
    status: 'pending',
    method: 'form',
    attempts: 2,
  })
  expect(harness.serviceRequests.map((line) => line.split(' ')[0])).toEqual(['POST', 'GET', 'POST'])
})

test('after a refusal whose lookup fails, no attempt follows', async () => {
  const harness = createHarness({ paypane: { cascade: 'auto' } })
  await refuseTransfers(harness)
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 2 })
  expect(await harness.createCheckout('1042', 'transfer')).toMatchObject({
    status: 'failed',
    retry: false,
    attempts: 1,
  })
  await harness.advance(20)
  expect(harness.serviceRequests.filter((line) => line.startsWith('POST'))).toHaveLength(2)
})

test('a paid card is saved for a proven customer and pays the next order', async () => {
  const harness = createHarness()
  const terms = { amount: '10.00', currency: 'UAH', customer: 'c-7' }
  harness.orders.set('a', terms).set('b', terms)
  const { id } = await harness.createCheckout('a', 'form')
  await paySandboxOrder(harness)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')

  const choosing = await harness.createCheckout('b')
  expect(choosing.methods).toContain('saved-card')
  const [card] = choosing.savedCards ?? []
  expect(card?.label).toMatch(/^•••• \d{4}$/)

  const paying = await harness.post(`/checkouts/${choosing.id}/attempts`, {
    method: 'saved-card',
    savedCard: card?.id,
    after: 0,
  })
  expect(await paying.json()).toMatchObject({ status: 'pending', method: 'saved-card' })
  await paySandboxOrder(harness, 1)
  expect((await harness.getCheckout(choosing.id)).status).toBe('succeeded')

  const deleted = await harness.delete(`/cards/${card?.id}`, {
    'checkout-secret': choosing.clientSecret ?? '',
  })
  expect(deleted.status).toBe(204)
  harness.orders.set('c', terms)
  const later = await harness.createCheckout('c')
  expect(later.savedCards).toEqual([])
  expect(later.methods).not.toContain('saved-card')
})

test('a saved card pays an order whose list of methods does not name it', async () => {
  const harness = createHarness()
  const terms = { amount: '10.00', currency: 'UAH', customer: 'c-7' }
  harness.orders.set('a', terms).set('b', { ...terms, methods: ['form'] })
  await harness.createCheckout('a', 'form')
  await paySandboxOrder(harness)
  const { id, methods, savedCards } = await harness.createCheckout('b')
  expect(methods).toEqual(['saved-card', 'form'])
  const paying = await harness.post(`/checkouts/${id}/attempts`, {
    method: 'saved-card',
    savedCard: savedCards?.[0]?.id,
    after: 0,
  })
  expect(await paying.json()).toMatchObject({ status: 'pending', method: 'saved-card' })
})

test('a deleted card is not saved again by later lookups of its order', async () => {
  const harness = createHarness()
  harness.orders.set('a', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const { id, clientSecret } = await harness.createCheckout('a', 'form')
  await paySandboxOrder(harness)
  const [card] = (await harness.getCheckout(id)).savedCards ?? []
  await harness.delete(`/cards/${card?.id}`, { 'checkout-secret': clientSecret ?? '' })
  const requestCount = harness.serviceRequests.length
  await harness.advance(700, 10)
  expect(harness.serviceRequests.length).toBeGreaterThan(requestCount)
  expect((await harness.getCheckout(id)).savedCards).toEqual([])
})

test('a removed card is not saved by a payment under way, only by one that starts later', async () => {
  const harness = createHarness()
  const { service } = harness
  const params = { cardToken: null, cardStorageToken: 'the same', cardNumber: null, cardHolder: null }
  harness.restart({
    service: {
      ...service,
      async depositStatus(pipeline, id) {
        const found = await service.depositStatus(pipeline, id)
        return found.outcome === 'found' && found.order.status === 'Success'
          ? { ...found, order: { ...found.order, externalParams: params } }
          : found
      },
    },
  })
  for (const order of ['a', 'b', 'c', 'd'])
    harness.orders.set(order, { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const cardsAfterPaying = async (id: string, n: number) => {
    await paySandboxOrder(harness, n)
    return (await harness.getCheckout(id)).savedCards
  }

  const first = await harness.createCheckout('a', 'form')
  const underWay = await harness.createCheckout('b', 'form')
  const [card] = (await cardsAfterPaying(first.id, 0)) ?? []
  const saved = await harness.createCheckout('c')
  const start = { method: 'saved-card', savedCard: card?.id, after: 0 }
  expect((await harness.post(`/checkouts/${saved.id}/attempts`, start)).status).toBe(200)
  await harness.delete(`/cards/${card?.id}`, { 'checkout-secret': first.clientSecret ?? '' })

  expect(await cardsAfterPaying(underWay.id, 1)).toEqual([])
  expect(await cardsAfterPaying(saved.id, 2)).toEqual([])
  await harness.advance(1)
  const later = await harness.createCheckout('d', 'form')
  expect(await cardsAfterPaying(later.id, 3)).toHaveLength(1)
})

test('a card reported for another order is not saved', async () => {
  const harness = createHarness()
  harness.orders.set('a', { amount: '10.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await harness.createCheckout('a', 'form')
  const params = { cardToken: null, cardStorageToken: 'a token', cardNumber: null, cardHolder: null }
  const order = { externalId: 'another', status: 'Success', amount: '10.00', currency: 'UAH', history: [] }
  harness.restart({
    service: {
      ...createPaymentsClient({ baseUrl: 'http://service.test' }),
      depositStatus: async () => ({ outcome: 'found', order: { ...order, externalParams: params } }),
    },
  })
  await harness.advance(30)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', savedCards: [] })
})

test('two successful attempts emit an overpaid event', async () => {
  const harness = createHarness()
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
  await harness.createCheckout('1042', 'transfer')
  await harness.drain()
  await paySandboxOrder(harness, 1)
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(30, 5)
  expect(harness.events.map(({ type, attempt }) => [type, attempt])).toEqual([
    ['checkout.succeeded', 2],
    ['checkout.overpaid', 1],
    ['checkout.needs_review', 1],
  ])
})

test('expiry wipes the payment details, and a late payment still succeeds', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 60 } })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(61, 5)
  expect(await harness.getCheckout(id)).toMatchObject({
    status: 'expired',
    final: false,
    action: null,
    retry: false,
  })
  await paySandboxOrder(harness)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', final: true })
  expect(typesOf(harness)).toEqual(['checkout.expired', 'checkout.succeeded'])
})

test('after the watch window lookups end and the view is final', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 60, correctionWatchHours: 1 } })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(4300, 60)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'expired', final: true, pollAfter: null })
  const requestCount = harness.serviceRequests.length
  await harness.advance(3600, 60)
  expect(harness.serviceRequests).toHaveLength(requestCount)
})

test('fifty concurrent first requests start one attempt', async () => {
  const harness = createHarness()
  const views = await Promise.all(
    Array.from({ length: 50 }, () => harness.createCheckout('1042', 'transfer')),
  )
  expect(new Set(views.map(({ id }) => id)).size).toBe(1)
  expect(harness.sandbox.orders()).toHaveLength(1)
})

test('twenty concurrent retries start one attempt', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'form')
  await harness.controlOrder(0, { do: 'fail' })
  await harness.drain()
  const retry = () => harness.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  await Promise.all(Array.from({ length: 20 }, retry))
  expect(await harness.getCheckout(id)).toMatchObject({ attempts: 2, status: 'pending' })
  expect(harness.sandbox.orders()).toHaveLength(2)
})

test('transfers are rounded half up to two decimals, forms keep their amount', async () => {
  const harness = createHarness()
  harness.orders.set('7', { amount: '10.005', currency: 'UAH' })
  harness.orders.set('8', { amount: '10.005', currency: 'UAH' })
  expect(await harness.createCheckout('7', 'transfer')).toMatchObject({ amount: { value: '10.01' } })
  expect(await harness.createCheckout('8', 'form')).toMatchObject({ amount: { value: '10.005' } })
  expect(harness.sandbox.orders().map(({ amount }) => amount)).toEqual(['10.01', '10.005'])
})

test.each(['before', 'after'] as const)(
  'an expired checkout without attempts can be opened again, %s its expiry was stored',
  async (when) => {
    const harness = createHarness({ paypane: { checkoutTtlSeconds: 60 } })
    const { id } = await harness.createCheckout('1042')
    if (when === 'after') await harness.advance(61, 1)
    else harness.clock.advance(61_000)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'expired', retry: true, final: false })
    const again = await harness.createCheckout('1042')
    expect(again).toMatchObject({ id, status: 'choosing' })
    expect(Date.parse(again.expiresAt ?? '')).toBe(harness.clock.now() + 60_000)
  },
)

test('an expired checkout without attempts can be paid from the page that shows it', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 60 } })
  const { id } = await harness.createCheckout('1042')
  await harness.advance(61, 1)
  const response = await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  expect(await response.json()).toMatchObject({ status: 'pending', attempts: 1 })
})

test('another amount is accepted until the first attempt starts', async () => {
  const harness = createHarness()
  const first = await harness.createCheckout('1042')
  harness.orders.set('1042', { amount: '99.00', currency: 'UAH' })
  const second = await harness.createCheckout('1042')
  expect(second.amount).toEqual({ value: '99.00', currency: 'UAH' })
  expect(second.id).toBe(first.id)
  await harness.createCheckout('1042', 'transfer')
  harness.orders.set('1042', { amount: '98.00', currency: 'UAH' })
  const response = await harness.post('/checkouts', { order: '1042' })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'amount_changed' })
})

describe('a checkout whose every attempt is confirmed absent, once its time is over', () => {
  const refuse = async (harness: Harness, times = 1): Promise<CheckoutView> => {
    await harness.control('/faults', { on: 'deposit.create', effect: 'status:400', times })
    const view = await harness.createCheckout('1042', 'transfer')
    await harness.advance(1900, 60)
    return view
  }

  test('is not final, and the payer may retry', async () => {
    const harness = createHarness()
    const { id } = await refuse(harness)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'failed', final: false, retry: true })
  })

  test.each(['opened again', 'retried'])('is renewed when it is %s; its attempts stay', async (how) => {
    const harness = createHarness()
    const { id } = await refuse(harness)
    if (how === 'opened again')
      expect(await harness.createCheckout('1042')).toMatchObject({ id, attempts: 1, retry: true })
    const response = await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
    expect(await response.json()).toMatchObject({ id, status: 'pending', attempts: 2 })
    await harness.controlOrder(0, { do: 'pay' })
    await harness.advance(5)
    expect((await harness.getCheckout(id)).status).toBe('succeeded')
    expect(typesOf(harness)).toEqual(['checkout.failed', 'checkout.succeeded'])
  })

  test('is renewed where the create was never sent successfully', async () => {
    const harness = createHarness({ paypane: { checkoutTtlSeconds: 60 } })
    await harness.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
    await harness.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 5 })
    const { id } = await harness.createCheckout('1042', 'transfer')
    await harness.advance(1200, 20)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'failed', final: false, retry: true })
    expect(await harness.createCheckout('1042')).toMatchObject({ id, attempts: 1, retry: true, final: false })
  })

  test('counts its attempts on: at the limit it is final', async () => {
    const harness = createHarness({ paypane: { maxAttempts: 1 } })
    const { id } = await refuse(harness)
    expect(await harness.createCheckout('1042')).toMatchObject({
      id,
      final: true,
      retry: false,
      reason: { key: 'attempts-limit' },
    })
  })

  test('is not renewed where one attempt may be paid', async () => {
    const harness = createHarness()
    const { id } = await harness.createCheckout('1042', 'transfer')
    await harness.advance(1900, 60)
    expect(await harness.createCheckout('1042')).toMatchObject({ id, status: 'expired', retry: false })
  })
})

test('terms with a number that has lost digits start no attempt, and the log names the field', async () => {
  const harness = createHarness()
  const additionalFields = [{ key: 'payeerIdentifier', value: Number('6212345678901234567') }]
  harness.orders.set('1042', { amount: '1.00', currency: 'UAH', additionalFields })
  expect((await harness.post('/checkouts', { order: '1042', method: 'transfer' })).status).toBe(500)
  expect(harness.serviceRequests).toEqual([])
  expect(JSON.stringify(harness.logs)).toMatch(/payeerIdentifier/)
  expect(JSON.stringify(harness.logs)).not.toContain('6212345')
})
