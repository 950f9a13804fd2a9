import { reviewAfterMinutes } from '../shop-rules.ts'
import { deliverCallback } from '../world/callbacks.ts'
import { review } from '../world/operator-acts.ts'
import { asOperator } from '../world/operator-requests.ts'
import { decidePayouts, hasPayout, payOut } from '../world/payouts.ts'
import { changeOrder, payoutOrder } from '../world/service-orders.ts'
import { addFault, flip, move } from './move.ts'

/** Payouts, and their approvals. */
export const payoutMoves = {
  'request a payout that cannot be': move(
    (random) => ({
      amount: random.pick(['10.00', '0.00', '1e3', '-1']),
      currency: random.pick(['UAH', 'UAH', '']),
      key: random.pick(['accountNumber', '', 'accountNumber']),
    }),
    async (world, { amount, currency, key }) => {
      const additionalFields = [{ key, value: '4' }]
      const body = JSON.stringify({ reference: 'malformed', amount, currency, additionalFields })
      const isMalformed = amount !== '10.00' || currency === '' || key === ''
      if (!isMalformed) return
      const status = await asOperator(world, 'ann', 'POST', '/payouts', body)
      // It is 503 where the store has failed.
      if (status !== null && status < 500) world.invariants.onMalformed(body, status)
    },
  ),
  'request another payout under the same reference': move(
    (random) => ({ which: random.int(4) }),
    async (world, { which }) => {
      const reference = `payout-${which}`
      await payOut(world, reference, which === 0 ? 'text' : 'number')
      const additionalFields = [{ key: 'accountNumber', value: '4' }]
      const body = JSON.stringify({ reference, amount: '11.00', currency: 'UAH', additionalFields })
      if (!(await hasPayout(world, reference))) return
      const status = await asOperator(world, 'bob', 'POST', '/payouts', body)
      if (status !== null && status < 500) world.invariants.onConflict(reference, status)
    },
  ),
  'pay out': move(
    (random) => ({
      which: random.int(4),
      refusal: random.pick([null, null, 'status:400', 'status:403', 'status:404', 'status:422'] as const),
      approver: random.pick(['ann', 'bob', null] as const),
    }),
    async (world, { which, refusal, approver }) => {
      if (refusal !== null) addFault(world, 'payout.create', refusal, 1)
      await payOut(world, `payout-${which}`, which === 0 ? 'text' : 'number')
      if (approver !== null) await decidePayouts(world, approver, 'approve')
    },
  ),
  // The merchant received no response, or a failure, and creates it again.
  'lose a payout': move(
    (random) => ({ which: random.int(4), lost: 1 + random.int(20), seconds: random.pick([0, 20, 400]) }),
    async (world, { which, lost, seconds }) => {
      const create = (): Promise<void> => payOut(world, `payout-${which}`, which === 0 ? 'text' : 'number')
      await world.failover.plan({ kept: 0, lost })
      await create()
      await decidePayouts(world, 'bob', 'approve')
      await world.advance(seconds)
      await create()
      await decidePayouts(world, 'bob', 'approve')
    },
  ),
  // No lookup is answered, and in half of all histories its first callbacks are lost.
  'report a payout whose discard awaits its approval': move(
    (random) => ({
      which: random.int(10),
      isSilent: flip(random),
      what: random.pick(['pay', 'fail'] as const),
    }),
    async (world, { which, isSilent, what }) => {
      const { conditions, drawn, network } = world
      if (drawn.approval === 0) return
      const { callbackLoss } = conditions
      if (isSilent) conditions.callbackLoss = 100
      network.denyLookups(true)
      addFault(world, 'payout.create', 'drop-after', 1)
      await payOut(world, `lost-${which}`, 'text')
      await decidePayouts(world, 'bob', 'approve')
      await world.advance((reviewAfterMinutes + 1) * 60)
      conditions.callbackLoss = callbackLoss
      const { externalId = 'nothing' } = (await payoutOrder(world, `lost-${which}`)) ?? {}
      await review(world, 'discard', ({ order }) => order?.externalId === externalId)
      await world.advance(5)
      await changeOrder(world, externalId, { do: what })
      const callback = world.callbacks.findLast(({ body }) => body.includes(externalId))
      if (callback !== undefined) await deliverCallback(world, callback)
      await world.advance(5)
      await decidePayouts(world, 'bob', 'approve')
      network.denyLookups(false)
    },
  ),
  'decide payouts': move(
    (random) => ({
      name: random.pick(['ann', 'bob'] as const),
      action: random.pick(['approve', 'approve', 'reject'] as const),
    }),
    (world, { name, action }) => decidePayouts(world, name, action),
  ),
}
