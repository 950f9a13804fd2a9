import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/index.ts'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import type { PaymentsClient } from '../../../src/service/client.ts'
import { codeOf, createHarness, type Harness, viewOf } from '../harness.ts'
import { createTokenShop } from './shop.ts'

interface Shop extends Harness {
  id: string
  start(method: string, after: number, replace?: true): Promise<Response>
  report(n: number, sent: boolean): Promise<Response>
  view(): Promise<CheckoutView>
  /** Uses a control on the order of the attempt. */
  act(attempt: number, action: object): Promise<void>
}

/** A shop with order 1042 open by the given method. */
async function open(method: string, options: Partial<PaypaneOptions> = {}): Promise<Shop> {
  const shop = createHarness({ paypane: { checkoutTtlSeconds: 600, ...options } })
  const { id } = await shop.createCheckout('1042', method)
  return Object.assign(shop, {
    id,
    start: (next: string, after: number, replace?: true) =>
      shop.post(`/checkouts/${id}/attempts`, { method: next, after, ...(replace ? { replace } : {}) }),
    report: (n: number, sent: boolean) => shop.post(`/checkouts/${id}/attempts/${n}/sent`, { sent }),
    view: () => shop.getCheckout(id),
    async act(attempt: number, action: object) {
      await shop.controlOrder(attempt - 1, action)
      await shop.advance(30, 5)
    },
  })
}

describe('another way to pay while one is open', () => {
  test.each([
    ['transfer', 'form'],
    ['form', 'transfer'],
    ['transfer', 'transfer'],
  ])('an open %s is replaced by a %s, its payment details are gone', async (first, second) => {
    const shop = await open(first)
    expect(await shop.view()).toMatchObject({ status: 'pending', canReplace: true, retry: false })
    expect(await codeOf(await shop.start(second, 1))).toBe('not_retryable')

    const switched = await viewOf(await shop.start(second, 1, true))
    expect(switched).toMatchObject({ status: 'pending', attempts: 2, method: second })
    expect(switched.action).not.toBeNull()
    const [replaced] = (await shop.store.entry(shop.id))?.attempts ?? []
    expect(replaced).toMatchObject({ state: 'placed', paymentDetails: null, replacedAt: expect.any(Number) })
  })

  test('the other one is paid, then a part of the replaced one: that is an overpayment, not a short payment', async () => {
    const shop = await open('transfer')
    await shop.start('form', 1, true)
    await shop.act(2, { do: 'pay' })
    await shop.act(1, { do: 'amount', amount: '1.00' })
    await shop.act(1, { do: 'pay' })
    const { value } = (await shop.view()).amount
    expect(await shop.view()).toMatchObject({ status: 'succeeded', final: true, paid: { value } })
    expect(shop.events.map(({ type, attempt }) => [type, attempt])).toEqual([
      ['checkout.succeeded', 2],
      ['checkout.amount_changed', 1],
      ['checkout.overpaid', 1],
      ['checkout.needs_review', 1],
    ])
  })

  test('a process looks up itself what one with a clock ahead of its own has looked up before', async () => {
    const shop = await open('transfer')
    shop.callbacksLost = true
    await shop.advance(30, 5)
    await shop.controlOrder(0, { do: 'pay' })
    shop.restart({ clock: { ...shop.clock, now: () => shop.clock.now() - 20_000 } })
    expect(await viewOf(await shop.start('form', 1, true))).toMatchObject({
      status: 'succeeded',
      attempts: 1,
    })
  })

  test('late money of the replaced attempt counts; a second success is an overpayment', async () => {
    const shop = await open('transfer')
    await shop.start('form', 1, true)
    await shop.act(1, { do: 'pay' })
    expect((await shop.view()).status).toBe('succeeded')
    await shop.act(2, { do: 'pay' })
    expect(shop.events.map(({ type, attempt }) => [type, attempt])).toEqual([
      ['checkout.succeeded', 1],
      ['checkout.overpaid', 2],
      ['checkout.needs_review', 2],
    ])
  })

  test('the replaced attempt stays watched: lookups alone find its money', async () => {
    const shop = await open('transfer')
    await shop.drain()
    shop.callbacksLost = true
    await shop.start('form', 1, true)
    await shop.act(1, { do: 'pay' })
    expect((await shop.view()).status).toBe('succeeded')
  })

  test('a payment that the lookup finds is shown, and nothing else starts', async () => {
    const shop = await open('transfer')
    shop.callbacksLost = true
    await shop.controlOrder(0, { do: 'pay' })
    const view = await viewOf(await shop.start('form', 1, true))
    expect(view).toMatchObject({ status: 'succeeded', attempts: 1 })
    expect(shop.sandbox.orders()).toHaveLength(1)
  })

  test.each([
    ['with a payment: nothing starts', true, { status: 'succeeded', attempts: 1 }],
    ['without a payment: the attempt is replaced', false, { status: 'pending', attempts: 2 }],
  ])('a lookup requested before the press is stored after it, %s', async (_, isPaid, expected) => {
    const shop = await open('transfer')
    const { service } = shop
    shop.callbacksLost = true
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let pass: Promise<unknown> = Promise.resolve()
    let lookups = 0
    const depositStatus: PaymentsClient['depositStatus'] = async (pipeline, id) => {
      const result = await service.depositStatus(pipeline, id)
      lookups += 1
      if (lookups === 1) {
        await released
      } else {
        release()
        await pass
      }
      return result
    }
    shop.restart({ service: { ...service, depositStatus } })

    shop.clock.advance(60_000)
    pass = shop.paypane.reconcile()
    await expect.poll(() => lookups).toBe(1)
    if (isPaid) await shop.controlOrder(0, { do: 'pay' })
    shop.clock.advance(1)
    expect(await viewOf(await shop.start('form', 1, true))).toMatchObject(expected)
    expect(lookups).toBe(3)
  })

  test('at most three times a checkout', async () => {
    const shop = await open('transfer')
    for (const after of [1, 2, 3]) expect((await shop.start('form', after, true)).status).toBe(200)
    expect((await shop.view()).canReplace).toBe(false)
    expect(await codeOf(await shop.start('transfer', 4, true))).toBe('not_replaceable')
  })

  test('of two requests at once one replaces', async () => {
    const shop = await open('transfer')
    const views = await Promise.all([1, 2, 3].map(async () => viewOf(await shop.start('form', 1, true))))
    expect(views.map(({ attempts }) => attempts)).toEqual([2, 2, 2])
    expect(shop.sandbox.orders()).toHaveLength(2)
  })

  test('after the time is over the payer may start again', async () => {
    const shop = await open('transfer')
    await shop.advance(601, 30)
    expect(await shop.view()).toMatchObject({ status: 'expired', canReplace: true, final: false })
    const again = await viewOf(await shop.start('transfer', 1, true))
    expect(again).toMatchObject({ status: 'pending', attempts: 2 })
    expect(again.action).not.toBeNull()
    expect(Date.parse(again.expiresAt ?? '')).toBeGreaterThan(Date.parse(again.now))
  })

  test('a start long after it: what was replaced is watched again, and lookups alone find its money', async () => {
    const shop = await open('transfer')
    await shop.start('transfer', 1, true)
    await shop.advance(71 * 3600, 3600)
    // It can be corrected for three days, when the first one is watched no longer.
    await shop.act(2, { do: 'fail' })
    await shop.advance(20 * 3600, 3600)
    shop.callbacksLost = true
    await shop.createCheckout('1042')
    expect(await viewOf(await shop.start('form', 2, true))).toMatchObject({ status: 'pending', attempts: 3 })
    await shop.act(1, { do: 'pay' })
    expect((await shop.view()).status).toBe('succeeded')
  })
})

