import type { Random } from '../../src/sandbox/random.ts'
import type { Story } from './crowd-story.ts'
import { expirySeconds } from './shop-rules.ts'
import { changeOrder, openOrderOn } from './world/service-orders.ts'
import { sendFromTab } from './world/tab-requests.ts'
import { closeTab, openTab } from './world/tabs.ts'
import type { World } from './world.ts'

/** For how many seconds a payer stays. */
export const payersStay = 8 * 60

const plans = [
  ...Array.from({ length: 14 }, () => 'pay' as const),
  ...(['pay and leave', 'pay and leave', 'pay less', 'pay late', 'fail', 'correct', 'never pay'] as const),
] as const

export interface Payer {
  order: string
  arrives: number
  method: 'transfer' | 'form'
  plan: (typeof plans)[number]
  /** Seconds from the payment details to the payment. */
  takes: number
  /** Wants to pay in another way while the money is on its way. */
  isImpatient: boolean
}

export const drawPayer = (random: Random, arrives: number, index: number): Payer => ({
  order: `order-${index + 1}`,
  arrives,
  method: random.int(6) === 0 ? 'form' : 'transfer',
  plan: plans[random.int(plans.length)] ?? 'pay',
  takes: 15 + random.int(120),
  isImpatient: random.int(6) === 0,
})

/** A payer opens the page, waits for details, and does what was planned. */
export async function act(world: World, payer: Payer, story: Story): Promise<void> {
  const { order, method, plan, takes, isImpatient } = payer
  const { scheduler } = world
  const say = (text: string): void => story.say(order, text)
  say(`The payer opens the payment page and chooses ${method === 'form' ? 'a card' : 'a bank transfer'}`)
  const tab = openTab(world, order, method)
  const endsAt = scheduler.now() + payersStay * 1000
  /** The last attempt whose details were seen. */
  let seen = 0
  let triedAgain = 0

  async function pay(id: string, amount: string): Promise<void> {
    if (plan === 'fail' || plan === 'correct') {
      say('The bank refuses the payment')
      await changeOrder(world, id, { do: 'fail' })
      if (plan !== 'correct' || method === 'form') return
      await scheduler.delay(60_000)
      say('The bank corrects it: the money is at the service after all')
      await changeOrder(world, id, { do: 'correct' })
      story.onMoney(order)
      return
    }
    if (plan === 'pay less') await changeOrder(world, id, { do: 'amount', amount: '900.00' })
    say(`The payer pays ${plan === 'pay less' ? '900.00' : amount}: the money is at the service`)
    await changeOrder(world, id, { do: 'pay' })
    story.onMoney(order)
    if (plan !== 'pay and leave') return
    say('The payer closes the page')
    closeTab(world, tab)
  }

  /** Minutes pass between the payment and its arrival, and the payer wants to pay in another way meanwhile. */
  async function sendSlowly(id: string, amount: string): Promise<void> {
    await scheduler.delay(takes * 1000)
    if (!world.tabs.includes(tab)) return
    say('The payer sends the money, and says so on the page; the bank takes two minutes')
    scheduler.after(120_000, () => void pay(id, amount))
    await sendFromTab(world, tab, '/attempts/1/sent', { sent: true })
    await scheduler.delay(20_000)
    if (!world.tabs.includes(tab)) return
    say('The payer is impatient and requests another account number')
    await sendFromTab(world, tab, '/attempts', { method: 'transfer', after: 1, replace: true })
  }

  while (scheduler.now() < endsAt && world.tabs.includes(tab)) {
    await scheduler.delay(2000)
    const { view } = tab.session.state
    if (view?.final === true) break
    if (view?.status === 'failed' && view.retry && triedAgain < 2) {
      triedAgain += 1
      say('The payer tries again')
      void tab.session.start({ method: 'transfer' })
      await scheduler.delay(5000)
      continue
    }
    if (view?.status !== 'pending' || seen === view.attempts) continue
    const open = await openOrderOn(world, tab)
    if (open === undefined) continue
    seen = view.attempts
    say('The payer sees where to pay')
    if (isImpatient && plan === 'pay' && seen === 1) {
      void sendSlowly(open.externalId, open.amount)
      continue
    }
    if (plan === 'never pay') continue
    const delay = plan === 'pay late' ? expirySeconds + takes : takes
    scheduler.after(delay * 1000, () => void pay(open.externalId, open.amount))
  }
  // Leaves a while after the end.
  await scheduler.delay(60_000)
  if (world.tabs.includes(tab)) closeTab(world, tab)
}
