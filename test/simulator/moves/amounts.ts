import type { Change } from '../service.ts'
import type { PriceChange } from '../shop.ts'
import { reviewAfterMinutes } from '../shop-rules.ts'
import { deliverCallback, signCallback } from '../world/callbacks.ts'
import { instanceAt } from '../world/instances.ts'
import { review } from '../world/operator-acts.ts'
import { changeOrder, openOrderOn } from '../world/service-orders.ts'
import { sendFromTab } from '../world/tab-requests.ts'
import { openTab } from '../world/tabs.ts'
import { accepts, changePicked, flip, freshOrder, isFinal, move, nothing, pick } from './move.ts'

const priceChanges: readonly [PriceChange[], ...PriceChange[][]] = [
  ['up'],
  ['down'],
  ['currency'],
  ['up', 'back'],
  ['up', 'back'],
  ['down', 'back'],
  ['currency', 'back'],
]

/** Amounts, currencies and prices that change. */
export const amountMoves = {
  // Only callbacks report it, since lookups name no amount any more.
  'pay less, and later more': move(
    (random) => ({ order: freshOrder(random), hides: random.int(4) > 0 }),
    async (world, { order, hides }) => {
      openTab(world, order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      if (open === undefined) return
      const { callbackLoss } = world.conditions
      world.conditions.callbackLoss = 0
      const change = (control: Change): Promise<void> => changeOrder(world, open.externalId, control)
      if (hides) world.network.hideDetails()
      await change({ do: 'amount', amount: '900.00' })
      await change({ do: 'pay' })
      await world.advance(40)
      world.invariants.onLateAmount(open.externalTransactionId)
      await change({ do: 'amount', amount: '1300.5' })
      await world.advance(10)
      await world.check()
      world.conditions.callbackLoss = callbackLoss
    },
  ),
  'change the amount': move(
    (random) => ({ which: random.int(4), amount: random.pick(['900.00', '1250.0', '1300.5']) }),
    async (world, { which, amount }) => {
      await changePicked(world, which, accepts('amount'), { do: 'amount', amount })
    },
  ),
  'pay another amount': move(
    (random) => ({
      which: random.int(2),
      amount: random.pick(['900.00', '900.00', '1300.5']),
      hidden: flip(random),
      action: random.pick(['accept', 'acknowledge', null] as const),
    }),
    async (world, { which, amount, hidden, action }) => {
      if (hidden) world.network.hideDetails()
      const changed = await changePicked(world, which, accepts('pay'), { do: 'amount', amount })
      if (changed !== undefined) await changeOrder(world, changed.externalId, { do: 'pay' })
      await world.advance(10)
      if (action !== null) await review(world, action, ({ underpaid }) => underpaid)
    },
  ),
  // Lookups report the open order once more, or nothing after its first other amount.
  'pay less, and report it late': move(
    (random) => ({
      order: freshOrder(random),
      hides: random.int(3) === 0,
      lookups: random.pick([1, 2, 8, 40]),
      status: random.pick([null, null, 'Reversed']),
    }),
    async (world, { order, hides, lookups, status }) => {
      openTab(world, order, 'transfer')
      await world.advance(15)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      if (open === undefined) return
      const change = (control: Change): Promise<void> => changeOrder(world, open.externalId, control)
      const { callbackLoss } = world.conditions
      if (hides) {
        await change({ do: 'amount', amount: '1300.5' })
        await world.advance(30)
        world.network.hideDetails()
        world.conditions.callbackLoss = 100
      }
      await change({ do: 'amount', amount: '900.00' })
      await change({ do: 'pay' })
      await world.advance(40)
      if (!hides) world.network.lagLookups({ lookups, status })
      await review(world, 'recheck', (reviewed) => reviewed.order?.externalId === open.externalId)
      await world.advance(30)
      await world.check()
      world.conditions.callbackLoss = callbackLoss
    },
  ),
  'change a price while an attempt starts': move(
    (random) => ({
      order: freshOrder(random),
      orderMs: random.pick([0, 3000, 3000]),
      frozenAfter: random.pick([0, 0, 1 + random.int(8)]),
      starts: random.int(5) < 2,
      changes: random.pick(priceChanges),
    }),
    async (world, { order, orderMs, frozenAfter, starts, changes }) => {
      openTab(world, order, undefined)
      await world.advance(3)
      const tab = world.tabs.at(-1)
      if (tab?.session.state.view?.attempts !== 0) return
      const gates = [0, 1, 2].map((which) => instanceAt(world, which).gate)
      if (frozenAfter > 0) for (const gate of gates) gate.stopAfter(frozenAfter, 'freeze')
      world.nextOrderMs = orderMs
      if (starts) await sendFromTab(world, tab, '/attempts', { method: 'transfer', after: 0 })
      else openTab(world, order, undefined)
      await world.advance(1)
      for (const gate of gates) if (!gate.isStopped()) gate.resume()
      for (const how of changes) {
        world.nextOrderMs = how === 'back' ? 0 : orderMs
        world.shop.changePrice(order, how)
        openTab(world, order, undefined)
        await world.advance(1)
      }
      await world.advance(8)
      await world.check()
      // Also of a token issued earlier.
      openTab(world, order, undefined)
      await world.advance(3)
      await world.check()
    },
  ),
  // No parser takes it; an empty one of a lookup is none.
  'report an unreadable amount': move(
    (random) => ({
      order: freshOrder(random),
      amount: random.pick(['1.250,00', '', '-900.00', 'NaN', '1e400']),
      how: random.pick(['lookup', 'callback'] as const),
      action: random.pick(['accept', 'recheck', null] as const),
    }),
    async (world, { order, amount, how, action }) => {
      openTab(world, order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      // Of another status it is not paid, and the callback would lie.
      if (open === undefined || !['Created', 'Processing'].includes(open.status)) return
      if (how === 'lookup') world.network.garbleAmounts(amount)
      const callback = world.callbacks.findLast(({ body }) => body.includes(open.externalId))
      if (how === 'callback' && callback !== undefined)
        await deliverCallback(world, signCallback(callback, { status: 'Success', amount }))
      await changeOrder(world, open.externalId, { do: 'pay' })
      await world.advance(40)
      await world.check()
      if (action !== null) await review(world, action, ({ reason }) => reason === 'amount')
      world.network.garbleAmounts(null)
      await world.advance(10)
    },
  ),
  // Of an order that was found in the one asked for.
  'change the currency while pending': move(
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      ends: random.pick(['pay', 'pay', 'fail', null] as const),
      action: random.pick(['accept', 'recheck', null] as const),
    }),
    async (world, { order, method, ends, action }) => {
      openTab(world, order, method)
      await world.advance(20)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      if (open === undefined || !['Init', 'Created', 'Processing'].includes(open.status)) return
      world.invariants.onOtherCurrency(open.externalTransactionId)
      world.network.changeCurrency(open.externalId)
      await world.advance(20)
      if (ends !== null) await changeOrder(world, open.externalId, { do: ends })
      await world.advance(40)
      await world.check()
      if (action !== null) await review(world, action, ({ reason }) => reason === 'currency')
      await world.advance(10)
      const callback = world.callbacks.findLast(({ body }) => body.includes(open.externalId))
      if (ends !== 'pay' || action !== null || callback === undefined) return
      // A failure after success is late news, also where no lookup says so.
      world.network.denyLookups(true)
      await deliverCallback(world, signCallback(callback, { status: 'Failed' }))
      await world.advance((reviewAfterMinutes + 2) * 60)
      await world.check()
      world.network.denyLookups(false)
    },
  ),
  'change the amount of a final order': move(
    (random) => ({
      which: random.int(3),
      amount: random.pick(['900.00', '1300.5']),
      hidden: random.int(3) === 0,
    }),
    async (world, { which, amount, hidden }) => {
      const changed = pick(world.service.orders().filter(isFinal), which)
      if (changed === undefined) return
      if (hidden) world.network.hideDetails()
      world.invariants.onLateAmount(changed.externalTransactionId)
      await changeOrder(world, changed.externalId, { do: 'amount', amount })
    },
  ),
  'change the amount while a lookup is under way': move(
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      amount: random.pick(['900.00', '1300.5']),
    }),
    async (world, { order, method, amount }) => {
      openTab(world, order, method)
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      if (open === undefined) return
      // It begins within 8 s.
      world.network.delayLookup(9000, open.externalId)
      await changeOrder(world, open.externalId, { do: 'pay' })
      await world.advance(8)
      // No later lookup names it.
      world.network.hideDetails()
      world.invariants.onLateAmount(open.externalTransactionId)
      await changeOrder(world, open.externalId, { do: 'amount', amount })
      await world.advance(30)
      await world.check()
    },
  ),
  'hide amounts and histories': move(nothing, (world) => world.network.hideDetails()),
}