describe('nothing is replaced', () => {
  const refused = async (shop: Shop): Promise<void> => {
    expect((await shop.view()).canReplace).toBe(false)
    const { attempts } = await shop.view()
    expect(await codeOf(await shop.start('form', attempts, true))).toBe('not_replaceable')
    expect((await shop.view()).attempts).toBe(attempts)
  }

  test('after the payer has reported sending, until that is taken back', async () => {
    const shop = await open('transfer')
    await shop.report(1, true)
    await refused(shop)
    await shop.report(1, false)
    expect((await shop.view()).canReplace).toBe(true)
    expect((await shop.start('form', 1, true)).status).toBe(200)
  })

  test('once it is final: a failed form whose time is over', async () => {
    const shop = await open('form')
    await shop.act(1, { do: 'fail' })
    await shop.advance(700, 60)
    expect(await shop.view()).toMatchObject({ status: 'failed', final: true })
    await refused(shop)
  })

  test('after a reported transfer has failed and its time is over: it may still be corrected', async () => {
    const shop = await open('transfer')
    await shop.report(1, true)
    await shop.act(1, { do: 'fail' })
    await shop.advance(601, 30)
    await refused(shop)
  })

  test('where the merchant does not allow it', async () => {
    await refused(await open('transfer', { allowReplace: false }))
  })

  test('while a callback waits for confirmation', async () => {
    const shop = await open('transfer')
    await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 100 })
    await shop.controlOrder(0, { do: 'fail' })
    await shop.drain()
    expect(await codeOf(await shop.start('form', 1, true))).toBe('not_replaceable')
  })

  test('while the service does not confirm that the order is open', async () => {
    const shop = await open('transfer')
    await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 1 })
    expect(await codeOf(await shop.start('form', 1, true))).toBe('not_replaceable')
    shop.clock.advance(2000)
    expect((await shop.start('form', 1, true)).status).toBe(200)
  })

  test('while the outcome is unknown', async () => {
    const shop = createHarness()
    await shop.control('/faults', { on: 'deposit.create', effect: 'drop-after', times: 1 })
    await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 100 })
    const { id, canReplace } = await shop.createCheckout('1042', 'transfer')
    expect(canReplace).toBe(false)
    const response = await shop.post(`/checkouts/${id}/attempts`, {
      method: 'form',
      after: 1,
      replace: true,
    })
    expect(await codeOf(response)).toBe('not_replaceable')
  })
})

