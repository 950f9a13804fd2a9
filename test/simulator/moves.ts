import type { Method } from '../../src/contract/index.ts'
import type { Random } from '../../src/sandbox/random.ts'
import type { Change, Fault, Order } from './service.ts'
import { expirySeconds, type Reviewed, reviewAfterMinutes, type World } from './world.ts'

/** One step of a history, with all that it draws. */
export interface Move {
  text: string
  perform(world: World): Promise<void>
}

interface MoveKind {
  weight: number
  draw(random: Random): Move
}

/** `draw` draws what the move does; `perform` does it. */
function move<T extends object>(
  name: string,
  weight: number,
  draw: (random: Random) => T,
  perform: (world: World, drawn: T) => Promise<void> | void,
): MoveKind {
  return {
    weight,
    draw(random) {
      const drawn = draw(random)
      return { text: `${name} ${JSON.stringify(drawn)}`, perform: async (world) => perform(world, drawn) }
    },
  }
}

type PriceChange = Parameters<World['changePrice']>[1]
const priceChanges: readonly [PriceChange[], ...PriceChange[][]] = [
  ['up'],
  ['down'],
  ['currency'],
  ['up', 'back'],
  ['up', 'back'],
  ['down', 'back'],
  ['currency', 'back'],
]

const flip = (random: Random): boolean => random.int(2) === 0
const order = (random: Random): string => `order-${random.int(3)}`
/** Rarely paid already. */
const freshOrder = (random: Random): string => `order-${random.int(20)}`
const methods = ['transfer', 'transfer', 'form', 'saved-card', 'saved-card'] as const satisfies Method[]
const nothing = () => ({})

/** `which`: an index from the newest item, modulo their number. */
const pick = <T>(list: readonly T[], which: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (which % list.length)]

const isFinal = ({ status }: Order): boolean => status === 'Success' || status === 'Failed'

async function changeOrder(
  world: World,
  which: number,
  applies: (order: Order) => boolean,
  control: Change,
): Promise<Order | undefined> {
  const found = pick(world.service.orders().filter(applies), which)
  if (found !== undefined) await world.change(found.externalId, control)
  return found
}

/** The orders that accept a control: the service never reopens a final order. */
const accepts =
  (what: string) =>
  (order: Order): boolean =>
    what === 'correct' ? order.status === 'Failed' && order.profile === 'p2p' : !isFinal(order)

/** The choice on a page; a card is one that the page offers. It may have been deleted on another. */
function choiceOn(world: World, which: number, method: Method) {
  const tab = pick(world.tabs, which)
  const view = tab?.session.state.view
  if (tab === undefined || view == null) return null
  const savedCard = method === 'saved-card' ? view.savedCards?.at(-1)?.id : undefined
  if (savedCard !== undefined) return { tab, view, choice: { method, savedCard } }
  return { tab, view, choice: { method: method === 'saved-card' ? ('form' as const) : method } }
}

const addFault = (
  world: World,
  on: Fault['on'],
  effect: Fault['effect'],
  times: number,
  commit = false,
): void => {
  world.service.addFault({ on, effect, times, commit })
}

