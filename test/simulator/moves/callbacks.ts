import { deliverCallback, signCallback } from '../world/callbacks.ts'
import { changeOrder } from '../world/service-orders.ts'
import { accepts, move, pick } from './move.ts'

/** Callbacks: repeated, changed, signed by another key. */
export const callbackMoves = {
  'deliver a callback': move(
    (random) => ({ which: random.int(10), forged: random.int(3) === 0 }),
    async (world, { which, forged }) => {
      const callback = pick(world.callbacks, which)
      if (callback === undefined) return
      const body = forged ? callback.body.replace(/"status":"[^"]*"/, '"status":"Success"') : callback.body
      await deliverCallback(world, { ...callback, body })
    },
  ),
  'deliver another order type': move(
    (random) => ({
      which: random.int(5),
      orderType: random.pick(['Refund', 'Withdrawal', 'Deposit', 'chargeback']),
      status: random.pick(['Success', 'Failed', 'Processing']),
    }),
    async (world, { which, orderType, status }) => {
      // Of an order under way, or with the id of no order.
      const callback = pick(world.callbacks, which)
      if (callback === undefined) return
      const isOwn = callback.body.includes(`"orderType":"${orderType}"`)
      const change = { orderType, status, ...(isOwn ? { externalId: 'another system' } : {}) }
      await deliverCallback(world, signCallback(callback, change))
    },
  ),
  // With the key of another pipeline, whose orders it may report.
  'sign a callback with another key': move(
    (random) => ({
      which: random.int(5),
      status: random.pick(['Success', 'Failed', 'Processing']),
      ends: random.pick(['pay', 'fail', null] as const),
    }),
    async (world, { which, status, ends }) => {
      const open = pick(world.service.orders().filter(accepts('pay')), which)
      const callback = world.callbacks.findLast(({ body }) => body.includes(open?.externalId ?? 'nothing'))
      if (open === undefined || callback === undefined) return
      const by = open.pipeline === 'form' ? 'p2p' : 'form'
      await deliverCallback(world, signCallback(callback, { status }, by))
      await world.advance(20)
      if (ends !== null) await changeOrder(world, open.externalId, { do: ends })
    },
  ),
}
