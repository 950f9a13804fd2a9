import { reviewAfterMinutes } from '../shop-rules.ts'
import { review } from '../world/operator-acts.ts'
import { payOut } from '../world/payouts.ts'
import { changeOrder } from '../world/service-orders.ts'
import { openTab } from '../world/tabs.ts'
import { accepts, addFault, changePicked, freshOrder, move } from './move.ts'

/** Lookups that fail or deny. */
export const lookupMoves = {
  'never answer lookups': move(
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form', 'payout'] as const),
      effect: random.pick([null, 'drop-before', 'drop-after', 'status:400'] as const),
      action: random.pick(['acknowledge', 'recheck', 'accept', null] as const),
    }),
    async (world, { order, method, effect, action }) => {
      const on = method === 'payout' ? 'payout.create' : 'deposit.create'
      if (effect !== null) addFault(world, on, effect, 1)
      world.network.denyLookups(true)
      if (method === 'payout') await payOut(world, 'payout-0', 'text')
      else openTab(world, order, method)
      await world.advance((reviewAfterMinutes + 3) * 60)
      await world.check()
      // Accepting it makes the order of another system ours: that is the operator's word.
      if (action !== null)
        await review(
          world,
          action,
          ({ reason }) => reason !== '' && (action !== 'accept' || reason !== 'foreign'),
        )
      world.network.denyLookups(false)
    },
  ),
  // Callbacks alone report it for so long that a deadline passes.
  'deny lookups for long': move(
    (random) => ({
      which: random.int(2),
      until: random.pick(['fail', 'correct', 'pay'] as const),
    }),
    async (world, { which, until }) => {
      world.network.denyLookups(true)
      const first = until === 'pay' ? 'pay' : 'fail'
      const changed = await changePicked(world, which, accepts(first), { do: first })
      if (changed !== undefined && until === 'correct')
        await changeOrder(world, changed.externalId, { do: 'correct' })
      for (let minutes = 0; minutes < reviewAfterMinutes + 2; minutes += 3) {
        await world.advance(180)
        await world.check()
      }
      world.network.denyLookups(false)
    },
  ),
  // Denied for so long that a deadline passes.
  'fault of lookups': move(
    (random) => ({
      on: random.pick(['deposit.status', 'payout.status'] as const),
      effect: random.pick([
        'drop-before',
        'status:500',
        'status:401',
        'status:403',
        'malformed',
        'lag-status',
      ] as const),
      times: random.pick([1, 2, 4, 40]),
    }),
    (world, { on, effect, times }) => addFault(world, on, effect, times),
  ),
}
