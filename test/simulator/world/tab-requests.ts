import { createLink } from '../links.ts'
import { carry, type Link } from '../network.ts'
import { shopUrl } from '../shop-rules.ts'
import type { Tab, World } from '../world.ts'
import { orWaiting } from './errors.ts'
import { filledIn } from './filled-fields.ts'
import { route } from './instances.ts'
import { serve } from './server-requests.ts'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A page pauses between its requests: of all it may need within 10 s, this is several times as many. */
const maxPageRequests = 40

/** How a page of the order requests. */
export function fetchFrom(world: World, link: Link, order: string): Fetch {
  const { scheduler, invariants, shop } = world
  /** When the last requests were sent. */
  let times: number[] = []
  return async (url, init) => {
    times = [...times.filter((time) => time > scheduler.now() - 10_000), scheduler.now()]
    if (times.length > maxPageRequests) {
      invariants.onError(new Error(`A page of ${order} sends ${times.length} requests within 10 s`))
      // Otherwise its requests follow each other, and the virtual time never advances.
      return await new Promise<never>(() => undefined)
    }
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const abort = (): void => reject(new DOMException('Aborted', 'AbortError'))
    init.signal?.addEventListener('abort', abort)
    const [, given = ''] = /"order":"([^"]*)"/.exec(String(init.body)) ?? []
    const request = (): Promise<Response> =>
      serve(world, route(world, link.random), new Request(url, init), {
        order,
        stated: shop.stated.get(given),
      })
    try {
      return await Promise.race([carry(link, scheduler, request), aborted])
    } finally {
      // Node keeps the signal of a request, and so would keep the whole world.
      init.signal?.removeEventListener('abort', abort)
    }
  }
}

/** A request of a page that the session does not make by itself. */
export async function sendFromTab(world: World, tab: Tab, path: string, body: object): Promise<void> {
  const { view } = tab.session.state
  if (view === null) return
  await requestFromTab(world, tab, view.id, `/checkouts/${view.id}${path}`, {
    method: 'POST',
    body: JSON.stringify(filledIn(world, tab, body)),
  })
  tab.session.refresh()
}

/** Any card, also one that the page does not show. */
export async function deleteCardFromTab(world: World, tab: Tab, card: string): Promise<void> {
  const { view } = tab.session.state
  if (view !== null) await requestFromTab(world, tab, view.id, `/cards/${card}`, { method: 'DELETE' })
}

async function requestFromTab(
  world: World,
  { name, order }: Tab,
  checkout: string,
  path: string,
  init: { method: 'POST'; body: string } | { method: 'DELETE' },
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'checkout-secret': world.clientSecrets.get(checkout) ?? '',
  }
  const link = createLink('payer', world.conditions, world.randomFor(`${name} ${path}`))
  const fetch = fetchFrom(world, link, order)
  const request = async (): Promise<Response> => await fetch(`${shopUrl}${path}`, { ...init, headers })
  await orWaiting(world, request())
}
