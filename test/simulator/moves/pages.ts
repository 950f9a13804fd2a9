import type { Order } from '../service.ts'
import { expirySeconds } from '../shop-rules.ts'
import { deliverCallback, signCallback } from '../world/callbacks.ts'
import { filledIn } from '../world/filled-fields.ts'
import { changeOrder, openOrderOn } from '../world/service-orders.ts'
import { sendFromTab } from '../world/tab-requests.ts'
import { closeTab, openTab } from '../world/tabs.ts'
import { choiceOn, flip, methods, move, order, pick } from './move.ts'

/** What payers do on their pages. */
export const pageMoves = {
  'open a page': move(
    (random) => ({
      order: order(random),
      method: random.int(6) > 0 ? random.pick(['transfer', 'form'] as const) : undefined,
    }),
    (world, { order, method }) => {
      openTab(world, order, method)
    },
  ),
  'close a page': move(
    (random) => ({ which: random.int(4) }),
    (world, { which }) => {
      const tab = pick(world.tabs, which)
      if (tab !== undefined) closeTab(world, tab)
    },
  ),
  'leave or return': move(
    (random) => ({ which: random.int(4), leave: flip(random) }),
    (world, { which, leave }) => pick(world.tabs, which)?.emit(leave ? 'leave' : 'return'),
  ),
  'choose a method': move(
    (random) => ({ which: random.int(3), method: random.pick(methods) }),
    (world, { which, method }) => {
      const chosen = choiceOn(world, which, method)
      if (chosen !== null && (chosen.view.status === 'choosing' || chosen.view.retry))
        void chosen.tab.session.start(filledIn(world, chosen.tab, chosen.choice))
    },
  ),
  'request an attempt': move(
    (random) => ({
      which: random.int(3),
      method: random.pick(methods),
      stale: random.int(4) === 0,
      replace: random.int(4) > 0,
    }),
    async (world, { which, method, stale, replace }) => {
      const chosen = choiceOn(world, which, method)
      if (chosen === null) return
      const after = Math.max(0, chosen.view.attempts - (stale ? 1 : 0))
      await sendFromTab(world, chosen.tab, '/attempts', {
        ...chosen.choice,
        after,
        ...(replace ? { replace } : {}),
      })
    },
  ),
  'report sent': move(
    (random) => ({ which: random.int(3), sent: random.int(4) > 0 }),
    async (world, { which, sent }) => {
      const tab = pick(world.tabs, which)
      const attempt = tab?.session.state.view?.attempts ?? 0
      if (tab !== undefined && attempt > 0)
        await sendFromTab(world, tab, `/attempts/${attempt}/sent`, { sent })
      if (sent) tab?.session.reportSent()
    },
  ),
  'ask for more time': move(
    (random) => ({ which: random.int(3) }),
    async (world, { which }) => {
      const tab = pick(world.tabs, which)
      if (tab !== undefined) await sendFromTab(world, tab, '/extend', {})
    },
  ),
  'change the method repeatedly': move(
    (random) => ({ times: 2 + random.int(6), sent: random.int(6) === 0, ahead: random.int(3) === 0 }),
    async (world, { times, sent, ahead }) => {
      let waiting: Order | undefined
      const endWaiting = async (): Promise<void> => {
        if (waiting !== undefined)
          await changeOrder(world, waiting.externalId, { do: 'status', status: 'Failed' })
        waiting = undefined
      }
      for (let count = 0; count < times; count += 1) {
        const which = world.tabs.findLastIndex(({ session }) => session.state.view?.canReplace === true)
        const chosen = choiceOn(world, world.tabs.length - 1 - which, count % 2 === 0 ? 'form' : 'transfer')
        if (which < 0 || chosen === null) return await endWaiting()
        const { choice, tab, view } = chosen
        if (sent) await sendFromTab(world, tab, `/attempts/${view.attempts}/sent`, { sent })
        // The callback of a status may be ahead of what lookups report.
        const open = ahead ? await openOrderOn(world, tab) : undefined
        const callback = world.callbacks.findLast(({ body }) => body.includes(open?.externalId ?? 'nothing'))
        const deliverAhead = async (): Promise<void> => {
          if (callback === undefined) return
          await deliverCallback(world, signCallback(callback, { status: 'Failed' }))
          await world.advance(15)
        }
        // Or once its attempt is replaced, so it waits while the next one is.
        const isLate = times % 2 === 1
        if (!isLate) await deliverAhead()
        await sendFromTab(world, tab, '/attempts', { ...choice, after: view.attempts, replace: true })
        await endWaiting()
        waiting = open
        if (isLate && count % 2 === 0) await deliverAhead()
        else await endWaiting()
        await world.advance(4)
      }
      await endWaiting()
    },
  ),
  'return after expiry': move(
    (random) => ({ order: order(random), method: random.pick(['transfer', 'form'] as const) }),
    async (world, { order, method }) => {
      for (const tab of world.tabs) tab.emit('leave')
      await world.advance(expirySeconds)
      openTab(world, order, method)
      await world.advance(5)
    },
  ),
  'refresh a page': move(
    (random) => ({ which: random.int(3) }),
    (world, { which }) => pick(world.tabs, which)?.session.refresh(),
  ),
}
