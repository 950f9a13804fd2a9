import { expirySeconds, reviewAfterMinutes } from '../shop-rules.ts'
import { filledIn } from '../world/filled-fields.ts'
import { runPass } from '../world/instances.ts'
import { review } from '../world/operator-acts.ts'
import { payOut } from '../world/payouts.ts'
import { changeOrder, openOrderOn } from '../world/service-orders.ts'
import { sendFromTab } from '../world/tab-requests.ts'
import { openTab } from '../world/tabs.ts'
import { addFault, flip, freshOrder, move } from './move.ts'

/** Create requests that are refused, lost, late or not sent. */
export const createMoves = {
  'refuse, and deny lookups': move(
    (random) => ({
      what: random.pick(['deposit', 'payout'] as const),
      which: random.int(2),
      order: freshOrder(random),
    }),
    async (world, { what, which, order }) => {
      addFault(world, `${what}.create`, 'status:403', 1)
      world.network.denyLookups(true)
      if (what === 'payout') await payOut(world, `payout-${which}`, which === 0 ? 'text' : 'number')
      else openTab(world, order, 'transfer')
      await world.advance(60)
      for (const tab of world.tabs) tab.emit('leave')
      await world.advance((reviewAfterMinutes + 5) * 60)
      world.network.denyLookups(false)
    },
  ),
  // The checkout may get new time after its end only where no order exists.
  'refuse, and return after expiry': move(
    (random) => ({ order: freshOrder(random), method: random.pick(['transfer', 'form', null] as const) }),
    async (world, { order, method }) => {
      addFault(world, 'deposit.create', 'status:400', 1)
      openTab(world, order, 'transfer')
      await world.advance(15)
      const tab = world.tabs.at(-1)
      if (method !== null && tab?.session.state.view?.retry === true)
        void tab.session.start(filledIn(world, tab, { method }))
      await world.advance(5)
      for (const { emit } of world.tabs) emit('leave')
      await world.advance(expirySeconds)
      openTab(world, order, 'transfer')
      await world.advance(5)
    },
  ),
  'name no payment details': move(
    (random) => ({ order: freshOrder(random), ends: random.pick(['pay', 'fail', null] as const) }),
    async (world, { order, ends }) => {
      world.service.sendDetails(false)
      openTab(world, order, 'transfer')
      await world.advance(15)
      await world.check()
      world.service.sendDetails(true)
      const tab = world.tabs.at(-1)
      const open = tab && (await openOrderOn(world, tab))
      if (open !== undefined && ends !== null) await changeOrder(world, open.externalId, { do: ends })
      await world.advance(10)
    },
  ),
  'lose a create, and lookups lag': move(
    (random) => ({
      order: freshOrder(random),
      lag: random.pick([3, 8, 40, 1000]),
      times: random.int(4),
      seconds: random.pick([60, 60, expirySeconds]),
    }),
    async (world, { order, lag, times, seconds }) => {
      if (times > 0) addFault(world, 'deposit.create', 'drop-before', times)
      addFault(world, 'deposit.create', 'drop-after', 1)
      addFault(world, 'deposit.status', 'lag-status', lag)
      openTab(world, order, 'transfer')
      await world.advance(30)
      await world.check()
      await world.advance(seconds)
      await world.check()
      if (lag === 1000) world.service.endFaults()
    },
  ),
  // What the lookup has found is out of date once the refusal is stored; the order may exist.
  'look up while a create is under way': move(
    (random) => ({ order: freshOrder(random), commit: random.int(3) > 0, failing: random.pick([0, 40, 40]) }),
    async (world, { order, commit, failing }) => {
      const { callbackLoss } = world.conditions
      world.conditions.callbackLoss = 100
      addFault(world, 'deposit.create', 'status:400', 1, commit)
      world.network.delay({ what: 'request', ms: 3000 })
      openTab(world, order, 'transfer')
      await world.advance(1)
      await review(world, 'recheck', ({ state, externalTransactionId: id }) => {
        if (state === 'sending') world.network.delayLookup(6000, id)
        return state === 'sending'
      })
      await runPass(world)
      if (failing > 0) addFault(world, 'deposit.status', 'status:500', failing)
      await world.advance(10)
      await world.check()
      world.service.endFaults()
      world.conditions.callbackLoss = callbackLoss
    },
  ),
  'let a proxy answer a create': move(
    (random) => ({
      status: random.pick([404, 405, 409, 413, 429, 451, 502]),
      body: random.pick(['', '<html>', '{"error":"blocked"}']),
      arrives: flip(random),
    }),
    (world, answer) => world.network.answerNext(answer),
  ),
  'slow create': move(
    (random) => ({
      what: random.pick(['request', 'response'] as const),
      ms: random.pick([500, 5000, 9000, 11_000, 15_000]),
    }),
    (world, delay) => world.network.delay(delay),
  ),
  // Another one has its number by the time that the response arrives.
  'lose an attempt that starts': move(
    (random) => ({
      order: freshOrder(random),
      lost: 3 + random.int(25),
      methods: random.pick([
        ['transfer', 'form'],
        ['form', 'transfer'],
      ] as const),
    }),
    async (world, { order, lost, methods: [first, second] }) => {
      openTab(world, order, undefined)
      await world.advance(10)
      const tab = world.tabs.at(-1)
      const view = tab?.session.state.view
      if (tab === undefined || view?.status !== 'choosing') return
      world.network.delay({ what: 'response', ms: 9000 })
      const failovers = world.failover.count()
      await world.failover.plan({ kept: 0, lost })
      await sendFromTab(world, tab, '/attempts', { method: first, after: view.attempts })
      for (let waited = 0; waited < 6 && world.failover.count() === failovers; waited += 1)
        await world.advance(1)
      world.network.delay({ what: 'response', ms: 9000 })
      await sendFromTab(world, tab, '/attempts', { method: second, after: view.attempts })
      await world.advance(20)
    },
  ),
  'obtain a key slowly': move(
    (random) => ({ order: freshOrder(random), ms: random.pick([5000, 9800, 15_000, 40_000]) }),
    async (world, { order, ms }) => {
      const { storeSlow } = world.conditions
      // Together they take longer than a create may wait.
      if (ms === 9800) world.conditions.storeSlow = 50
      world.nextKeyMs = ms
      openTab(world, order, 'transfer')
      await world.advance(ms / 1000 + 1)
      world.conditions.storeSlow = storeSlow
      await world.check()
    },
  ),
  'obtain no key': move(
    (random) => ({ order: freshOrder(random), times: 1 + random.int(4) }),
    async (world, { order, times }) => {
      world.keyFailures = times
      openTab(world, order, 'transfer')
      await world.advance(20)
      await world.check()
      world.keyFailures = 0
    },
  ),
  'fault of a create': move(
    (random) => ({
      on: random.pick(['deposit.create', 'payout.create'] as const),
      effect: random.pick([
        'drop-before',
        'drop-after',
        'status:500',
        'status:503',
        'status:408',
        'status:202',
        'malformed',
      ] as const),
      commit: flip(random),
      times: 1 + random.int(2),
    }),
    (world, { on, effect, commit, times }) => addFault(world, on, effect, times, commit),
  ),
  // A refusal may be false: the order may exist.
  'refuse a create': move(
    (random) => ({
      on: random.pick(['deposit.create', 'payout.create'] as const),
      effect: random.pick(['status:400', 'status:403', 'status:404', 'status:429'] as const),
      commit: flip(random),
    }),
    (world, { on, effect, commit }) => addFault(world, on, effect, 1, commit),
  ),
}
