/**
 * Paypane on Node: a listener for `http`, Express and Fastify, the settings of a server and the package's files.
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Paypane } from '../paypane.ts'

export { readPackageFile } from './package-file.ts'
export { isLoopback } from './setting-rules.ts'
export {
  type Environment,
  InvalidSettingError,
  inspectSettings,
  readSettings,
  type SettingName,
  type SettingState,
  type Settings,
  type ValidSettings,
} from './settings.ts'
export { readShopOrders, type ShopOrder } from './shop-orders.ts'

/** A listener for `http.createServer`, and a handler for `app.use(…)` of Express. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Brings `paypane.fetch` to Node's `http`. Mount it before anything that parses bodies: a callback's signature
 * is over the raw text. A body that was parsed before is refused, loudly, with nothing acknowledged.
 *
 * @example
 * import { createServer } from 'node:http'
 * import type { Paypane } from 'paypane/server'
 *
 * // With Express: app.use('/pay', toNodeHandler(paypane))
 * const serve = (paypane: Paypane) => createServer(toNodeHandler(paypane)).listen(8787)
 */
export function toNodeHandler(paypane: Pick<Paypane, 'fetch'>): NodeHandler {
  const listener = getRequestListener(
    (request, { incoming }) => paypane.fetch(request, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  )
  return async (request, response) => {
    if (wasParsed(request)) {
      response.statusCode = 500
      response.setHeader('content-type', 'text/plain; charset=utf-8')
      response.end(
        'Paypane: something before Paypane has read this request body. Mount Paypane before express.json() and the like: a signature is over the raw text, which is gone now. Nothing was kept or acknowledged.\n',
      )
      return
    }
    await listener(request, response)
  }
}

/** A body parser leaves its result on the request, and the stream at its end. */
const wasParsed = (request: IncomingMessage): boolean =>
  request.method === 'POST' && (request.readableEnded || ('body' in request && request.body !== undefined))
