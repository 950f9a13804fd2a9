import type { CheckoutView, Method } from '../../src/contract/index.ts'
import type { Random } from '../../src/sandbox/random.ts'
import type { Order } from './service.ts'
import { expirySeconds } from './shop-rules.ts'
import { InvariantViolation } from './violation.ts'
import { review } from './world/operator-acts.ts'
import { asOperator } from './world/operator-requests.ts'
import { decidePayouts, payOut } from './world/payouts.ts'
import { giveDestination, requestRefund } from './world/refunds.ts'
import { changeOrder, openOrderOn } from './world/service-orders.ts'
import { sendFromTab } from './world/tab-requests.ts'
import { closeTab, openTab } from './world/tabs.ts'
import type { Tab, World } from './world.ts'

/** A response to a create by which no order is created. */
const refusals = [400, 401, 403, 422, 423] as const
const ends = [
  ...(['pay', 'pay', 'sent', 'sent late', 'fail', 'claim', 'declined', 'sent after all'] as const),
  ...(['short', 'there and back', 'late', 'replace', 'card'] as const),
] as const

/** Once all faults have ended, payers and the shop get what they are promised, at the pace that they are promised. */
export async function liveOrdinarily(world: World, random: Random): Promise<void> {
  const method: Method = random.pick(['transfer', 'form'])
  const end = random.pick(ends)
  const refusal = random.int(3) === 0 ? random.pick(refusals) : null
  world.conditions.callbackLoss = random.int(2) === 0 ? 100 : 0
  world.log(
    `an ordinary ${method}: ${end}, refused ${refusal}, callbacks lost ${world.conditions.callbackLoss}`,
  )

  /** Waits until it holds; seconds are virtual. */
  async function expectWithin(seconds: number, what: () => string, holds: () => boolean): Promise<void> {
    for (let waited = 0; !holds(); waited += 1) {
      if (waited >= seconds)
        throw new InvariantViolation(`An ordinary payment ${what()} within ${seconds} s.`)
      await world.advance(1)
    }
  }
  const viewOf = ({ session }: Tab): CheckoutView | null => session.state.view
  const expectStatus = (tab: Tab, status: CheckoutView['status'], seconds: number): Promise<void> =>
    expectWithin(
      seconds,
      () => `is not ${status}, but ${viewOf(tab)?.status}`,
      () => viewOf(tab)?.status === status,
    )
  const orderOn = async (tab: Tab): Promise<Order> => {
    const order = await openOrderOn(world, tab)
    if (order === undefined) throw new InvariantViolation('An ordinary payment has no order.')
    return order
  }
  const expectPayable = async (tab: Tab, by: Method): Promise<Order> => {
    const shown = (): string => `${viewOf(tab)?.status} ${viewOf(tab)?.action?.type}`
    const expected = `pending ${by === 'transfer' ? 'transfer' : 'redirect'}`
    // The page may have been served by another instance than the request, and receive the change by its next poll.
    await expectWithin(
      30,
      () => `by ${by} shows ${shown()} and not ${expected}`,
      () => shown() === expected,
    )
    return await orderOn(tab)
  }
  const choose = async (tab: Tab, choice: object): Promise<void> => {
    const { id, attempts = 0 } = viewOf(tab) ?? {}
    // An operator allows as many again. One is lost where the service demands a field.
    if (attempts + 2 > world.maxAttempts)
      await asOperator(world, 'ann', 'POST', `/checkouts/${id}/reopen`, '')
    await sendFromTab(world, tab, '/attempts', { ...choice, after: attempts })
  }

  if (refusal !== null)
    world.service.addFault({ on: 'deposit.create', effect: `status:${refusal}`, times: 1, commit: false })
  const tab = openTab(world, 'order-ordinary', method)
  if (refusal !== null && method === 'form') {
    await expectWithin(
      30,
      () => 'is not refused',
      () => ['failed', 'pending'].includes(viewOf(tab)?.status ?? ''),
    )
    // With a cascade the transfer has started by itself.
    if (viewOf(tab)?.status === 'failed') await choose(tab, { method: 'transfer' })
  }
  const paidBy = refusal === null ? method : 'transfer'
  const order = await expectPayable(tab, paidBy)
  const pay = (): Promise<void> => changeOrder(world, order.externalId, { do: 'pay' })

  switch (end) {
    case 'sent':
    case 'sent late':
      if (end === 'sent late') await world.advance(world.claimAfterMs / 1000)
      await sendFromTab(world, tab, `/attempts/${viewOf(tab)?.attempts}/sent`, { sent: true })
      await pay()
      break
    case 'fail':
    case 'sent after all':
    case 'claim':
    case 'declined': {
      await changeOrder(world, order.externalId, { do: 'fail' })
      await expectStatus(tab, 'failed', 30)
      if (end !== 'fail' && paidBy === 'transfer') {
        const attempt = `/attempts/${viewOf(tab)?.attempts}`
        if (end === 'sent after all') await sendFromTab(world, tab, `${attempt}/sent`, { sent: true })
        else await sendFromTab(world, tab, `${attempt}/claim`, { bank: 'Bank' })
        const expectClaim = (state: string, seconds: number): Promise<void> =>
          expectWithin(
            seconds,
            () => `shows no ${state} claim`,
            () => viewOf(tab)?.claim?.state === state,
          )
        await expectClaim('open', 10)
        if (end === 'declined') {
          const decline = JSON.stringify({ reason: 'not_received', text: 'It is not there.' })
          await asOperator(world, 'ann', 'POST', `/claims/${viewOf(tab)?.claim?.number}/decline`, decline)
          await expectClaim('declined', 60)
        }
        await changeOrder(world, order.externalId, { do: 'correct' })
        // Without callbacks a failed transfer is looked up once a minute.
        await expectStatus(tab, 'succeeded', 120)
        break
      }
      const other = paidBy === 'transfer' ? 'form' : 'transfer'
      await choose(tab, { method: other })
      const second = await expectPayable(tab, other)
      await changeOrder(world, second.externalId, { do: 'pay' })
      break
    }
    case 'short': {
      if (world.network.hasHiddenDetails()) {
        await pay()
        break
      }
      world.invariants.onLateAmount(order.externalTransactionId)
      await changeOrder(world, order.externalId, { do: 'amount', amount: '900.00' })
      await pay()
      await expectWithin(
        30,
        () => 'does not end with 900.00',
        () => viewOf(tab)?.paid?.value === '900.00' && viewOf(tab)?.action === null,
      )
      const isThis = (id: string): boolean => id === order.externalTransactionId
      await review(world, 'accept', ({ externalTransactionId }) => isThis(externalTransactionId))
      break
    }
    case 'there and back':
      world.invariants.onLateAmount(order.externalTransactionId)
      for (const amount of ['1300.00', order.amount]) {
        await changeOrder(world, order.externalId, { do: 'amount', amount })
        await world.advance(30)
      }
      await pay()
      break
    case 'late':
      await world.advance(expirySeconds)
      await expectStatus(tab, 'expired', 30)
      await pay()
      // Without callbacks lookups are as far apart as a tenth of its age.
      await expectStatus(tab, 'succeeded', 120)
      break
    case 'replace': {
      const other = paidBy === 'transfer' ? 'form' : 'transfer'
      await choose(tab, { method: other, replace: true })
      const second = await expectPayable(tab, other)
      await pay()
      await expectStatus(tab, 'succeeded', 60)
      await changeOrder(world, second.externalId, { do: 'pay' })
      await world.advance(60)
      await world.check()
      break
    }
    default:
      await pay()
  }
  await expectStatus(tab, 'succeeded', 30)

  const { id = '', paid } = viewOf(tab) ?? {}
  if (end === 'card' && paidBy === 'form') {
    const next = openTab(world, 'order-ordinary-3', undefined)
    await expectStatus(next, 'choosing', 10)
    const card = viewOf(next)?.savedCards?.at(-1)
    if (card === undefined && !world.mayLackCards)
      throw new InvariantViolation('An ordinary payment by form has saved no card.')
    if (card === undefined) await choose(next, { method: 'form' })
    else await choose(next, { method: 'saved-card', savedCard: card.id })
    await expectStatus(next, 'pending', 30)
    await changeOrder(world, (await orderOn(next)).externalId, { do: 'pay' })
    await expectStatus(next, 'succeeded', 30)
    closeTab(world, next)
  }
  const orderCount = world.service.orders().length
  const refund = await requestRefund(world, 'ann', id, paid?.value ?? '', 'An ordinary refund')
  if (refund === null) throw new InvariantViolation(`An ordinary payment of ${paid?.value} is not refunded.`)
  await giveDestination(world, refund)
  await payOut(world, 'payout-ordinary', 'text')
  await world.advance(10)
  await decidePayouts(world, 'bob', 'approve')
  await world.advance(10)
  for (const { externalId, profile } of world.service.orders().slice(orderCount))
    if (profile === 'payout') await changeOrder(world, externalId, { do: 'pay' })
  const states = (): string[] => (viewOf(tab)?.refunds ?? []).map(({ state }) => state)
  await world.advance(60)
  tab.session.refresh()
  if (!world.mayLackRefunds)
    await expectWithin(
      30,
      () => `has no refund that has arrived: ${states()}`,
      () => states().includes('succeeded'),
    )
  closeTab(world, tab)
  world.conditions.callbackLoss = 0
}
