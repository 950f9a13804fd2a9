import { expect, test } from 'vitest'
import type { StoredEvent } from '../../src/server/index.ts'
import type { PaymentsClient } from '../../src/service/index.ts'
import { createWorld, type World } from './world.ts'

const withOrders = (world: World): World => {
  world.orders.set('1043', { amount: '9.00', currency: 'UAH' })
  return world
}
const pay = (world: World, order: number): Promise<unknown> =>
  world.lever(`/orders/${world.sandbox.orders()[order]?.externalId}`, { do: 'pay' })
const becomes = (world: World, id: string, status: string): Promise<void> =>
  expect.poll(async () => (await world.view(id)).status).toBe(status)

test('a question that hangs holds up no other work: callbacks are acted upon, others are asked about and told', async () => {
  const world = withOrders(createWorld())
  const { service } = world
  const { promise: hangs, resolve: letGo } = Promise.withResolvers<void>()
  let hung = 0
  const depositStatus: PaymentsClient['depositStatus'] = async (pipeline, id) => {
    const [first] = world.sandbox.orders()
    if ('externalId' in id && id.externalId === first?.externalId) {
      hung += 1
      await hangs
    }
    return await service.depositStatus(pipeline, id)
  }
  world.restart({ worker: true, service: { ...service, depositStatus } })
  const one = await world.pay('1042', 'transfer')
  const other = await world.pay('1043', 'transfer')

  await pay(world, 0)
  await world.sandbox.clock.advance(0)
  await expect.poll(() => hung).toBe(1)
  await pay(world, 1)
  await world.sandbox.clock.advance(0)
  await becomes(world, other.id, 'succeeded')
  await expect.poll(() => world.events.map(({ ref }) => ref)).toEqual(['1043'])
  expect((await world.view(one.id)).status).toBe('pending')

  letGo()
  await becomes(world, one.id, 'succeeded')
  expect(hung).toBe(1)
  await world.paypane.close()
})

test('a merchant who never answers an event holds up only that order’s, and is told again after a minute', async () => {
  const told: string[] = []
  const world = withOrders(
    createWorld({
      paypane: {
        worker: true,
        onEvent: (event: StoredEvent): Promise<void> => {
          told.push(event.ref)
          const isFirst = told.length === 1
          return isFirst ? new Promise(() => undefined) : Promise.resolve()
        },
      },
    }),
  )
  await world.pay('1042', 'transfer')
  await world.pay('1043', 'transfer')
  await pay(world, 0)
  await world.sandbox.clock.advance(0)
  await expect.poll(() => told).toEqual(['1042'])
  await pay(world, 1)
  await world.sandbox.clock.advance(0)
  await expect.poll(() => told).toEqual(['1042', '1043'])

  world.clock.turn(60_000)
  await expect
    .poll(() => world.logs.map(({ message }) => message))
    .toContain('event not heard, told again later: Error: onEvent took longer than a minute')
  // Its back-off is over, and whatever rest the worker took.
  await expect
    .poll(() => {
      world.clock.turn(1000)
      return told
    })
    .toEqual(['1042', '1043', '1042'])
  await world.paypane.close()
})
