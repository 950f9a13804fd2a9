import { CheckoutView } from '../../../src/contract/index.ts'
import { shopUrl } from '../shop-rules.ts'
import { InvariantViolation } from '../violation.ts'
import type { Tab, World } from '../world.ts'
import { orWaiting } from './errors.ts'
import { route } from './instances.ts'
import { serve } from './server-requests.ts'
import { essence } from './tabs.ts'

/** A page polls at least this often: a long poll, and the longest `pollAfter`. */
const rarestPollMs = 70_000

/** Minutes after all faults have ended, each page shows what is stored. */
export async function checkTab(world: World, tab: Tab): Promise<void> {
  await checkScreen(world, tab)
  await checkForeignSecret(world, tab)
}

async function checkScreen(world: World, tab: Tab): Promise<void> {
  const { failover, invariants, unread, shop, scheduler } = world
  const { view, blockingError, starting } = tab.session.state
  // It was lost, at the latest while the page opened it, and is opened again with the page.
  const isLost = failover.count() > 0 && (view === null || invariants.isLost(view.id))
  if (blockingError === 'notFound' && (isLost || unread.has(view?.id ?? ''))) return
  // An attempt at an earlier price exists.
  if (blockingError === 'amountChanged' && shop.prices.has(tab.order)) return
  if (view === null || blockingError !== null || starting !== null)
    throw new InvariantViolation(`${tab.name} hangs: ${blockingError ?? starting?.method}`)
  const isSettled = (at: number): boolean => Math.abs(scheduler.now() - at) > rarestPollMs
  const expiresAt = view.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(view.expiresAt)
  if (view.pollAfter !== null && isSettled(invariants.changedAt(view.id)) && isSettled(expiresAt))
    await checkShown(world, tab, view)
}

async function checkShown(world: World, { name, order }: Tab, view: CheckoutView): Promise<void> {
  const response = await requestView(world, view.id, world.clientSecrets.get(view.id) ?? '')
  if (response?.ok !== true) return
  const stored = CheckoutView.parse(await response.json())
  world.invariants.checkFreshView(stored)
  const fresh = essence(stored)
  if (essence(view) !== fresh)
    throw new InvariantViolation(`${name} of ${order} shows ${essence(view)}: it is ${fresh}`)
}

/** Rule 18: the secret of one checkout opens no other. */
async function checkForeignSecret(world: World, { session }: Tab): Promise<void> {
  const id = session.state.view?.id
  const [, secret] = [...world.clientSecrets].find(([other]) => other !== id) ?? []
  if (id === undefined || secret === undefined) return
  const response = await requestView(world, id, secret)
  if (response !== null) world.invariants.onForeignSecret(id, response.status)
}

function requestView(world: World, id: string, secret: string): Promise<Response | null> {
  const request = new Request(`${shopUrl}/checkouts/${id}`, { headers: { 'checkout-secret': secret } })
  return orWaiting(world, serve(world, route(world, world.random.routing), request))
}
