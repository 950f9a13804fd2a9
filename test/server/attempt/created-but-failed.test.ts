import { expect, test } from 'vitest'
import { createHarness, operator, typesOf } from '../harness.ts'

/** The sandbox's scenario: the response is 200 with `Failed`. */
const amount = '1250.03'
const reason = { code: '2.2.4.13', group: 'technical', key: 'server-unavailable' }

test.each(['transfer', 'form'])('a %s that was created but failed has its reason at once', async (method) => {
  const harness = createHarness()
  harness.callbacksLost = true
  harness.orders.set('1042', { amount, currency: 'UAH' })
  const view = await harness.createCheckout('1042', method)
  expect(view).toMatchObject({ status: 'failed', retry: true, action: null, reason })
  await harness.drain()
  expect(harness.events.map(({ type, reason: reported }) => [type, reported])).toEqual([
    ['checkout.failed', reason],
  ])
})

test('a payout that was created but failed has its reason at once', async () => {
  const harness = createHarness()
  harness.callbacksLost = true
  const response = await harness.post(
    '/admin/payouts',
    { reference: 'p-1', amount, currency: 'UAH' },
    operator,
  )
  expect(await response.json()).toMatchObject({ status: 'failed', reason })
  await harness.drain()
  expect(harness.events.map(({ type, reason: reported }) => [type, reported])).toEqual([
    ['payout.failed', reason],
  ])
})

test('while no lookup answers, nothing follows; at the deadline it has failed, and an operator sees it', async () => {
  const harness = createHarness({ paypane: { reviewAfterMinutes: 5 } })
  harness.callbacksLost = true
  harness.orders.set('1042', { amount, currency: 'UAH' })
  await harness.control('/faults', { on: 'deposit.status', effect: 'status:500', times: 1000 })
  const { id, status, retry } = await harness.createCheckout('1042', 'transfer')
  expect({ status, retry }).toEqual({ status: 'pending', retry: false })
  await harness.advance(240, 30)
  expect(harness.events).toEqual([])
  await harness.advance(120, 10)
  expect((await harness.getCheckout(id)).status).toBe('failed')
  expect(typesOf(harness)).toEqual(['checkout.failed', 'checkout.needs_review'])
})
