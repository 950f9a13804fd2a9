import { instanceAt, jumpClock, removeSealKeys } from '../world/instances.ts'
import { payOut } from '../world/payouts.ts'
import { sendFromTab } from '../world/tab-requests.ts'
import { openTab } from '../world/tabs.ts'
import { addFault, choiceOn, freshOrder, move } from './move.ts'

/** The shop's instances: they stop, their database loses commits, their clocks jump, their events fail, time passes. */
export const instanceMoves = {
  'fail events': move(
    (random) => ({ times: random.pick([1, 3, 10]) }),
    (world, { times }) => {
      world.eventFailures = times
    },
  ),
  'stop an instance': move(
    (random) => ({
      which: random.int(3),
      how: random.pick(['crash', 'freeze'] as const),
      after: random.int(15),
    }),
    (world, { which, how, after }) => instanceAt(world, which).gate.stopAfter(after, how),
  ),
  'freeze while an attempt starts': move(
    (random) => ({
      order: freshOrder(random),
      after: 2 + random.int(8),
      seconds: random.pick([25, 150]),
      lag: random.pick([0, 20]),
      frozen: random.pick([[], [], [0], [0, 1, 2]]),
    }),
    async (world, { order, after, seconds, lag, frozen }) => {
      if (lag > 0) addFault(world, 'deposit.status', 'lag-status', lag)
      for (const which of frozen) instanceAt(world, which).gate.stopAfter(after, 'freeze')
      world.freezesAtCreate = frozen.length === 0
      const which = world.tabs.findLastIndex(({ session }) => session.state.view?.retry === true)
      const chosen = choiceOn(world, world.tabs.length - 1 - which, 'transfer')
      if (which < 0 || chosen === null) openTab(world, order, 'transfer')
      else {
        // The same attempt from two pages, refused to the one that is not frozen.
        const request = { ...chosen.choice, after: chosen.view.attempts }
        await sendFromTab(world, chosen.tab, '/attempts', request)
        addFault(world, 'deposit.create', 'status:400', 2)
        await sendFromTab(world, chosen.tab, '/attempts', request)
      }
      await world.advance(seconds)
    },
  ),
  // One instance freezes before it stores the attempt; at the other it is refused meanwhile.
  'start an attempt on two instances': move(
    (random) => ({ order: freshOrder(random), after: 1 + random.int(12) }),
    async (world, { order, after }) => {
      addFault(world, 'deposit.create', 'status:400', 1)
      openTab(world, order, 'form')
      await world.advance(15)
      const tab = world.tabs.at(-1)
      const view = tab?.session.state.view
      if (tab === undefined || view?.retry !== true) return
      const gates = [0, 1, 2].map((which) => instanceAt(world, which).gate)
      for (const gate of gates) gate.stopAfter(after, 'freeze')
      await sendFromTab(world, tab, '/attempts', { method: 'form', after: view.attempts })
      for (const gate of gates) if (!gate.isStopped()) gate.resume()
      addFault(world, 'deposit.create', 'status:400', 1)
      await sendFromTab(world, tab, '/attempts', { method: 'form', after: view.attempts })
      await world.advance(160)
    },
  ),
  'fail over': move(
    (random) => ({ kept: random.int(random.pick([20, 100, 400])), lost: 1 + random.int(120) }),
    (world, calls) => world.failover.plan(calls),
  ),
  // What was to be sent again is sealed with it.
  'remove a seal key': move(
    (random) => ({
      which: random.pick<number | 'all'>(['all', 0, 1, 2]),
      seconds: random.pick([20, 120, 600]),
      wait: random.pick([0, 30, 150]),
      lost: random.pick([null, 'deposit', 'payout'] as const),
      order: freshOrder(random),
    }),
    async (world, { which, seconds, wait, lost, order }) => {
      if (lost !== null) addFault(world, `${lost}.create`, 'drop-before', 1)
      if (lost === 'deposit') openTab(world, order, 'transfer')
      if (lost === 'payout') await payOut(world, 'payout-1', 'number')
      if (lost !== null) await world.advance(1)
      removeSealKeys(world, which, seconds * 1000)
      await world.advance(wait)
    },
  ),
  'jump a clock': move(
    (random) => ({ which: random.int(3), ms: random.int(4000) - 2000 }),
    (world, { which, ms }) => jumpClock(world, which, ms),
  ),
  pass: move(
    (random) => ({ seconds: random.pick([1, 3, 8, 15, 25, 60, 150]) }),
    (world, { seconds }) => world.advance(seconds),
  ),
}
