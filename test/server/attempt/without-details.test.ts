import { expect, test } from 'vitest'
import type { PaymentDetails } from '../../../src/service/order.ts'
import { createHarness, type Harness } from '../harness.ts'
import { noDetails } from '../qr/payment-details.ts'

/** A public shop. The service places its orders, with only this in the response. `onCreate`: follows each create. */
function startWith(
  paymentDetails: PaymentDetails | null,
  { status, onCreate }: { status?: string; onCreate?: (harness: Harness) => Promise<void> } = {},
): Harness {
  const harness = createHarness({ paypane: { publicUrl: 'https://shop.example', allowPlainOrders: true } })
  const { service } = harness
  harness.restart({
    service: {
      ...service,
      async createDeposit(pipeline, body) {
        const outcome = await service.createDeposit(pipeline, body)
        await onCreate?.(harness)
        return outcome.outcome === 'placed'
          ? { ...outcome, status: status ?? outcome.status, paymentDetails }
          : outcome
      },
    },
  })
  return harness
}

test.each([
  ['a transfer without payment details', 'transfer', null],
  ['a transfer with empty payment details', 'transfer', noDetails],
  ['a transfer that names only a bank', 'transfer', { ...noDetails, bank: 'Mono' }],
  ['a transfer that names only a method', 'transfer', { ...noDetails, method: 'card' }],
  ['a transfer whose QR code cannot be read', 'transfer', { ...noDetails, qrUrl: 'data:,' }],
  ['a form without an address', 'form', noDetails],
  ['a form without an address, with a card', 'form', { ...noDetails, card: '4111111111111111' }],
  ['a form that is not https', 'form', { ...noDetails, formUrl: 'http://pay.example/form' }],
])('%s: one more order follows by itself, then a review', async (_, method, details) => {
  const harness = startWith(details)
  const { id } = await harness.createCheckout('1042', method)
  await harness.advance(60, 5)
  expect(harness.sandbox.orders()).toHaveLength(2)
  expect(await harness.getCheckout(id)).toMatchObject({
    status: 'failed',
    retry: true,
    action: null,
    reason: { group: 'technical', key: 'details-lost' },
  })
  expect(harness.events.map(({ type, attempt, review }) => [type, attempt, review])).toEqual([
    ['checkout.needs_review', 2, 'details'],
  ])
  const entry = await harness.store.entry(id)
  for (const attempt of entry?.attempts ?? [])
    expect(attempt.activity.map(({ type }) => type)).toContain('details_missing')

  // The orders stay watched.
  await harness.controlOrder(0, { do: 'pay' })
  await harness.advance(60, 5)
  expect((await harness.getCheckout(id)).status).toBe('succeeded')
})

test.each(['transfer', 'form'])(
  'a %s that is paid in the response to its create is looked up, and none follows it before',
  async (method) => {
    const harness = startWith(null, {
      status: 'Success',
      async onCreate(harness) {
        await harness.controlOrder(0, { do: 'pay' })
        await harness.control('/faults', { on: 'deposit.status', effect: 'status:500', times: 3 })
      },
    })
    harness.callbacksLost = true
    const { id } = await harness.createCheckout('1042', method)
    expect(await harness.getCheckout(id)).toMatchObject({ attempts: 1, action: null, retry: false })
    await harness.advance(60, 5)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', attempts: 1 })
    expect(harness.sandbox.orders()).toHaveLength(1)
  },
)

test('a transfer whose numbers are empty texts is one without payment details', async () => {
  const harness = createHarness()
  const fields = ['fio', 'bank', 'method']
  await harness.control('/config', {
    paymentDetails: { fields, unfilled: 'empty', returned: 'without-formUrl' },
  })
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(60, 5)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'failed', retry: true, attempts: 2 })
  expect(harness.events.map(({ review }) => review)).toEqual(['details'])
})

test('the order that follows by itself is of the customer of the one before it', async () => {
  const harness = startWith(null)
  harness.orders.set('1042', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
  const { id } = await harness.createCheckout('1042')
  harness.orders.set('1042', { amount: '1250.00', currency: 'UAH' })
  await harness.createCheckout('1042', 'transfer')
  expect((await harness.store.entry(id))?.attempts).toMatchObject([{ customer: null }, { customer: null }])
})