const kinds: readonly MoveKind[] = [
  move(
    'open a page',
    5,
    (random) => ({
      order: order(random),
      method: random.int(6) > 0 ? random.pick(['transfer', 'form'] as const) : undefined,
    }),
    (world, { order, method }) => world.openTab(order, method),
  ),
  move(
    'close a page',
    1,
    (random) => ({ which: random.int(4) }),
    (world, { which }) => {
      const tab = pick(world.tabs, which)
      if (tab !== undefined) world.closeTab(tab)
    },
  ),
  move(
    'leave or return',
    2,
    (random) => ({ which: random.int(4), leave: flip(random) }),
    (world, { which, leave }) => pick(world.tabs, which)?.emit(leave ? 'leave' : 'return'),
  ),
  move(
    'choose a method',
    4,
    (random) => ({ which: random.int(3), method: random.pick(methods) }),
    (world, { which, method }) => {
      const chosen = choiceOn(world, which, method)
      if (chosen !== null && (chosen.view.status === 'choosing' || chosen.view.retry))
        void chosen.tab.session.start(world.filledIn(chosen.tab, chosen.choice))
    },
  ),
  move(
    'request an attempt',
    3,
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
      await world.sendFromTab(chosen.tab, '/attempts', {
        ...chosen.choice,
        after,
        ...(replace ? { replace } : {}),
      })
    },
  ),
  move(
    'report sent',
    2,
    (random) => ({ which: random.int(3), sent: random.int(4) > 0 }),
    async (world, { which, sent }) => {
      const tab = pick(world.tabs, which)
      const attempt = tab?.session.state.view?.attempts ?? 0
      if (tab !== undefined && attempt > 0)
        await world.sendFromTab(tab, `/attempts/${attempt}/sent`, { sent })
      if (sent) tab?.session.reportSent()
    },
  ),
  // Failed, expired or late: the payer says so, also twice; the money turns up, an operator declines, or nothing happens.
  move(
    'claim',
    4,
    (random) => ({
      order: freshOrder(random),
      missed: random.pick(['failed', 'failed', 'expired', 'late'] as const),
      says: random.pick([{ bank: '' }, { bank: 'Bank' }, { bank: 'Another' }]),
      ends: random.pick(['paid', 'paid', 'paid unseen', 'declined', 'declined four times', null] as const),
      again: flip(random),
    }),
    async (world, { order, missed, says, ends, again }) => {
      world.openTab(order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      if (tab === undefined || open === undefined) return
      if (missed === 'failed') await world.change(open.externalId, { do: 'fail' })
      await world.advance(missed === 'failed' ? 20 : missed === 'late' ? 1200 : expirySeconds)
      const { view } = tab.session.state
      if (view !== null) world.invariants.checkWayToClaim(view)
      const claim = (content: object) => world.sendFromTab(tab, `/attempts/${view?.attempts}/claim`, content)
      const number = () => tab.session.state.view?.claim?.number
      if (ends === 'paid unseen') world.network.denyLookups(true)
      for (let count = ends === 'declined four times' ? 4 : 1; count > 0; count -= 1) {
        await Promise.all([claim(says), ...(again ? [claim({ bank: 'Another', note: 'Please look' })] : [])])
        await world.advance(3)
        const decline = { reason: 'not_received', text: 'It is not there.' }
        if (ends?.startsWith('declined') && number() !== undefined)
          await world.asOperator('ann', 'POST', `/claims/${number()}/decline`, JSON.stringify(decline))
      }
      if (ends?.startsWith('paid'))
        await world.change(open.externalId, { do: missed === 'failed' ? 'correct' : 'pay' })
      await world.advance(30)
      await world.check()
      world.network.denyLookups(false)
    },
  ),
  // Another has followed, which may pay the order; the money of the first may turn up, too.
  move(
    'claim an earlier attempt',
    2,
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      ends: random.pick(['pay', 'fail', 'fail', null] as const),
      corrects: random.int(3) === 0,
    }),
    async (world, { order, method, ends, corrects }) => {
      world.openTab(order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const first = tab && (await world.orderOn(tab))
      const after = tab?.session.state.view?.attempts ?? 0
      if (tab === undefined || first === undefined) return
      await world.change(first.externalId, { do: 'fail' })
      await world.advance(20)
      await world.sendFromTab(tab, '/attempts', { method, after })
      await world.advance(8)
      const second = await world.orderOn(tab)
      if (ends !== null && second !== undefined) await world.change(second.externalId, { do: ends })
      await world.advance(20)
      const { view } = tab.session.state
      if (view !== null) world.invariants.checkWayToClaim(view)
      await world.sendFromTab(tab, `/attempts/${after}/claim`, { bank: 'Bank' })
      if (corrects) await world.change(first.externalId, { do: 'correct' })
      await world.advance(20)
      await world.check()
    },
  ),
  move(
    'ask for more time',
    1,
    (random) => ({ which: random.int(3) }),
    async (world, { which }) => {
      const tab = pick(world.tabs, which)
      if (tab !== undefined) await world.sendFromTab(tab, '/extend', {})
    },
  ),
  move(
    'delete a card',
    1,
    (random) => ({ which: random.int(3) }),
    (world, { which }) => {
      const { tab, choice } = choiceOn(world, which, 'saved-card') ?? {}
      if (choice?.method === 'saved-card') void tab?.session.deleteCard(choice.savedCard)
    },
  ),
  move(
    'use the card of another customer',
    3,
    (random) => {
      const owner = flip(random)
      const orderOf = (isOwner: boolean): string =>
        `order-${5 * random.int(4) + (isOwner === owner ? 4 : random.int(4))}`
      const orders = { paid: orderOf(true), shown: orderOf(true), other: orderOf(false) }
      return { ...orders, deletes: flip(random) }
    },
    async (world, { paid, shown, other, deletes }) => {
      world.openTab(paid, 'form')
      await world.advance(8)
      const payer = world.tabs.at(-1)
      const open = payer && (await world.orderOn(payer))
      if (open !== undefined) await world.change(open.externalId, { do: 'pay' })
      await world.advance(25)
      world.openTab(shown, undefined)
      await world.advance(3)
      const card = world.tabs.at(-1)?.session.state.view?.savedCards?.at(-1)?.id
      world.openTab(other, undefined)
      await world.advance(3)
      await world.check()
      const tab = world.tabs.at(-1)
      if (card === undefined || tab === undefined) return
      if (deletes) await world.deleteCardFromTab(tab, card)
      else await world.sendFromTab(tab, '/attempts', { method: 'saved-card', savedCard: card, after: 0 })
      await world.advance(10)
      await world.check()
    },
  ),
  move(
    'request a payout that cannot be',
    1,
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
      const status = await world.asOperator('ann', 'POST', '/payouts', body)
      // It is 503 where the store has failed.
      if (status !== null && status < 500) world.invariants.onMalformed(body, status)
    },
  ),
  move(
    'request another payout under the same reference',
    1,
    (random) => ({ which: random.int(4) }),
    async (world, { which }) => {
      const reference = `payout-${which}`
      await world.payOut(reference, which === 0 ? 'text' : 'number')
      const additionalFields = [{ key: 'accountNumber', value: '4' }]
      const body = JSON.stringify({ reference, amount: '11.00', currency: 'UAH', additionalFields })
      if (!(await world.hasPayout(reference))) return
      const status = await world.asOperator('bob', 'POST', '/payouts', body)
      if (status !== null && status < 500) world.invariants.onConflict(reference, status)
    },
  ),
  move(
    'pay out',
    2,
    (random) => ({
      which: random.int(4),
      refusal: random.pick([null, null, 'status:400', 'status:403', 'status:404', 'status:422'] as const),
      approver: random.pick(['ann', 'bob', null] as const),
    }),
    async (world, { which, refusal, approver }) => {
      if (refusal !== null) addFault(world, 'payout.create', refusal, 1)
      await world.payOut(`payout-${which}`, which === 0 ? 'text' : 'number')
      if (approver !== null) await world.decidePayouts(approver, 'approve')
    },
  ),
  move(
    'refuse, and deny lookups',
    1,
    (random) => ({
      what: random.pick(['deposit', 'payout'] as const),
      which: random.int(2),
      order: freshOrder(random),
    }),
    async (world, { what, which, order }) => {
      addFault(world, `${what}.create`, 'status:403', 1)
      world.network.denyLookups(true)
      if (what === 'payout') await world.payOut(`payout-${which}`, which === 0 ? 'text' : 'number')
      else world.openTab(order, 'transfer')
      await world.advance(60)
      for (const tab of world.tabs) tab.emit('leave')
      await world.advance((reviewAfterMinutes + 5) * 60)
      world.network.denyLookups(false)
    },
  ),
  // The checkout may get new time after its end only where no order exists.
  move(
    'refuse, and return after expiry',
    2,
    (random) => ({ order: freshOrder(random), method: random.pick(['transfer', 'form', null] as const) }),
    async (world, { order, method }) => {
      addFault(world, 'deposit.create', 'status:400', 1)
      world.openTab(order, 'transfer')
      await world.advance(15)
      const tab = world.tabs.at(-1)
      if (method !== null && tab?.session.state.view?.retry === true)
        void tab.session.start(world.filledIn(tab, { method }))
      await world.advance(5)
      for (const { emit } of world.tabs) emit('leave')
      await world.advance(expirySeconds)
      world.openTab(order, 'transfer')
      await world.advance(5)
    },
  ),
  // The lookup that precedes it is answered late, after another has found the correction.
  move(
    'correct while an attempt is replaced',
    2,
    (random) => ({ order: freshOrder(random), seconds: random.pick([4, 9]) }),
    async (world, { order, seconds }) => {
      world.openTab(order, 'transfer')
      await world.advance(4)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      if (tab === undefined || open === undefined) return
      await world.change(open.externalId, { do: 'fail' })
      world.network.delayLookup(seconds * 1000)
      await world.sendFromTab(tab, '/attempts', { method: 'form', after: 1, replace: true })
      await world.change(open.externalId, { do: 'correct' })
      await world.advance(20)
    },
  ),
  move(
    'reopen',
    2,
    (random) => ({ which: random.int(3) }),
    async (world, { which }) => {
      const id = pick(world.tabs, which)?.session.state.view?.id
      if (id !== undefined) await world.asOperator('ann', 'POST', `/checkouts/${id}/reopen`, '')
    },
  ),
  // Lookups deny what callbacks report, so a callback waits, and later a review.
  move(
    'reopen while the outcome is disputed',
    2,
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      what: random.pick(['pay', 'fail'] as const),
      minutes: random.pick([0, 0, reviewAfterMinutes + 2]),
    }),
    async (world, { order, method, what, minutes }) => {
      world.openTab(order, method)
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      const id = tab?.session.state.view?.id
      if (open === undefined || id === undefined) return
      world.network.denyLookups(true)
      await world.change(open.externalId, { do: what })
      const callback = world.callbacks.findLast(({ body }) => body.includes(open.externalId))
      if (callback !== undefined) await world.deliverCallback(callback)
      await world.advance(3 + minutes * 60)
      await world.asOperator('ann', 'POST', `/checkouts/${id}/reopen`, '')
      await world.check()
      world.network.denyLookups(false)
    },
  ),
  // Only callbacks report it, since lookups name no amount any more.
  move(
    'pay less, and later more',
    2,
    (random) => ({ order: freshOrder(random), hides: random.int(4) > 0 }),
    async (world, { order, hides }) => {
      world.openTab(order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      if (open === undefined) return
      const { callbackLoss } = world.conditions
      world.conditions.callbackLoss = 0
      const change = (control: Change): Promise<void> => world.change(open.externalId, control)
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
  move(
    'start another way beside a saved card',
    1,
    (random) => ({ orders: [freshOrder(random), freshOrder(random)], reopens: flip(random) }),
    async (world, { orders, reopens }) => {
      for (const order of orders) {
        world.openTab(order, undefined)
        await world.advance(5)
        const chosen = choiceOn(world, 0, 'saved-card')
        if (chosen === null) return
        const { tab, view, choice } = chosen
        await world.sendFromTab(tab, '/attempts', { ...choice, after: view.attempts })
        await world.advance(8)
        if (choice.method !== 'saved-card') {
          await changeOrder(world, 0, (one) => one.profile === 'form' && !isFinal(one), { do: 'pay' })
          await world.advance(20)
        } else if (reopens) await world.asOperator('ann', 'POST', `/checkouts/${view.id}/reopen`, '')
        else
          await world.sendFromTab(tab, '/attempts', {
            method: 'form',
            after: view.attempts + 1,
            replace: true,
          })
      }
    },
  ),
  // Operators at once, before or after the money arrives, which may be another amount than the one asked for.
  move(
    'refund',
    2,
    (random) => ({
      order: freshOrder(random),
      paid: random.pick(['900.00', '1250.00', '1300.5', null]),
      amounts: [0, 1, 2].map(() => random.pick(['350.5', '900.00', '1000.00', '1250.00', '1300.51'])),
      withdraws: flip(random),
    }),
    async (world, { order, paid, amounts, withdraws }) => {
      world.openTab(order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      const id = tab?.session.state.view?.id
      if (id === undefined) return
      if (open !== undefined && paid !== null) {
        await world.change(open.externalId, { do: 'amount', amount: paid })
        await world.change(open.externalId, { do: 'pay' })
        await world.advance(20)
      }
      const request = (amount: string, n: number) =>
        world.refund(n === 0 ? 'ann' : 'bob', id, amount, `Refund ${n}`)
      const [refund] = (await Promise.all(amounts.map(request))).filter((made) => made !== null)
      await world.check()
      if (!withdraws || refund === undefined) return
      await world.asOperator('ann', 'POST', `/checkouts/${id}/refunds/${refund.id}/withdraw`, '')
      await world.advance(5)
      await world.check()
      await request('350.5', amounts.length)
    },
  ),
  // The payer gives the destination, also on two pages at once; its payout fails, is called absent, or is paid, also late.
  move(
    'refund to a destination',
    5,
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
      world.openTab(order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      const id = tab?.session.state.view?.id
      if (id === undefined || open === undefined) return
      await world.change(open.externalId, { do: 'pay' })
      await world.advance(20)
      const refund = await world.refund('ann', id, amount, `Refund of ${amount}`)
      if (refund === null) return
      // Each issues its link again.
      for (const name of isRepeated ? (['bob', 'ann'] as const) : [])
        await world.refund(name, id, amount, `Refund of ${amount}`)
      if (outcome === 'correct') {
        world.invariants.onLateAmount(open.externalTransactionId)
        await world.change(open.externalId, { do: 'amount', amount: '900.00' })
        await world.advance(20)
      }
      if (outcome === 'turn up') {
        addFault(world, 'payout.create', 'status:400', 1, true)
        addFault(world, 'payout.status', 'lag-status', 6)
      }
      await Promise.all(Array.from({ length: isRepeated ? 2 : 1 }, () => world.giveDestination(refund)))
      await world.advance(3)
      await world.decidePayouts('bob', outcome === 'reject' ? 'reject' : 'approve')
      await world.advance(outcome === 'turn up' ? 90 : 15)
      const payout = (await world.refundOrder(refund))?.externalId
      const change = (control: Change): Promise<void> => world.change(payout ?? '', control)
      if (payout !== undefined && outcome !== null && outcome !== 'reject' && outcome !== 'correct')
        await change({ do: outcome === 'fail' || outcome === 'pay late' ? 'fail' : 'pay' })
      await world.advance(30)
      if (payout !== undefined && outcome === 'pay late') {
        await change({ do: 'status', status: 'Success' })
        await world.review('recheck', (reviewed) => reviewed.order?.externalId === payout)
      }
      await world.advance(seconds)
      await world.check()
      const next = await world.refund('bob', id, again, `Refund of ${again}`)
      if (next !== null) await world.giveDestination(next)
      await world.decidePayouts('ann', 'approve')
      await world.check()
    },
  ),
  move(
    'reconcile',
    2,
    (random) => {
      const one = () => (flip(random) ? random.int(8) : null)
      return {
        ...{ missing: one(), otherAmount: one(), otherStatus: one(), hasStranger: flip(random) },
        ids: random.pick(['both', 'externalId', 'externalTransactionId'] as const),
        looksUp: flip(random),
      }
    },
    (world, wrong) => world.reconcile(wrong),
  ),
  move(
    'decide payouts',
    3,
    (random) => ({
      name: random.pick(['ann', 'bob'] as const),
      action: random.pick(['approve', 'approve', 'reject'] as const),
    }),
    (world, { name, action }) => world.decidePayouts(name, action),
  ),
  move('accept less than asked', 2, nothing, (world) => world.review('accept', ({ underpaid }) => underpaid)),
  move('acknowledge reviews', 1, nothing, (world) =>
    world.review('acknowledge', ({ reason }) => reason !== ''),
  ),
  move('look up reviews again', 1, nothing, (world) =>
    world.review('recheck', ({ reason }) => reason !== ''),
  ),
  move('discard what the service does not have', 1, nothing, (world) =>
    world.review('discard', ({ reason, order }) => reason === 'unresolved' && order === undefined),
  ),
  // In half of all histories an operator then has it looked up again, and it is still there.
  move('discard an order of another system', 1, nothing, async (world) => {
    const isOfAnother = ({ reason, externalTransactionId: id }: Reviewed): boolean =>
      reason === 'foreign' && world.invariants.isForeign(id)
    await world.review('discard', isOfAnother)
    if (world.service.orders().length % 2 === 0) await world.review('recheck', isOfAnother)
  }),
  move(
    'name no payment details',
    1,
    (random) => ({ order: freshOrder(random), ends: random.pick(['pay', 'fail', null] as const) }),
    async (world, { order, ends }) => {
      world.service.sendDetails(false)
      world.openTab(order, 'transfer')
      await world.advance(15)
      await world.check()
      world.service.sendDetails(true)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      if (open !== undefined && ends !== null) await world.change(open.externalId, { do: ends })
      await world.advance(10)
    },
  ),
  move(
    'erase a customer',
    1,
    (random) => ({ which: random.int(2) }),
    (world, { which }) => world.eraseCustomer(which),
  ),
  ...(
    [
      ['pay', 4, { do: 'pay' }],
      ['fail', 4, { do: 'fail' }],
      ['correct', 5, { do: 'correct' }],
    ] as const
  ).map(([name, weight, control]) =>
    move(
      name,
      weight,
      (random) => ({ which: random.int(4) }),
      async (world, { which }) => {
        await changeOrder(world, which, accepts(control.do), control)
      },
    ),
  ),
  move(
    'change the amount',
    2,
    (random) => ({ which: random.int(4), amount: random.pick(['900.00', '1250.0', '1300.5']) }),
    async (world, { which, amount }) => {
      await changeOrder(world, which, accepts('amount'), { do: 'amount', amount })
    },
  ),
  move(
    'change the status',
    1,
    (random) => ({ which: random.int(4), status: random.pick(['Processing', 'Created', 'Frozen']) }),
    async (world, { which, status }) => {
      await changeOrder(world, which, accepts('status'), { do: 'status', status })
    },
  ),
  move(
    'fail, and later succeed',
    3,
    (random) => ({ which: random.int(2), seconds: random.pick([25, 150]) }),
    async (world, { which, seconds }) => {
      const failed = await changeOrder(world, which, accepts('fail'), { do: 'fail' })
      await world.advance(seconds)
      if (failed === undefined) return
      // The service corrects transfers only.
      const later: Change = failed.profile === 'p2p' ? { do: 'correct' } : { do: 'status', status: 'Success' }
      await world.change(failed.externalId, later)
      await world.advance(5)
    },
  ),
  move(
    'pay another amount',
    3,
    (random) => ({
      which: random.int(2),
      amount: random.pick(['900.00', '900.00', '1300.5']),
      hidden: flip(random),
      action: random.pick(['accept', 'acknowledge', null] as const),
    }),
    async (world, { which, amount, hidden, action }) => {
      if (hidden) world.network.hideDetails()
      const changed = await changeOrder(world, which, accepts('pay'), { do: 'amount', amount })
      if (changed !== undefined) await world.change(changed.externalId, { do: 'pay' })
      await world.advance(10)
      if (action !== null) await world.review(action, ({ underpaid }) => underpaid)
    },
  ),
  // Lookups report the open order once more, or nothing after its first other amount.
  move(
    'pay less, and report it late',
    2,
    (random) => ({
      order: freshOrder(random),
      hides: random.int(3) === 0,
      lookups: random.pick([1, 2, 8, 40]),
      status: random.pick([null, null, 'Reversed']),
    }),
    async (world, { order, hides, lookups, status }) => {
      world.openTab(order, 'transfer')
      await world.advance(15)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      if (open === undefined) return
      const change = (control: Change): Promise<void> => world.change(open.externalId, control)
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
      await world.review('recheck', (reviewed) => reviewed.order?.externalId === open.externalId)
      await world.advance(30)
      await world.check()
      world.conditions.callbackLoss = callbackLoss
    },
  ),
  move(
    'use an id that another system has used',
    2,
    (random) => ({
      what: random.pick(['transfer', 'form', 'form', 'payout'] as const),
      order: freshOrder(random),
      which: random.int(4),
      sign: random.pick(['currency', 'history'] as const),
      action: random.pick(['pay', 'fail', null] as const),
      hides: flip(random),
    }),
    async (world, { what, order, which, sign, action, hides }) => {
      world.network.takeNextId(sign)
      if (what === 'payout') await world.payOut(`payout-${which}`, which === 0 ? 'text' : 'number')
      else world.openTab(order, what)
      await world.advance(30)
      await world.check()
      if (hides) await world.hideForeign()
      const newest = world.service.orders().at(-1)
      if (newest !== undefined && !isFinal(newest) && action !== null)
        await world.change(newest.externalId, { do: action })
      await world.review('recheck', ({ reason }) => reason === 'foreign')
      await world.advance(10)
    },
  ),
  // Its order is another system's; later a lookup names an order of ours, and none says any more whose it is.
  move(
    'confuse an order of another system',
    2,
    (random) => ({
      orders: [freshOrder(random), freshOrder(random)] as const,
      sign: random.pick(['currency', 'history'] as const),
    }),
    async (world, { orders: [first, second], sign }) => {
      world.openTab(first, 'transfer')
      await world.advance(8)
      const other = await world.placedOrder('checkout', 0)
      if (other === undefined) return
      world.network.takeNextId(sign)
      world.openTab(second, 'transfer')
      await world.advance(30)
      await world.hideForeign()
      await world.review('recheck', ({ reason, order, externalTransactionId: id }) => {
        if (reason !== 'foreign' || order === undefined) return false
        world.network.confuseNext({ kind: 'checkout', externalId: other, id })
        return true
      })
      await world.advance(10)
      await world.review('recheck', ({ reason }) => reason === 'foreign')
      await world.advance(10)
      await world.check()
    },
  ),
  move(
    'confuse two orders in a response',
    2,
    (random) => ({
      what: random.pick(['checkout', 'payout'] as const),
      order: freshOrder(random),
      which: random.int(4),
      isLookup: flip(random),
    }),
    async (world, { what, order, which, isLookup }) => {
      const other = await world.placedOrder(what, which)
      if (other === undefined) return
      if (isLookup) addFault(world, what === 'payout' ? 'payout.create' : 'deposit.create', 'drop-after', 1)
      world.network.confuseNext({ kind: what, externalId: other })
      if (what === 'payout') await world.payOut(`payout-${which}`, which === 0 ? 'text' : 'number')
      else world.openTab(order, 'transfer')
      await world.advance(30)
      await world.check()
    },
  ),
  move(
    'change a price while an attempt starts',
    2,
    (random) => ({
      order: freshOrder(random),
      orderMs: random.pick([0, 3000, 3000]),
      frozenAfter: random.pick([0, 0, 1 + random.int(8)]),
      starts: random.int(5) < 2,
      changes: random.pick(priceChanges),
    }),
    async (world, { order, orderMs, frozenAfter, starts, changes }) => {
      world.openTab(order, undefined)
      await world.advance(3)
      const tab = world.tabs.at(-1)
      if (tab?.session.state.view?.attempts !== 0) return
      const gates = [0, 1, 2].map((which) => world.instance(which).gate)
      if (frozenAfter > 0) for (const gate of gates) gate.stopAfter(frozenAfter, 'freeze')
      world.nextOrderMs = orderMs
      if (starts) await world.sendFromTab(tab, '/attempts', { method: 'transfer', after: 0 })
      else world.openTab(order, undefined)
      await world.advance(1)
      for (const gate of gates) if (!gate.isStopped()) gate.resume()
      for (const how of changes) {
        world.nextOrderMs = how === 'back' ? 0 : orderMs
        world.changePrice(order, how)
        world.openTab(order, undefined)
        await world.advance(1)
      }
      await world.advance(8)
      await world.check()
      // Also of a token issued earlier.
      world.openTab(order, undefined)
      await world.advance(3)
      await world.check()
    },
  ),
  move(
    'never answer lookups',
    1,
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
      if (method === 'payout') await world.payOut('payout-0', 'text')
      else world.openTab(order, method)
      await world.advance((reviewAfterMinutes + 3) * 60)
      await world.check()
      // Accepting it makes the order of another system ours: that is the operator's word.
      if (action !== null)
        await world.review(
          action,
          ({ reason }) => reason !== '' && (action !== 'accept' || reason !== 'foreign'),
        )
      world.network.denyLookups(false)
    },
  ),
  // No parser takes it; an empty one of a lookup is none.
  move(
    'report an unreadable amount',
    2,
    (random) => ({
      order: freshOrder(random),
      amount: random.pick(['1.250,00', '', '-900.00', 'NaN', '1e400']),
      how: random.pick(['lookup', 'callback'] as const),
      action: random.pick(['accept', 'recheck', null] as const),
    }),
    async (world, { order, amount, how, action }) => {
      world.openTab(order, 'transfer')
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      // Of another status it is not paid, and the callback would lie.
      if (open === undefined || !['Created', 'Processing'].includes(open.status)) return
      if (how === 'lookup') world.network.garbleAmounts(amount)
      const callback = world.callbacks.findLast(({ body }) => body.includes(open.externalId))
      if (how === 'callback' && callback !== undefined)
        await world.deliverCallback(world.signCallback(callback, { status: 'Success', amount }))
      await world.change(open.externalId, { do: 'pay' })
      await world.advance(40)
      await world.check()
      if (action !== null) await world.review(action, ({ reason }) => reason === 'amount')
      world.network.garbleAmounts(null)
      await world.advance(10)
    },
  ),
  // Of an order that was found in the one asked for.
  move(
    'change the currency while pending',
    2,
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      ends: random.pick(['pay', 'pay', 'fail', null] as const),
      action: random.pick(['accept', 'recheck', null] as const),
    }),
    async (world, { order, method, ends, action }) => {
      world.openTab(order, method)
      await world.advance(20)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      if (open === undefined || !['Init', 'Created', 'Processing'].includes(open.status)) return
      world.invariants.onOtherCurrency(open.externalTransactionId)
      world.network.changeCurrency(open.externalId)
      await world.advance(20)
      if (ends !== null) await world.change(open.externalId, { do: ends })
      await world.advance(40)
      await world.check()
      if (action !== null) await world.review(action, ({ reason }) => reason === 'currency')
      await world.advance(10)
      const callback = world.callbacks.findLast(({ body }) => body.includes(open.externalId))
      if (ends !== 'pay' || action !== null || callback === undefined) return
      // A failure after success is late news, also where no lookup says so.
      world.network.denyLookups(true)
      await world.deliverCallback(world.signCallback(callback, { status: 'Failed' }))
      await world.advance((reviewAfterMinutes + 2) * 60)
      await world.check()
      world.network.denyLookups(false)
    },
  ),
  // Callbacks alone report it for so long that a deadline passes.
  move(
    'deny lookups for long',
    2,
    (random) => ({
      which: random.int(2),
      until: random.pick(['fail', 'correct', 'pay'] as const),
    }),
    async (world, { which, until }) => {
      world.network.denyLookups(true)
      const first = until === 'pay' ? 'pay' : 'fail'
      const changed = await changeOrder(world, which, accepts(first), { do: first })
      if (changed !== undefined && until === 'correct')
        await world.change(changed.externalId, { do: 'correct' })
      for (let minutes = 0; minutes < reviewAfterMinutes + 2; minutes += 3) {
        await world.advance(180)
        await world.check()
      }
      world.network.denyLookups(false)
    },
  ),
  move(
    'change the method repeatedly',
    2,
    (random) => ({ times: 2 + random.int(6), sent: random.int(6) === 0, ahead: random.int(3) === 0 }),
    async (world, { times, sent, ahead }) => {
      let waiting: Order | undefined
      const endWaiting = async (): Promise<void> => {
        if (waiting !== undefined) await world.change(waiting.externalId, { do: 'status', status: 'Failed' })
        waiting = undefined
      }
      for (let count = 0; count < times; count += 1) {
        const which = world.tabs.findLastIndex(({ session }) => session.state.view?.canReplace === true)
        const chosen = choiceOn(world, world.tabs.length - 1 - which, count % 2 === 0 ? 'form' : 'transfer')
        if (which < 0 || chosen === null) return await endWaiting()
        const { choice, tab, view } = chosen
        if (sent) await world.sendFromTab(tab, `/attempts/${view.attempts}/sent`, { sent })
        // The callback of a status may be ahead of what lookups report.
        const open = ahead ? await world.orderOn(tab) : undefined
        const callback = world.callbacks.findLast(({ body }) => body.includes(open?.externalId ?? 'nothing'))
        const deliverAhead = async (): Promise<void> => {
          if (callback === undefined) return
          await world.deliverCallback(world.signCallback(callback, { status: 'Failed' }))
          await world.advance(15)
        }
        // Or once its attempt is replaced, so it waits while the next one is.
        const isLate = times % 2 === 1
        if (!isLate) await deliverAhead()
        await world.sendFromTab(tab, '/attempts', { ...choice, after: view.attempts, replace: true })
        await endWaiting()
        waiting = open
        if (isLate && count % 2 === 0) await deliverAhead()
        else await endWaiting()
        await world.advance(4)
      }
      await endWaiting()
    },
  ),
  move(
    'lose a create, and lookups lag',
    2,
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
      world.openTab(order, 'transfer')
      await world.advance(30)
      await world.check()
      await world.advance(seconds)
      await world.check()
      if (lag === 1000) world.service.endFaults()
    },
  ),
  // What the lookup has found is out of date once the refusal is stored; the order may exist.
  move(
    'look up while a create is under way',
    2,
    (random) => ({ order: freshOrder(random), commit: random.int(3) > 0, failing: random.pick([0, 40, 40]) }),
    async (world, { order, commit, failing }) => {
      const { callbackLoss } = world.conditions
      world.conditions.callbackLoss = 100
      addFault(world, 'deposit.create', 'status:400', 1, commit)
      world.network.delay({ what: 'request', ms: 3000 })
      world.openTab(order, 'transfer')
      await world.advance(1)
      await world.review('recheck', ({ state, externalTransactionId: id }) => {
        if (state === 'sending') world.network.delayLookup(6000, id)
        return state === 'sending'
      })
      await world.pass()
      if (failing > 0) addFault(world, 'deposit.status', 'status:500', failing)
      await world.advance(10)
      await world.check()
      world.service.endFaults()
      world.conditions.callbackLoss = callbackLoss
    },
  ),
  move(
    'delete a card between two payments by it',
    2,
    (random) => ({ orders: [freshOrder(random), freshOrder(random)] }),
    async (world, { orders }) => {
      for (const order of orders) {
        world.openTab(order, 'form')
        await world.advance(8)
      }
      for (const which of [0, 0]) {
        await changeOrder(world, which, (one) => one.profile === 'form' && !isFinal(one), { do: 'pay' })
        await world.advance(20)
        await world.check()
        for (const { session } of world.tabs) {
          const card = session.state.view?.savedCards?.at(-1)?.id
          if (card !== undefined) void session.deleteCard(card)
        }
        await world.advance(5)
        await world.check()
      }
    },
  ),
  move(
    'return after expiry',
    2,
    (random) => ({ order: order(random), method: random.pick(['transfer', 'form'] as const) }),
    async (world, { order, method }) => {
      for (const tab of world.tabs) tab.emit('leave')
      await world.advance(expirySeconds)
      world.openTab(order, method)
      await world.advance(5)
    },
  ),
  move(
    'refresh a page',
    2,
    (random) => ({ which: random.int(3) }),
    (world, { which }) => pick(world.tabs, which)?.session.refresh(),
  ),
  move(
    'let a proxy answer a create',
    2,
    (random) => ({
      status: random.pick([404, 405, 409, 413, 429, 451, 502]),
      body: random.pick(['', '<html>', '{"error":"blocked"}']),
      arrives: flip(random),
    }),
    (world, answer) => world.network.answerNext(answer),
  ),
  // The service never does this; the shop keeps the first final status.
  move(
    'contradict a final status',
    2,
    (random) => ({ which: random.int(2), status: random.pick(['Failed', 'Processing', 'Success']) }),
    async (world, { which, status }) => {
      const applies = (order: Order): boolean =>
        isFinal(order) && order.status !== status && (order.profile !== 'p2p' || status !== 'Success')
      await changeOrder(world, which, applies, { do: 'status', status })
    },
  ),
  move(
    'change the amount of a final order',
    2,
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
      await world.change(changed.externalId, { do: 'amount', amount })
    },
  ),
  move(
    'change the amount while a lookup is under way',
    3,
    (random) => ({
      order: freshOrder(random),
      method: random.pick(['transfer', 'form'] as const),
      amount: random.pick(['900.00', '1300.5']),
    }),
    async (world, { order, method, amount }) => {
      world.openTab(order, method)
      await world.advance(8)
      const tab = world.tabs.at(-1)
      const open = tab && (await world.orderOn(tab))
      if (open === undefined) return
      // It begins within 8 s.
      world.network.delayLookup(9000, open.externalId)
      await world.change(open.externalId, { do: 'pay' })
      await world.advance(8)
      // No later lookup names it.
      world.network.hideDetails()
      world.invariants.onLateAmount(open.externalTransactionId)
      await world.change(open.externalId, { do: 'amount', amount })
      await world.advance(30)
      await world.check()
    },
  ),
  move(
    'deliver a callback',
    4,
    (random) => ({ which: random.int(10), forged: random.int(3) === 0 }),
    async (world, { which, forged }) => {
      const callback = pick(world.callbacks, which)
      if (callback === undefined) return
      const body = forged ? callback.body.replace(/"status":"[^"]*"/, '"status":"Success"') : callback.body
      await world.deliverCallback({ ...callback, body })
    },
  ),
  move(
    'deliver another order type',
    2,
    (random) => ({
      which: random.int(5),
      orderType: random.pick(['Refund', 'Withdrawal', 'Deposit', 'chargeback']),
      status: random.pick(['Success', 'Failed', 'Processing']),
    }),
    async (world, { which, orderType, status }) => {
      // Of an order under way, or with the id of no order.
      const callback = pick(world.callbacks, which)
      if (callback === undefined) return
      const isOwn = callback.body.includes(`"orderType":"${orderType}"`)
      const change = { orderType, status, ...(isOwn ? { externalId: 'another system' } : {}) }
      await world.deliverCallback(world.signCallback(callback, change))
    },
  ),
  // With the key of another pipeline, whose orders it may report.
  move(
    'sign a callback with another key',
    1,
    (random) => ({
      which: random.int(5),
      status: random.pick(['Success', 'Failed', 'Processing']),
      ends: random.pick(['pay', 'fail', null] as const),
    }),
    async (world, { which, status, ends }) => {
      const open = pick(world.service.orders().filter(accepts('pay')), which)
      const callback = world.callbacks.findLast(({ body }) => body.includes(open?.externalId ?? 'nothing'))
      if (open === undefined || callback === undefined) return
      const by = open.pipeline === 'form' ? 'p2p' : 'form'
      await world.deliverCallback(world.signCallback(callback, { status }, by))
      await world.advance(20)
      if (ends !== null) await world.change(open.externalId, { do: ends })
    },
  ),
  move('hide amounts and histories', 1, nothing, (world) => world.network.hideDetails()),
  move(
    'fail events',
    1,
    (random) => ({ times: random.pick([1, 3, 10]) }),
    (world, { times }) => {
      world.eventFailures = times
    },
  ),
  move(
    'slow create',
    2,
    (random) => ({
      what: random.pick(['request', 'response'] as const),
      ms: random.pick([500, 5000, 9000, 11_000, 15_000]),
    }),
    (world, delay) => world.network.delay(delay),
  ),
  move(
    'obtain a key slowly',
    1,
    (random) => ({ order: freshOrder(random), ms: random.pick([5000, 9800, 15_000, 40_000]) }),
    async (world, { order, ms }) => {
      const { storeSlow } = world.conditions
      // Together they take longer than a create may wait.
      if (ms === 9800) world.conditions.storeSlow = 50
      world.nextKeyMs = ms
      world.openTab(order, 'transfer')
      await world.advance(ms / 1000 + 1)
      world.conditions.storeSlow = storeSlow
      await world.check()
    },
  ),
  move(
    'obtain no key',
    1,
    (random) => ({ order: freshOrder(random), times: 1 + random.int(4) }),
    async (world, { order, times }) => {
      world.keyFailures = times
      world.openTab(order, 'transfer')
      await world.advance(20)
      await world.check()
      world.keyFailures = 0
    },
  ),
  move(
    'fault of a create',
    3,
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
  move(
    'refuse a create',
    2,
    (random) => ({
      on: random.pick(['deposit.create', 'payout.create'] as const),
      effect: random.pick(['status:400', 'status:403', 'status:404', 'status:429'] as const),
      commit: flip(random),
    }),
    (world, { on, effect, commit }) => addFault(world, on, effect, 1, commit),
  ),
  // Denied for so long that a deadline passes.
  move(
    'fault of lookups',
    2,
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
  move(
    'stop an instance',
    3,
    (random) => ({
      which: random.int(3),
      how: random.pick(['crash', 'freeze'] as const),
      after: random.int(15),
    }),
    (world, { which, how, after }) => world.instance(which).gate.stopAfter(after, how),
  ),
  move(
    'freeze while an attempt starts',
    1,
    (random) => ({
      order: freshOrder(random),
      after: 2 + random.int(8),
      seconds: random.pick([25, 150]),
      lag: random.pick([0, 20]),
      frozen: random.pick([[], [], [0], [0, 1, 2]]),
    }),
    async (world, { order, after, seconds, lag, frozen }) => {
      if (lag > 0) addFault(world, 'deposit.status', 'lag-status', lag)
      for (const which of frozen) world.instance(which).gate.stopAfter(after, 'freeze')
      world.freezesAtCreate = frozen.length === 0
      const which = world.tabs.findLastIndex(({ session }) => session.state.view?.retry === true)
      const chosen = choiceOn(world, world.tabs.length - 1 - which, 'transfer')
      if (which < 0 || chosen === null) world.openTab(order, 'transfer')
      else {
        // The same attempt from two pages, refused to the one that is not frozen.
        const request = { ...chosen.choice, after: chosen.view.attempts }
        await world.sendFromTab(chosen.tab, '/attempts', request)
        addFault(world, 'deposit.create', 'status:400', 2)
        await world.sendFromTab(chosen.tab, '/attempts', request)
      }
      await world.advance(seconds)
    },
  ),
  // One instance freezes before it stores the attempt; at the other it is refused meanwhile.
  move(
    'start an attempt on two instances',
    1,
    (random) => ({ order: freshOrder(random), after: 1 + random.int(12) }),
    async (world, { order, after }) => {
      addFault(world, 'deposit.create', 'status:400', 1)
      world.openTab(order, 'form')
      await world.advance(15)
      const tab = world.tabs.at(-1)
      const view = tab?.session.state.view
      if (tab === undefined || view?.retry !== true) return
      const gates = [0, 1, 2].map((which) => world.instance(which).gate)
      for (const gate of gates) gate.stopAfter(after, 'freeze')
      await world.sendFromTab(tab, '/attempts', { method: 'form', after: view.attempts })
      for (const gate of gates) if (!gate.isStopped()) gate.resume()
      addFault(world, 'deposit.create', 'status:400', 1)
      await world.sendFromTab(tab, '/attempts', { method: 'form', after: view.attempts })
      await world.advance(160)
    },
  ),
  move(
    'jump a clock',
    1,
    (random) => ({ which: random.int(3), ms: random.int(4000) - 2000 }),
    (world, { which, ms }) => world.jumpClock(which, ms),
  ),
  move(
    'pass',
    7,
    (random) => ({ seconds: random.pick([1, 3, 8, 15, 25, 60, 150]) }),
    (world, { seconds }) => world.advance(seconds),
  ),
]

/** Between 6 and 30 moves. Each history has some kinds only, few or nearly all, and draws how frequent they are. */
export function drawMoves(random: Random): Move[] {
  const kept = 20 + random.int(80)
  const bag = kinds.flatMap((kind) =>
    Array.from<MoveKind>({ length: random.int(100) < kept ? kind.weight * (1 + random.int(3)) : 0 }).fill(
      kind,
    ),
  )
  // Without an open page little can happen.
  const first = kinds[0]?.draw(random)
  const rest = Array.from({ length: 5 + random.int(25) }, () => bag[random.int(bag.length)]?.draw(random))
  return [first, ...rest].filter((drawn) => drawn !== undefined)
}
