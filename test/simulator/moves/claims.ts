import { expirySeconds } from '../shop-rules.ts'
import { asOperator } from '../world/operator-requests.ts'
import { changeOrder, openOrderOn } from '../world/service-orders.ts'
import { sendFromTab } from '../world/tab-requests.ts'
import { openTab } from '../world/tabs.ts'
import { flip, freshOrder, move } from './move.ts'

/** Claims that money was sent. */
export const claimMoves = {
  // Failed, expired or late: the payer says so, also twice; the money turns up, an operator declines, or nothing happens.
  claim: move(
    (random) => ({
      order: freshOrder(random),
      missed: random.pick(['failed', 'failed', 'expired', 'late'] as const),
      says: random.pick([{ bank: '' }, { bank: 'Bank' }, { bank: 'Another' }]),
      ends: random.pick(['paid', 'paid', 'paid unseen', 'declined', 'declined four times', null] as const),
      again: flip(random),
    }),
    async (world, { order, missed, says, ends, again }) => {
      openTab(world, order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      if (tab === undefined || open === undefined) return
      if (missed === 'failed') await changeOrder(world, open.externalId, { do: 'fail' })
      await world.advance(missed === 'failed' ? 20 : missed === 'late' ? 1200 : expirySeconds)
      const { view } = tab.session.state
      if (view !== null) world.invariants.checkWayToClaim(view)
      const claim = (content: object) => sendFromTab(world, tab, `/attempts/${view?.attempts}/claim`, content)
      const number = () => tab.session.state.view?.claim?.number
      if (ends === 'paid unseen') world.network.denyLookups(true)
      for (let count = ends === 'declined four times' ? 4 : 1; count > 0; count -= 1) {
        await Promise.all([claim(says), ...(again ? [claim({ bank: 'Another', note: 'Please look' })] : [])])
        await world.advance(3)
        const decline = { reason: 'not_received', text: 'It is not there.' }
        if (ends?.startsWith('declined') && number() !== undefined)
          await asOperator(world, 'ann', 'POST', `/claims/${number()}/decline`, JSON.stringify(decline))
      }
      if (ends?.startsWith('paid'))
        await changeOrder(world, open.externalId, { do: missed === 'failed' ? 'correct' : 'pay' })
      await world.advance(30)
      await world.check()
      world.network.denyLookups(false)
    },
  ),
  // Another has followed, which may pay the order; the money of the first may turn up, too.
  'claim an earlier attempt': move(
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      ends: random.pick(['pay', 'fail', 'fail', null] as const),
      corrects: random.int(3) === 0,
    }),
    async (world, { order, method, ends, corrects }) => {
      openTab(world, order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const first = tab && (await openOrderOn(world, tab))
      const after = tab?.session.state.view?.attempts ?? 0
      if (tab === undefined || first === undefined) return
      await changeOrder(world, first.externalId, { do: 'fail' })
      await world.advance(20)
      await sendFromTab(world, tab, '/attempts', { method, after })
      await world.advance(8)
      const second = await openOrderOn(world, tab)
      if (ends !== null && second !== undefined) await changeOrder(world, second.externalId, { do: ends })
      await world.advance(20)
      const { view } = tab.session.state
      if (view !== null) world.invariants.checkWayToClaim(view)
      await sendFromTab(world, tab, `/attempts/${after}/claim`, { bank: 'Bank' })
      if (corrects) await changeOrder(world, first.externalId, { do: 'correct' })
      await world.advance(20)
      await world.check()
    },
  ),
}
