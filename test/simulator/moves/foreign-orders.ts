import { review } from '../world/operator-acts.ts'
import { payOut } from '../world/payouts.ts'
import { changeOrder, hideForeign } from '../world/service-orders.ts'
import { placedOrder } from '../world/stored-entries.ts'
import { openTab } from '../world/tabs.ts'
import { addFault, flip, freshOrder, isFinal, move } from './move.ts'

/** Orders that are not of the attempt that they are found for. */
export const foreignOrderMoves = {
  'use an id that another system has used': move(
    (random) => ({
      what: random.pick(['transfer', 'form', 'form', 'payout'] as const),
      order: freshOrder(random),
      which: random.int(4),
      sign: random.pick(['currency', 'history'] as const),
      action: random.pick(['pay', 'fail', null] as const),
      hides: flip(random),
    }),
    async (world, { what, order, which, sign, action, hides }) => {
      world.network.takeNextId(sign)
      if (what === 'payout') await payOut(world, `payout-${which}`, which === 0 ? 'text' : 'number')
      else openTab(world, order, what)
      await world.advance(30)
      await world.check()
      if (hides) await hideForeign(world)
      const newest = world.service.orders().at(-1)
      if (newest !== undefined && !isFinal(newest) && action !== null)
        await changeOrder(world, newest.externalId, { do: action })
      await review(world, 'recheck', ({ reason }) => reason === 'foreign')
      await world.advance(10)
    },
  ),
  // Its order is another system's; later a lookup names an order of ours, and none says any more whose it is.
  'confuse an order of another system': move(
    (random) => ({
      orders: [freshOrder(random), freshOrder(random)] as const,
      sign: random.pick(['currency', 'history'] as const),
    }),
    async (world, { orders: [first, second], sign }) => {
      openTab(world, first, 'transfer')
      await world.advance(8)
      if ((await placedOrder(world, 'checkout', 0)) === undefined) return
      world.network.takeNextId(sign)
      openTab(world, second, 'transfer')
      await world.advance(30)
      await hideForeign(world)
      // One that is stored: the order of an attempt that was lost is nobody's here.
      const other = await placedOrder(world, 'checkout', 0)
      if (other === undefined) return
      await review(world, 'recheck', ({ reason, order, externalTransactionId: id }) => {
        if (reason !== 'foreign' || order === undefined) return false
        world.network.confuseNext({ kind: 'checkout', externalId: other, id })
        return true
      })
      await world.advance(10)
      await review(world, 'recheck', ({ reason }) => reason === 'foreign')
      await world.advance(10)
      await world.check()
    },
  ),
  'confuse two orders in a response': move(
    (random) => ({
      what: random.pick(['checkout', 'payout'] as const),
      order: freshOrder(random),
      which: random.int(4),
      isLookup: flip(random),
    }),
    async (world, { what, order, which, isLookup }) => {
      const other = await placedOrder(world, what, which)
      if (other === undefined) return
      if (isLookup) addFault(world, what === 'payout' ? 'payout.create' : 'deposit.create', 'drop-after', 1)
      world.network.confuseNext({ kind: what, externalId: other })
      if (what === 'payout') await payOut(world, `payout-${which}`, which === 0 ? 'text' : 'number')
      else openTab(world, order, 'transfer')
      await world.advance(30)
      await world.check()
    },
  ),
}
