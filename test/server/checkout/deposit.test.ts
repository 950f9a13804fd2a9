import { expect, test } from 'vitest'
import { createHarness, type Harness, typesOf } from '../harness.ts'

const sandboxOrder = (harness: Harness, index = 0) => {
  const order = harness.sandbox.orders()[index]
  if (order === undefined) throw new Error('The sandbox has no such order.')
  return order
}

test('a payer chooses a method, receives the payment details, and pays', async () => {
  const harness = createHarness()
  const choosing = await harness.createCheckout('1042')
  expect(choosing).toMatchObject({
    status: 'choosing',
    attempts: 0,
    method: null,
    action: null,
    final: false,
  })
  expect(harness.sandbox.orders()).toEqual([])

  const response = await harness.post(`/checkouts/${choosing.id}/attempts`, { method: 'transfer', after: 0 })
  const pending = await response.json()
  expect(pending).toMatchObject({
    status: 'pending',
    attempts: 1,
    method: 'transfer',
    paid: null,
    retry: false,
  })
  expect(pending.action).toMatchObject({ type: 'transfer' })

  await harness.control(`/orders/${sandboxOrder(harness).externalId}`, { do: 'pay' })
  await harness.drain()
  expect(await harness.getCheckout(choosing.id)).toMatchObject({
    status: 'succeeded',
    final: true,
    action: null,
    paid: { value: '1250.00', currency: 'UAH' },
    pollAfter: null,
  })
  expect(typesOf(harness)).toEqual(['checkout.succeeded'])
})

test.each(['null', 'absent'])(
  'a lookup whose amount is %s says that the requested one was paid',
  async (statusAmount) => {
    const harness = createHarness()
    harness.callbacksLost = true
    await harness.control('/config', { statusAmount })
    const { id } = await harness.createCheckout('1042', 'transfer')
    await harness.control(`/orders/${sandboxOrder(harness).externalId}`, { do: 'pay' })
    await harness.advance(60, 5)
    expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', paid: { value: '1250.00' } })
    expect(typesOf(harness)).toEqual(['checkout.succeeded'])
  },
)
