import { expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import { hostedPages } from '../../../src/server/html/hosted-pages.ts'
import { memoryStore } from '../../../src/server/index.ts'
import { codeOf, createHarness, viewOf } from '../harness.ts'
import { createTokenShop } from './shop.ts'

const minutesLeft = ({ expiresAt, now }: CheckoutView): number =>
  (Date.parse(expiresAt ?? '') - Date.parse(now)) / 60_000

test('a payer gets ten minutes more, as often as the merchant allows, and again for another attempt', async () => {
  const shop = createHarness({ paypane: { maxExtensions: 2 } })
  const { id } = await shop.createCheckout('1042', 'transfer')
  const extend = (): Promise<Response> => shop.post(`/checkouts/${id}/extend`, undefined)
  await shop.advance(29 * 60, 1)

  const extended = await extend()
  expect(extended.status).toBe(200)
  const view = await viewOf(extended)
  expect(view).toMatchObject({ status: 'pending', canExtend: true, action: { type: 'transfer' } })
  expect(minutesLeft(view)).toBe(11)
  expect((await viewOf(await extend())).canExtend).toBe(false)
  const refused = await extend()
  expect([refused.status, await codeOf(refused)]).toEqual([409, 'not_extendable'])

  await shop.advance(20 * 60, 1)
  const replaced = await viewOf(
    await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true }),
  )
  expect(replaced).toMatchObject({ status: 'pending', canExtend: true })
  expect(minutesLeft(replaced)).toBe(30)
})

test('the details of an extended checkout are shown until its new end, and no longer', async () => {
  const shop = createHarness({ paypane: { checkoutTtlSeconds: 300 } })
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.advance(299, 1)
  expect(minutesLeft(await viewOf(await shop.post(`/checkouts/${id}/extend`, undefined)))).toBeCloseTo(
    5 + 1 / 60,
  )
  await shop.advance(300, 1)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'pending', action: { type: 'transfer' } })
  await shop.advance(1, 1)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'expired', action: null, canExtend: false })
  expect((await shop.post(`/checkouts/${id}/extend`, undefined)).status).toBe(409)
  expect(shop.events.filter(({ type }) => type === 'checkout.expired')).toHaveLength(1)
})

test('what another process, whose clock is ahead, has expired gets no more time', async () => {
  const shop = createHarness({ paypane: { checkoutTtlSeconds: 300 } })
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.advance(299, 1)
  shop.restart({ clock: { ...shop.clock, now: () => shop.clock.now() + 2000 } })
  await shop.drain()
  shop.restart()
  expect((await shop.post(`/checkouts/${id}/extend`, undefined)).status).toBe(409)
})

test('while choosing there can be more time; once it is paid, failed or not permitted there is none', async () => {
  const shop = createHarness({})
  const { id } = await shop.createCheckout('1042')
  expect((await viewOf(await shop.post(`/checkouts/${id}/extend`, undefined))).status).toBe('choosing')
  await shop.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 0 })
  await shop.controlOrder(0, { do: 'pay' })
  await shop.advance(30, 5)
  expect(await shop.getCheckout(id)).toMatchObject({ status: 'succeeded', canExtend: false })
  expect((await shop.post(`/checkouts/${id}/extend`, undefined)).status).toBe(409)

  const never = createHarness({ paypane: { maxExtensions: 0 } })
  const other = await never.createCheckout('1042', 'transfer')
  expect(other.canExtend).toBe(false)
  expect((await never.post(`/checkouts/${other.id}/extend`, undefined)).status).toBe(409)
})

test('a payer who comes back after the time to choose may ask for more time again', async () => {
  const shop = createHarness({ paypane: { maxExtensions: 1, checkoutTtlSeconds: 60 } })
  const { id } = await shop.createCheckout('1042')
  await shop.post(`/checkouts/${id}/extend`, {})
  expect(await shop.createCheckout('1042')).toMatchObject({ status: 'choosing', canExtend: false })
  await shop.advance(180, 30)
  expect(await shop.createCheckout('1042')).toMatchObject({ status: 'choosing', canExtend: true })
})

test('without a script a form of the hosted page asks for more time', async () => {
  const shop = createHarness({ paypane: { pages: hostedPages({ name: 'Shop' }) } })
  const { id, expiresAt } = await shop.createCheckout('1042', 'transfer')
  const response = await shop.post('/o/1042', 'act=extend&after=1', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/pay/o/1042'])
  expect(Date.parse((await shop.getCheckout(id)).expiresAt ?? '')).toBe(
    Date.parse(expiresAt ?? '') + 10 * 60_000,
  )
})

test('each order has a limit of its own on how often it is extended in a minute', async () => {
  const shop = createHarness({ paypane: { maxExtensions: 9, rateLimits: { order: 1 } } })
  shop.orders.set('1043', { amount: '10.00', currency: 'UAH' })
  for (const order of ['1042', '1043']) {
    const { id } = await shop.createCheckout(order, 'transfer')
    expect((await shop.post(`/checkouts/${id}/extend`, undefined)).status).toBe(200)
    expect((await shop.post(`/checkouts/${id}/extend`, undefined)).status).toBe(429)
  }
})

test('once its order token has expired, a checkout gets no more time', async () => {
  const shop = createTokenShop({ checkoutTtlSeconds: 86_400 })
  const { id, expiresAt } = await shop.open('1042', {}, { method: 'transfer' })
  shop.clock.advance(3_600_000)
  const refused = await shop.post(`/checkouts/${id}/extend`, undefined)
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'order_expired'])
  expect((await shop.getCheckout(id)).expiresAt).toBe(expiresAt)
})

test('money that arrives while more time is requested is kept', async () => {
  const store = memoryStore()
  const shop = createHarness({
    store: {
      ...store,
      async reserve(key, use) {
        if (shop.sandbox.orders().length > 0) {
          await shop.controlOrder(0, { do: 'pay' })
          await shop.paypane.reconcile()
        }
        return await store.reserve(key, use)
      },
    },
  })
  const { id } = await shop.createCheckout('1042', 'transfer')
  await shop.post(`/checkouts/${id}/extend`, undefined)
  expect((await shop.getCheckout(id)).status).toBe('succeeded')
})
