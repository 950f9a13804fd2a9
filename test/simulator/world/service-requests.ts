import type { Entry } from '../../../src/server/rules/model.ts'
import { cardOf, customerOf } from '../customers.ts'
import { clientTimeoutMs, trackPending } from '../determinism.ts'
import { networkError } from '../network.ts'
import { keys } from '../service-wire.ts'
import type { ServerProcess, World } from '../world.ts'
import { hasOrder } from './service-orders.ts'

/** A server sends a request to the service. */
export async function requestService(
  world: World,
  process: ServerProcess,
  input: string,
  init: RequestInit,
): Promise<Response> {
  const { scheduler, service, network, invariants, store } = world
  const { name, gate } = process
  const from = scheduler.now()
  /** The client has given up. */
  const isTimedOut = (): boolean => scheduler.now() - from >= clientTimeoutMs
  await gate.advance()
  // The date of any response.
  if (init.method === 'HEAD')
    return new Response(null, { headers: { date: new Date(scheduler.now()).toUTCString() } })
  // Frozen until its timeout was over: the request is not sent.
  if (isTimedOut()) throw networkError()
  const method = init.method ?? 'GET'
  const { pathname } = new URL(input)
  invariants.onRequestSent(new Headers(init.headers).get('authorization') ?? '', keys)
  const isCreate = method === 'POST'
  const body = String(init.body)
  const sentId = isCreate ? String(JSON.parse(body).externalTransactionId) : null
  if (sentId !== null) {
    world.sent.set(sentId, (world.sent.get(sentId) ?? new Set()).add(body))
    const entry = await trackPending(() => store.entryByTransaction(sentId))
    checkCreate(world, { id: sentId, body, entry })
    invariants.onCreateSent(sentId, entry, { stale: gate.wasFrozen(), decidedAt: from })
  }
  const [, lookedUpId] = /order\/([^/]+)\/status/.exec(pathname) ?? []
  const kind = pathname.includes('/withdrawal-order/') ? ('payout' as const) : ('checkout' as const)
  const request = { isCreate, kind, id: sentId ?? lookedUpId ?? null }
  const type = isCreate ? 'create' : 'lookup'
  const report = (status: number | null): void =>
    world.observe({ type, subject: request.id ?? '', server: name, status })
  const response = await network
    .carry(request, () => service.fetch(input, init))
    .catch((error: unknown) => {
      report(null)
      throw error
    })
  report(isTimedOut() ? null : response.status)
  world.log(`service ${method} ${pathname} ${response.status}`)
  if (isCreate && world.freezesAtCreate) {
    world.freezesAtCreate = false
    // With the next call, which stores the response.
    gate.stopAfter(2, 'freeze')
  }
  await gate.advance()
  if (isTimedOut()) throw networkError()
  const text = await response.text()
  if (response.ok) invariants.onServiceResponse(text, from)
  else if (sentId !== null)
    invariants.onCreateRejected(sentId, { status: response.status, text, exists: hasOrder(world, sentId) })
  if (response.status === 404 && lookedUpId !== undefined && pathname.includes('/status-by'))
    invariants.onNotFound(lookedUpId, { requestedAt: from, exists: hasOrder(world, lookedUpId) })
  return new Response(text, response)
}

/** A create leaves with this body. `entry`: what is stored of its attempt. */
function checkCreate(
  { cards, drawn, invariants }: World,
  { id, body, entry }: { id: string; body: string; entry: Entry | null },
): void {
  if (entry?.kind === 'checkout') cards.set(id, cardOf(customerOf(entry.order)))
  invariants.onCreateBody(id, body, entry)
  if (drawn.tokens > 0 && entry?.kind === 'checkout') invariants.onRedirects(entry.order, body)
}
