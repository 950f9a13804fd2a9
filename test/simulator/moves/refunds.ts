import type { Change, Order } from '../service.ts'
import { review } from '../world/operator-acts.ts'
import { asOperator } from '../world/operator-requests.ts'
import { decidePayouts } from '../world/payouts.ts'
import { giveDestination, requestRefund } from '../world/refunds.ts'
import { changeOrder, openOrderOn, payoutOrder } from '../world/service-orders.ts'
import { openTab } from '../world/tabs.ts'
import type { World } from '../world.ts'
import { addFault, flip, freshOrder, move } from './move.ts'

/** Pays a fresh order by transfer. Null: none has been placed. */
async function payTransfer(world: World, order: string): Promise<{ id: string; open: Order } | null> {
  openTab(world, order, 'transfer')
  await world.advance(8)
  const tab = world.tabs.at(-1)
  const open = tab && (await openOrderOn(world, tab))
  const id = tab?.session.state.view?.id
  if (id === undefined || open === undefined) return null
  await changeOrder(world, open.externalId, { do: 'pay' })
  await world.advance(20)
  return { id, open }
}

/** Refunds. */
export const refundMoves = {
  // Operators at once, before or after the money arrives, which may be another amount than the one asked for.
  refund: move(
    (random) => ({
      order: freshOrder(random),
      paid: random.pick(['900.00', '1250.00', '1300.5', null]),
      amounts: [0, 1, 2].map(() => random.pick(['350.5', '900.00', '1000.00', '1250.00', '1300.51'])),
      withdraws: flip(random),
    }),
    async (world, { order, paid, amounts, withdraws }) => {
      openTab(world, order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      const id = tab?.session.state.view?.id
      if (id === undefined) return
      if (open !== undefined && paid !== null) {
        await changeOrder(world, open.externalId, { do: 'amount', amount: paid })
        await changeOrder(world, open.externalId, { do: 'pay' })
        await world.advance(20)
      }
      const request = (amount: string, n: number) =>
        requestRefund(world, n === 0 ? 'ann' : 'bob', id, amount, `Refund ${n}`)
      const [refund] = (await Promise.all(amounts.map(request))).filter((made) => made !== null)
      await world.check()
      if (!withdraws || refund === undefined) return
      await asOperator(world, 'ann', 'POST', `/checkouts/${id}/refunds/${refund.id}/withdraw`, '')
      await world.advance(5)
      await world.check()
      await request('350.5', amounts.length)
    },
  ),
  // The payer gives the destination, also on two pages at once; its payout fails, is called absent, or is paid, also late.
  'refund to a destination': move(
    (random) => ({
      order: freshOrder(random),
      amount: random.pick(['350.5', '1250.00', '1250.00']),
      isRepeated: flip(random),
      outcome: random.pick([
        'pay',
        'fail',
        'pay late',
        'pay late',
        'turn up',
        'correct',
        'correct',
        'reject',
        null,
      ] as const),
      again: random.pick(['1250.00', '900.00', '0.01']),
      seconds: random.pick([20, 700, 700]),
    }),
    async (world, { order, amount, isRepeated, outcome, again, seconds }) => {
      const paid = await payTransfer(world, order)
      if (paid === null) return
      const { id, open } = paid
      const refund = await requestRefund(world, 'ann', id, amount, `Refund of ${amount}`)
      if (refund === null) return
      // Each issues its link again.
      for (const name of isRepeated ? (['bob', 'ann'] as const) : [])
        await requestRefund(world, name, id, amount, `Refund of ${amount}`)
      if (outcome === 'correct') {
        world.invariants.onLateAmount(open.externalTransactionId)
        await changeOrder(world, open.externalId, { do: 'amount', amount: '900.00' })
        await world.advance(20)
      }
      if (outcome === 'turn up') {
        addFault(world, 'payout.create', 'status:400', 1, true)
        addFault(world, 'payout.status', 'lag-status', 6)
      }
      await Promise.all(Array.from({ length: isRepeated ? 2 : 1 }, () => giveDestination(world, refund)))
      await world.advance(3)
      await decidePayouts(world, 'bob', outcome === 'reject' ? 'reject' : 'approve')
      await world.advance(outcome === 'turn up' ? 90 : 15)
      const payout = (await payoutOrder(world, refund.id))?.externalId
      const change = (control: Change): Promise<void> => changeOrder(world, payout ?? '', control)
      if (payout !== undefined && outcome !== null && outcome !== 'reject' && outcome !== 'correct')
        await change({ do: outcome === 'fail' || outcome === 'pay late' ? 'fail' : 'pay' })
      await world.advance(30)
      if (payout !== undefined && outcome === 'pay late') {
        await change({ do: 'status', status: 'Success' })
        await review(world, 'recheck', (reviewed) => reviewed.order?.externalId === payout)
      }
      await world.advance(seconds)
      await world.check()
      const next = await requestRefund(world, 'bob', id, again, `Refund of ${again}`)
      if (next !== null) await giveDestination(world, next)
      await decidePayouts(world, 'ann', 'approve')
      await world.check()
    },
  ),
  // The payout pays more than the refund, and an operator requests what would be left without that.
  'pay out more than a refund': move(
    (random) => ({ order: freshOrder(random), paid: random.pick(['350.51', '500.00', '1250.00']) }),
    async (world, { order, paid }) => {
      const id = (await payTransfer(world, order))?.id
      if (id === undefined) return
      const refund = await requestRefund(world, 'ann', id, '350.5', 'A part')
      if (refund === null) return
      await giveDestination(world, refund)
      await world.advance(3)
      await decidePayouts(world, 'bob', 'approve')
      await world.advance(15)
      const payout = (await payoutOrder(world, refund.id))?.externalId
      if (payout === undefined) return
      await changeOrder(world, payout, { do: 'amount', amount: paid })
      await changeOrder(world, payout, { do: 'pay' })
      await world.advance(60)
      await requestRefund(world, 'bob', id, '899.5', 'The rest')
      await world.check()
    },
  ),
}
