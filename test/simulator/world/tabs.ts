import type { CheckoutView, Method } from '../../../src/contract/index.ts'
import type { PageLifecycleEvent } from '../../../src/widget/core/environment.ts'
import { createSession } from '../../../src/widget/core/session.ts'
import { createLink } from '../links.ts'
import { declaredFields, demandedKey } from '../payer-fields.ts'
import { shopUrl } from '../shop-rules.ts'
import type { Tab, World } from '../world.ts'
import { faultsHaveEnded, settlingMs } from './disturbances.ts'
import { fillIn } from './filled-fields.ts'
import { requestsBank } from './shop-code.ts'
import { fetchFrom } from './tab-requests.ts'

/** A page shows a change after this time, also where the notification of it was lost. */
const shownWithinMs = 12_000

/** A payer opens the page of an order. Where too many are open, the oldest is closed. */
export function openTab(world: World, order: string, method: Method | undefined): Tab {
  const { scheduler, randomFor, conditions, drawn, tabs } = world
  const oldest = tabs.length >= world.maxTabs ? tabs[0] : undefined
  if (oldest !== undefined) closeTab(world, oldest)
  world.tabCount += 1
  const name = `tab-${world.tabCount}`
  const random = randomFor(name)
  const clockError = random.int(2) === 0 ? 0 : random.int(7_200_000) - 3_600_000
  const declared = declaredFields(requestsBank(world)).transfer.filter(({ key }) => key !== demandedKey)
  // A page without them shows them to its payer.
  const fillsIn =
    drawn.payerFields > 0 && method === 'transfer' && (faultsHaveEnded(world) || random.int(2) === 0)
  const fields = fillsIn ? fillIn(world, order, declared) : undefined
  const listeners = new Set<(event: PageLifecycleEvent) => void>()
  const session = createSession(
    { endpoint: shopUrl, order: drawn.tokens > 0 ? world.shop.createToken(order) : order, method, fields },
    {
      fetch: fetchFrom(world, createLink('payer', conditions, randomFor(name)), order),
      language: () => null,
      now: () => scheduler.now() + clockError,
      setTimer: scheduler.after,
      random: () => random.int(1000) / 1000,
      watchPage(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  )
  const tab: Tab = {
    name,
    order,
    session,
    isHidden: false,
    followsSince: scheduler.now(),
    emit(event) {
      tab.isHidden = event === 'leave'
      tab.followsSince = scheduler.now()
      for (const listener of listeners) listener(event)
    },
  }
  follow(world, tab)
  tabs.push(tab)
  return tab
}

export function closeTab({ tabs }: World, tab: Tab): void {
  tab.session.stop()
  tabs.splice(tabs.indexOf(tab), 1)
}

/** Checks all that the page shows. */
function follow(world: World, tab: Tab): void {
  const { scheduler, invariants } = world
  tab.session.subscribe(({ view }, before) => {
    const { starting, failureCount, blockingError } = before
    if (starting !== null || failureCount > 0 || blockingError !== null) tab.followsSince = scheduler.now()
    if (view === before.view) return
    world.log(`${tab.name} shows ${view?.status} ${view?.attempts} ${view?.action?.type}`)
    if (view !== null && view.status !== before.view?.status)
      world.observe({ type: 'shown', subject: tab.order, status: view.status })
    invariants.onScreen(view, before.view)
    if (view !== null) checkDelay(world, tab, view, before.view)
    tab.followsSince = scheduler.now()
  })
}

/** A page that follows a payment on a good connection shows a change seconds after it was stored. */
function checkDelay(world: World, tab: Tab, view: CheckoutView, before: CheckoutView | null): void {
  const { conditions, invariants, scheduler, disturbedAt } = world
  const { payerLoss, payerSlow, storeSlow } = conditions
  if (payerLoss + payerSlow + storeSlow > 0 || before?.id !== view.id || essence(view) === essence(before))
    return
  const isFollowed = !tab.isHidden && before.pollAfter !== null && before.pollAfter <= 3
  const changedAt = Math.max(invariants.changedAt(view.id), tab.followsSince, disturbedAt + settlingMs)
  const late = scheduler.now() - changedAt
  if (isFollowed && late > shownWithinMs)
    invariants.onError(new Error(`${tab.name} shows ${essence(view)} after ${late / 1000} s`))
}

/** What a payer reads in a view. */
export const essence = ({ status, attempts, action, paid, retry, final }: CheckoutView): string =>
  `${status} ${attempts}, ${action?.type}, paid ${paid?.value}, retry ${retry}, final ${final}`
