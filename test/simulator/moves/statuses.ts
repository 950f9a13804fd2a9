import type { Change, Order } from '../service.ts'
import { changeOrder, openOrderOn } from '../world/service-orders.ts'
import { sendFromTab } from '../world/tab-requests.ts'
import { openTab } from '../world/tabs.ts'
import { accepts, changePicked, freshOrder, isFinal, move } from './move.ts'

/** Something happens to an order that accepts it. */
const changes = (control: Change & { do: 'pay' | 'fail' | 'correct' }) =>
  move(
    (random) => ({ which: random.int(4) }),
    async (world, { which }) => {
      await changePicked(world, which, accepts(control.do), control)
    },
  )

/** The service's statuses. */
export const statusMoves = {
  // The lookup that precedes it is answered late, after another has found the correction.
  'correct while an attempt is replaced': move(
    (random) => ({ order: freshOrder(random), seconds: random.pick([4, 9]) }),
    async (world, { order, seconds }) => {
      openTab(world, order, 'transfer')
      await world.advance(4)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      if (tab === undefined || open === undefined) return
      await changeOrder(world, open.externalId, { do: 'fail' })
      world.network.delayLookup(seconds * 1000)
      await sendFromTab(world, tab, '/attempts', { method: 'form', after: 1, replace: true })
      await changeOrder(world, open.externalId, { do: 'correct' })
      await world.advance(20)
    },
  ),
  pay: changes({ do: 'pay' }),
  fail: changes({ do: 'fail' }),
  correct: changes({ do: 'correct' }),
  'change the status': move(
    (random) => ({ which: random.int(4), status: random.pick(['Processing', 'Created', 'Frozen']) }),
    async (world, { which, status }) => {
      await changePicked(world, which, accepts('status'), { do: 'status', status })
    },
  ),
  'fail, and later succeed': move(
    (random) => ({ which: random.int(2), seconds: random.pick([25, 150]) }),
    async (world, { which, seconds }) => {
      const failed = await changePicked(world, which, accepts('fail'), { do: 'fail' })
      await world.advance(seconds)
      if (failed === undefined) return
      // The service corrects transfers only.
      const later: Change = failed.profile === 'p2p' ? { do: 'correct' } : { do: 'status', status: 'Success' }
      await changeOrder(world, failed.externalId, later)
      await world.advance(5)
    },
  ),
  // The service never does this; the shop keeps the first final status.
  'contradict a final status': move(
    (random) => ({
      which: random.int(2),
      status: random.pick(['Failed', 'Processing', 'Success', 'Frozen']),
    }),
    async (world, { which, status }) => {
      const applies = (order: Order): boolean =>
        isFinal(order) && order.status !== status && (order.profile !== 'p2p' || status !== 'Success')
      await changePicked(world, which, applies, { do: 'status', status })
    },
  ),
}
