import { expect, test } from 'vitest'
import { createWorld, type World } from './world.ts'

const theOrder = (world: World, index = 0) => {
  const order = world.sandbox.orders()[index]
  if (order === undefined) throw new Error('The service holds no such order.')
  return order
}

test('a payer chooses, sees the instructions as the service issued them, pays, and is paid', async () => {
  const world = createWorld()
  const choosing = await world.pay('1042')
  expect(choosing).toMatchObject({ status: 'choosing', attempt: 0, method: null, action: null, final: false })
  expect(world.sandbox.orders()).toEqual([])

  const response = await world.post(`/checkouts/${choosing.id}/attempts`, { method: 'transfer', after: 0 })
  const pending = await response.json()
  expect(pending).toMatchObject({
    status: 'pending',
    attempt: 1,
    method: 'transfer',
    paid: null,
    retry: false,
  })
  expect(pending.action).toMatchObject({ type: 'transfer' })

  await world.lever(`/orders/${theOrder(world).externalId}`, { do: 'pay' })
  await world.settle()
  expect(await world.view(choosing.id)).toMatchObject({
    status: 'succeeded',
    final: true,
    action: null,
    paid: { value: '1250.00', currency: 'UAH' },
    pollAfter: null,
  })
  expect(world.events.map(({ type }) => type)).toEqual(['checkout.succeeded'])
})
