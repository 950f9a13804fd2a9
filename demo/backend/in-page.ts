import './zod-jitless.ts'
import { createSandbox } from 'paypane/sandbox'
import { generateSealKey, memoryStore } from 'paypane/server'
import { createOffsetClock } from '../merchant/clock.ts'
import { createDemoMerchant } from '../merchant/merchant.ts'
import { createOrderBook, ShopOrder } from '../merchant/orders.ts'
import type { BackendUpdate } from '../traffic/message.ts'
import { createTrafficRecorder } from '../traffic/traffic-recorder.ts'
import type { Backend } from './backend.ts'
import { createRequestJson, sharedRequests } from './requests.ts'
import { createRestartable } from './restartable.ts'

const shopUrl = 'https://shop.example'
const serviceUrl = 'https://payments.example'

type Send = (request: Request) => Promise<Response>

/** Responds asynchronously like a network, so that the page can render in between. */
const deferred =
  (send: Send): Send =>
  async (request) => {
    await new Promise((resolve) => setTimeout(resolve))
    return send(request)
  }

/** Merchant server and sandbox inside this page, connected by function calls instead of a network. */
export function createInPageBackend(): Backend {
  const recorder = createTrafficRecorder()
  const adminToken = crypto.randomUUID()
  const clock = createOffsetClock()
  const orders = createOrderBook()

  const toServer = deferred((request) => merchant.fetch(request))
  let report: (update: BackendUpdate) => void = () => undefined
  let advancedSeconds = 0
  const pageToServer = recorder.record('page', 'server', toServer)
  const serviceToServer = recorder.record('service', 'server', toServer)
  const serverToService = recorder.record(
    'server',
    'service',
    deferred((request) => sandbox.fetch(request)),
  )

  const sandbox = createSandbox({
    url: serviceUrl,
    fetch: (input, init) => serviceToServer(new Request(input, init)),
  })
  // Survives the server.
  const store = { ...memoryStore(), close: async () => undefined }
  const sealKey = generateSealKey()
  const merchant = createRestartable(
    () =>
      createDemoMerchant({
        env: sandbox.env(),
        orders,
        store,
        sealKey,
        adminToken,
        publicUrl: shopUrl,
        // Nobody else can reach a server inside this page.
        allowPlainOrders: true,
        clock,
        fetch: (input, init) => serverToService(new Request(input, init)),
      }),
    (up) => report({ type: 'server', up }),
  )

  const toSandbox = deferred((request) => sandbox.handle(request))
  const { controlSandbox, ...shared } = sharedRequests(
    createRequestJson((path, init) => toSandbox(new Request(serviceUrl + path, init))),
    createRequestJson((path, init) => {
      const request = new Request(`${shopUrl}/pay/admin${path}`, init)
      request.headers.set('authorization', `Bearer ${adminToken}`)
      return toServer(request)
    }),
  )
  return {
    kind: 'in-page',
    endpoint: `${shopUrl}/pay`,
    fetch: (input, init) => pageToServer(new Request(input, init)),
    subscribe(listener) {
      recorder.subscribe((message) => listener({ type: 'message', message }))
      report = listener
    },
    placeOrder: async (order) => orders.place(ShopOrder.parse(order)),
    controlSandbox,
    ...shared,
    async advanceClock(seconds) {
      clock.advance(seconds)
      await controlSandbox('clock', { advance: seconds })
      advancedSeconds += seconds
      report({ type: 'clock', advancedSeconds })
    },
    killServer: async () => merchant.kill(),
    console: null,
    fetchServicePage: (request) => sandbox.handle(request),
  }
}
