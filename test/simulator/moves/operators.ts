import { reviewAfterMinutes } from '../shop-rules.ts'
import { deliverCallback } from '../world/callbacks.ts'
import { eraseCustomer, type Reviewed, reconcile, review } from '../world/operator-acts.ts'
import { asOperator } from '../world/operator-requests.ts'
import { changeOrder, openOrderOn } from '../world/service-orders.ts'
import { openTab } from '../world/tabs.ts'
import { flip, freshOrder, move, nothing, pick } from './move.ts'

/** What operators decide, and what they look up. */
export const operatorMoves = {
  reopen: move(
    (random) => ({ which: random.int(3) }),
    async (world, { which }) => {
      const id = pick(world.tabs, which)?.session.state.view?.id
      if (id !== undefined) await asOperator(world, 'ann', 'POST', `/checkouts/${id}/reopen`, '')
    },
  ),
  // Lookups deny what callbacks report, so a callback waits, and later a review.
  'reopen while the outcome is disputed': move(
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      what: random.pick(['pay', 'fail'] as const),
      minutes: random.pick([0, 0, reviewAfterMinutes + 2]),
    }),
    async (world, { order, method, what, minutes }) => {
      openTab(world, order, method)
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      const id = tab?.session.state.view?.id
      if (open === undefined || id === undefined) return
      world.network.denyLookups(true)
      await changeOrder(world, open.externalId, { do: what })
      const callback = world.callbacks.findLast(({ body }) => body.includes(open.externalId))
      if (callback !== undefined) await deliverCallback(world, callback)
      await world.advance(3 + minutes * 60)
      await asOperator(world, 'ann', 'POST', `/checkouts/${id}/reopen`, '')
      await world.check()
      world.network.denyLookups(false)
    },
  ),
  reconcile: move(
    (random) => {
      const one = () => (flip(random) ? random.int(8) : null)
      return {
        ...{ missing: one(), otherAmount: one(), otherStatus: one(), hasStranger: flip(random) },
        ids: random.pick(['both', 'externalId', 'externalTransactionId'] as const),
        looksUp: flip(random),
      }
    },
    (world, wrong) => reconcile(world, wrong),
  ),
  'accept less than asked': move(nothing, (world) => review(world, 'accept', ({ underpaid }) => underpaid)),
  'acknowledge reviews': move(nothing, (world) =>
    review(world, 'acknowledge', ({ reason }) => reason !== ''),
  ),
  'look up reviews again': move(nothing, (world) => review(world, 'recheck', ({ reason }) => reason !== '')),
  'discard what the service does not have': move(nothing, (world) =>
    review(world, 'discard', ({ reason, order }) => reason === 'unresolved' && order === undefined),
  ),
  // In half of all histories an operator then has it looked up again, and it is still there.
  'discard an order of another system': move(nothing, async (world) => {
    const isOfAnother = ({ reason, externalTransactionId: id }: Reviewed): boolean =>
      reason === 'foreign' && world.invariants.isForeign(id)
    await review(world, 'discard', isOfAnother)
    if (world.service.orders().length % 2 === 0) await review(world, 'recheck', isOfAnother)
  }),
  'erase a customer': move(
    (random) => ({ which: random.int(2) }),
    (world, { which }) => eraseCustomer(world, which),
  ),
}
