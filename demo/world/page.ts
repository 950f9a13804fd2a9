import './no-code-from-text.ts'
import { createSandbox } from 'paypane/sandbox'
import { generateSealKey, memoryStore } from 'paypane/server'
import { turnableClock } from '../merchant/clock.ts'
import { createDemoMerchant } from '../merchant/merchant.ts'
import { orderBook, ShopOrder } from '../merchant/orders.ts'
import { createTap } from '../wire/tap.ts'
import { asker, questions } from './asking.ts'
import type { World } from './world.ts'

const shop = 'https://shop.example'
const service = 'https://payments.example'

type Send = (request: Request) => Promise<Response>

/** As from a network, the answer comes in a turn of its own: the page may draw in between. */
const carried =
  (send: Send): Send =>
  async (request) => {
    await new Promise((resolve) => setTimeout(resolve))
    return send(request)
  }

/** The whole world inside this page: nothing leaves it. What the network carries elsewhere, a function call carries here. */
export function pageWorld(): World {
  const tap = createTap()
  const adminToken = crypto.randomUUID()
  const clock = turnableClock()
  const orders = orderBook()

  const toServer = carried((request) => merchant.fetch(request))
  const pageToServer = tap.between('page', 'server', toServer)
  const serviceToServer = tap.between('service', 'server', toServer)
  const serverToService = tap.between(
    'server',
    'service',
    carried((request) => sandbox.fetch(request)),
  )

  const sandbox = createSandbox({
    url: service,
    fetch: (input, init) => serviceToServer(new Request(input, init)),
  })
  const merchant = createDemoMerchant({
    env: sandbox.env(),
    orders,
    store: memoryStore(),
    sealKey: generateSealKey(),
    adminToken,
    publicUrl: shop,
    clock,
    fetch: (input, init) => serverToService(new Request(input, init)),
  })

  const toSandbox = carried((request) => sandbox.handle(request))
  const { pull, ...asked } = questions(
    asker((path, init) => toSandbox(new Request(service + path, init))),
    asker((path) =>
      toServer(
        new Request(`${shop}/pay/admin${path}`, { headers: { authorization: `Bearer ${adminToken}` } }),
      ),
    ),
  )
  return {
    kind: 'page',
    endpoint: `${shop}/pay`,
    fetch: (input, init) => pageToServer(new Request(input, init)),
    watch(listener) {
      tap.watch((message) => listener({ type: 'message', message }))
    },
    placeOrder: async (order) => orders.place(ShopOrder.parse(order)),
    pull,
    ...asked,
    async turn(seconds) {
      clock.turn(seconds)
      await pull('clock', { advance: seconds })
    },
    kill: null,
    operator: null,
    visit: (request) => sandbox.handle(request),
  }
}
