import { expect, test } from 'vitest'
import { sendCallback } from '../callback/send-callback.ts'
import { createHarness, type Harness, operator, typesOf } from '../harness.ts'

interface Shop extends Harness {
  id: string
  /** The service reports this amount for the transfer. */
  report(amount: string): Promise<void>
  pay(): Promise<void>
  eventTypes(): string[]
}

/** An order of 1250.00, open by a transfer. */
async function open(tolerance?: string): Promise<Shop> {
  const shop = createHarness({
    paypane: {
      order: () => ({
        amount: '1250.00',
        currency: 'UAH',
        ...(tolerance === undefined ? {} : { tolerance }),
      }),
    },
  })
  const { id } = await shop.createCheckout('1042', 'transfer')
  const act = async (action: object): Promise<void> => {
    await shop.controlOrder(0, action)
    await shop.advance(30, 5)
  }
  return Object.assign(shop, {
    id,
    report: (amount: string) => act({ do: 'amount', amount }),
    pay: () => act({ do: 'pay' }),
    eventTypes: () => typesOf(shop),
  })
}

test('success of less than asked is underpaid: both amounts, nothing to do for the payer, a review', async () => {
  const shop = await open()
  await shop.report('1125.00')
  await shop.pay()
  expect(await shop.getCheckout(shop.id)).toMatchObject({
    status: 'pending',
    final: false,
    action: null,
    amount: { value: '1250.00' },
    paid: { value: '1125.00' },
    canReplace: false,
    retry: false,
  })
  expect(shop.eventTypes()).toEqual([
    'checkout.amount_changed',
    'checkout.underpaid',
    'checkout.needs_review',
  ])
})

test.each([
  ['100.00', '1150.00', 'succeeded'],
  ['100.00', '1149.99', 'pending'],
  ['0', '1250.00', 'succeeded'],
  ['0.00', '1249.99', 'pending'],
  [undefined, '1300.00', 'succeeded'],
])('with a tolerance of %s, %s is %s', async (tolerance, paid, status) => {
  const shop = await open(tolerance)
  await shop.report(paid)
  await shop.pay()
  expect((await shop.getCheckout(shop.id)).status).toBe(status)
})

test('a late callback of a larger amount that no lookup confirms pays nothing', async () => {
  const shop = await open()
  shop.callbacksLost = true
  await shop.report('1125.00')
  await shop.pay()
  const externalId = shop.sandbox.orders()[0]?.externalId ?? ''
  await sendCallback(shop, { externalId, status: 'Success', amount: '1300.00' })
  await shop.advance(2 * 3600, 60)
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'pending', paid: { value: '1125.00' } })
  expect(shop.eventTypes()).not.toContain('checkout.succeeded')
  // Callbacks are lost: the first lookup that reports enough counts.
  await shop.report('1300.00')
  await shop.post(
    `/admin/checkouts/${shop.id}/review`,
    { attempt: 1, action: 'recheck', note: 'the payer sent the rest' },
    operator,
  )
  await shop.advance(30, 5)
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'succeeded', paid: { value: '1300.00' } })
})

test('an underpaid order is not paid again, not even after its time', async () => {
  const shop = await open()
  await shop.report('1.00')
  await shop.pay()
  await shop.advance(2000, 100)
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'pending', final: false, action: null })
  const started = await shop.post(`/checkouts/${shop.id}/attempts`, {
    method: 'form',
    after: 1,
    replace: true,
  })
  expect(started.status).toBe(409)
  expect(shop.sandbox.orders()).toHaveLength(1)
})

test('a replaced attempt is underpaid: the other one is not offered any longer', async () => {
  const shop = await open()
  await shop.post(`/checkouts/${shop.id}/attempts`, { method: 'form', after: 1, replace: true })
  expect(await shop.getCheckout(shop.id)).toMatchObject({ attempts: 2, action: { type: 'redirect' } })

  await shop.report('1.00')
  await shop.pay()
  const underpaid = {
    status: 'pending',
    action: null,
    canReplace: false,
    retry: false,
    expiresAt: null,
    pollAfter: 30,
    paid: { value: '1.00' },
  }
  expect(await shop.getCheckout(shop.id)).toMatchObject(underpaid)

  const resolved = await shop.post(
    `/admin/checkouts/${shop.id}/review`,
    { attempt: 1, action: 'acknowledge', note: 'the customer was called' },
    operator,
  )
  expect(resolved.status).toBe(200)
  expect(await shop.getCheckout(shop.id)).toMatchObject(underpaid)
  const again = { method: 'transfer', after: 2, replace: true }
  expect((await shop.post(`/checkouts/${shop.id}/attempts`, again)).status).toBe(409)
  expect(shop.sandbox.orders()).toHaveLength(2)
})

test.each(['-1', '1,00', 'a little', ''])(
  'a tolerance of "%s" is an error of the shop',
  async (tolerance) => {
    const shop = createHarness({
      paypane: { order: () => ({ amount: '1250.00', currency: 'UAH', tolerance }) },
    })
    expect((await shop.post('/checkouts', { order: '1042' })).status).toBe(500)
    expect(JSON.stringify(shop.logs)).toContain('tolerance')
  },
)
