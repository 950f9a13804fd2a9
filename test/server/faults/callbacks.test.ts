import { expect, test } from 'vitest'
import { callbackSignature } from '../../../src/service/signature.ts'
import { createWorld } from '../world.ts'

test('a callback that comes in under the name of another pipeline counts as much as its signature', async () => {
  const world = createWorld()
  world.callbacksLost = true
  const { id } = await world.pay('1042', 'transfer')
  const [order] = world.sandbox.orders()
  await world.lever(`/orders/${order?.externalId}`, { do: 'pay' })
  const said = {
    externalId: order?.externalId ?? '',
    status: 'Success',
    amount: '1250.00',
    orderType: 'Deposit',
  }
  const signature = await callbackSignature(said, world.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? '')
  const response = await world.post('/callbacks/form', said, { signature })
  expect(response.status).toBe(200)
  await world.settle()
  expect(await world.view(id)).toMatchObject({ status: 'succeeded' })
})
