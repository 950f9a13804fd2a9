import { CheckoutView } from '../../../src/contract/index.ts'
import { customerOf } from '../customers.ts'
import type { StatedOrder } from '../order-token.ts'
import type { Instance, World } from '../world.ts'
import { failureCount, isDisturbed } from './disturbances.ts'
import { requestsBank } from './shop-code.ts'

/** The page that sends a request. */
interface Sender {
  order: string
  /** What its token states; undefined: it has none. */
  stated: StatedOrder | undefined
}

/** An instance receives a request. */
export async function serve(
  world: World,
  { paypane, gate, name }: Instance,
  request: Request,
  page?: Sender,
): Promise<Response> {
  const { invariants, store, drawn, sealKeys, failover } = world
  const { method } = request
  const { pathname } = new URL(request.url)
  const checkResponse = followRequest(world, method, pathname, page)
  const isLost = failover.follow()
  let isAnswering = true
  const answer = async (): Promise<Response> => {
    const response = await paypane.fetch(request)
    const text = await response.text()
    // A stopped instance sends no response, even if its timers run.
    await gate.advance()
    world.log(`${name} ${method} ${pathname} ${response.status}`)
    invariants.checkSecrets(`the response to ${pathname}`, text, world.secrets)
    const card = cardIn(pathname)
    // A failover may have brought the card back since.
    if (card !== undefined && page !== undefined && response.status === 404 && !isLost()) {
      const left = await store.cardsOf(customerOf(page.order))
      invariants.onCardUnknown(card, left, drawn.tokens > 0 || sealKeys.areMissing())
    }
    checkResponse(response, text)
    return new Response(response.status === 304 || response.status === 204 ? null : text, response)
  }
  const crashed = gate.crashed.catch((error: unknown) => {
    if (page !== undefined && isAnswering)
      world.observe({ type: 'interrupted', subject: page.order, server: name })
    throw error
  })
  try {
    return await Promise.race([answer(), crashed])
  } finally {
    isAnswering = false
  }
}

const cardIn = (pathname: string): string | undefined => /^\/cards\/(.*)$/.exec(pathname)?.[1]

/** A request begins. Returns what checks its response. */
function followRequest(
  world: World,
  method: string,
  pathname: string,
  page: Sender | undefined,
): (response: Response, text: string) => void {
  const { invariants, scheduler, shop, failover, sealKeys, clientSecrets } = world
  const done = invariants.onRequest(pathname, method !== 'GET')
  const requestedAt = scheduler.now()
  const stated = page?.stated
  if (stated !== undefined) invariants.onTokenUsed(stated)
  const pricesBefore = new Map([...shop.prices].map(([reference, { length }]) => [reference, length]))
  const requestedBank = requestsBank(world)
  const failuresBefore = failureCount(world)
  const isLost = failover.follow()
  return (response, text) => {
    const { ok, status } = response
    const card = cardIn(pathname)
    if (card !== undefined && page !== undefined && status === 204 && !isLost())
      invariants.onCardDeleted(card, customerOf(page.order), requestedAt)
    if (status === 404 && sealKeys.areMissing()) world.unread.add(pathname.split('/')[2] ?? '')
    if (failureCount(world) === failuresBefore && !isDisturbed(world))
      invariants.onResponse(`${method} ${pathname}`, status)
    const view = ok && pathname.startsWith('/checkouts') ? CheckoutView.parse(JSON.parse(text)) : null
    done(view)
    if (view !== null && method === 'POST' && pathname === '/checkouts' && !isLost()) {
      invariants.onOpened(view.order, pricesBefore.get(view.order) ?? 1)
      if (stated === undefined) invariants.onFieldsShown(view, requestedBank, requestsBank(world))
      else invariants.onToken(view, stated, { requestedAt })
    }
    if (view?.clientSecret !== undefined) clientSecrets.set(view.id, view.clientSecret)
  }
}
