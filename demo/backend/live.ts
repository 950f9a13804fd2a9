import './zod-jitless.ts'
import { z } from 'zod'
import type { BackendUpdate } from '../traffic/message.ts'
import type { Backend } from './backend.ts'
import { createRequestJson, sharedRequests } from './requests.ts'

const PlacedOrder = z.object({ order: z.string() })

/** The backend of `npm start`: a sandbox and a merchant server as separate processes. */
export function createLiveBackend(): Backend {
  const requestJson = createRequestJson((path, init) => fetch(path, init))
  const { controlSandbox, ...shared } = sharedRequests(requestJson, (path, body) =>
    requestJson(`/demo/admin${path}`, body),
  )
  return {
    kind: 'live',
    endpoint: '/pay',
    fetch: (input, init) => fetch(input, init),
    subscribe(listener) {
      const connect = () => {
        const eventSource = new EventSource('/demo/updates')
        eventSource.addEventListener('message', ({ data }) => {
          // From our own server of the same version.
          const update: BackendUpdate = JSON.parse(data)
          listener(update)
        })
        eventSource.addEventListener('error', () => {
          // Until it has connected again, nothing is known of the server.
          listener({ type: 'server', up: false })
          // The browser gives up after an error response, as that of a demo that is starting.
          if (eventSource.readyState === EventSource.CLOSED) setTimeout(connect, 1000)
        })
      }
      connect()
    },
    placeOrder: async (order) => PlacedOrder.parse(await requestJson('/shop/orders', order)).order,
    controlSandbox,
    ...shared,
    async advanceClock(seconds) {
      await requestJson('/demo/advance-clock', { seconds })
      await controlSandbox('clock', { advance: seconds })
    },
    killServer: async () => {
      await requestJson('/demo/kill', {})
    },
    console: '/admin/console',
    fetchServicePage: null,
  }
}