describe("the payer's report that the money was sent", () => {
  test('is kept, has a time, never changes the outcome, and can be taken back', async () => {
    const shop = await open('transfer')
    expect((await shop.view()).reportedSentAt).toBeNull()
    const reported = await viewOf(await shop.report(1, true))
    expect(reported).toMatchObject({ status: 'pending', reportedSentAt: reported.now })
    await shop.advance(20, 5)
    expect((await viewOf(await shop.report(1, true))).reportedSentAt).toBe(reported.reportedSentAt)
    shop.restart()
    expect(await shop.view()).toMatchObject({ status: 'pending', reportedSentAt: reported.reportedSentAt })
    expect((await viewOf(await shop.report(1, false))).reportedSentAt).toBeNull()
    expect(shop.events).toEqual([])
  })

  test('makes the next lookup due at once', async () => {
    const shop = await open('transfer')
    shop.callbacksLost = true
    await shop.advance(300, 30)
    await shop.controlOrder(0, { do: 'pay' })
    await shop.report(1, true)
    await shop.drain()
    expect((await shop.view()).status).toBe('succeeded')
  })

  test('needs the client secret, an attempt and a valid body, and is limited', async () => {
    const shop = await open('transfer')
    const at = `/checkouts/${shop.id}/attempts`
    expect(await codeOf(await shop.post(`${at}/1/sent`, { sent: true }, { 'checkout-secret': 'x' }))).toBe(
      'checkout_unknown',
    )
    expect(await codeOf(await shop.report(2, true))).toBe('not_found')
    expect(await codeOf(await shop.report(Number.NaN, true))).toBe('not_found')
    expect(await codeOf(await shop.post(`${at}/1/sent`, { sent: 'yes' }))).toBe('malformed')
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => shop.report(1, n % 2 === 0)))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })
})

describe("the payer's report that the money of a transfer was sent", () => {
  const claimsOf = async (shop: Harness, id: string) =>
    (await shop.store.entry(id))?.attempts.flatMap(({ claims }) => claims)

  test('opens a claim where the transfer has failed, also once the order token has expired', async () => {
    const shop = createTokenShop({ checkoutTtlSeconds: 86_400 })
    const { id } = await shop.open('1042', {}, { method: 'transfer' })
    await shop.failNewest()
    shop.clock.advance(3_600_000)
    expect((await shop.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })).status).toBe(200)
    expect(await claimsOf(shop, id)).toHaveLength(1)
  })

  test('opens no claim while the transfer is open, however long it takes', async () => {
    const shop = await open('transfer', { checkoutTtlSeconds: 86_400, claimAfterMinutes: 1 })
    await shop.advance(600, 60)
    expect((await viewOf(await shop.report(1, true))).canClaim).toBe(true)
    expect(await claimsOf(shop, shop.id)).toEqual([])
  })

  test('opens no claim when it is taken back', async () => {
    const shop = await open('transfer')
    await shop.act(1, { do: 'fail' })
    expect((await shop.report(1, false)).status).toBe(200)
    expect(await claimsOf(shop, shop.id)).toEqual([])
  })

  test('is limited for each order on its own', async () => {
    const shop = createHarness({ paypane: { rateLimits: { order: 1 } } })
    shop.orders.set('1043', { amount: '10.00', currency: 'UAH' })
    for (const order of ['1042', '1043']) {
      const { id } = await shop.createCheckout(order, 'transfer')
      const report = () => shop.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })
      expect([(await report()).status, (await report()).status]).toEqual([200, 429])
    }
  })
})

test('the view names the shop, and what it offers after success', async () => {
  const merchant = { name: 'Oak & Co', support: { email: 'help@shop.example' } }
  const next = { text: 'Your order ships tomorrow.', url: 'https://shop.example/orders' }
  const shop = await open('transfer', { merchant, order: () => ({ amount: '10.00', currency: 'UAH', next }) })
  expect(await shop.view()).toMatchObject({ merchant, next })
})
