import { expect, test } from 'vitest'
import { callbackSignature } from '../../../src/service/signature.ts'
import { createHarness } from '../harness.ts'

test('a callback on the path of another pipeline counts by its signature alone', async () => {
  const harness = createHarness()
  harness.callbacksLost = true
  const { id } = await harness.createCheckout('1042', 'transfer')
  const [order] = harness.sandbox.orders()
  await harness.control(`/orders/${order?.externalId}`, { do: 'pay' })
  const fields = {
    externalId: order?.externalId ?? '',
    status: 'Success',
    amount: '1250.00',
    orderType: 'Deposit',
  }
  const signature = callbackSignature(fields, harness.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? '')
  const response = await harness.post('/callbacks/form', fields, { signature })
  expect(response.status).toBe(200)
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded' })
})
