/**
 * Paypane on Node: a listener for `http`, Express and Fastify, the settings of a server and the package's files.
 * @module
 */

import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { getRequestListener, RequestError } from '@hono/node-server'
import { logToStandardError } from '../lib/log.ts'
import { ProblemError, problemResponse } from '../lib/problem.ts'
import type { PaypaneServer } from '../paypane-server.ts'

export { isLoopback } from '../lib/loopback.ts'
export { sqlitePath } from '../lib/sqlite-path.ts'
export type { Environment } from './environment.ts'
export { InvalidSettingError } from './environment.ts'
export type { SettingName, SettingOptions, Settings, ValidSettings } from './setting-fields.ts'
export type { MisspeltSetting } from './settings.ts'
export {
  type InspectedSettings,
  inspectSettings,
  readSettings,
  type SettingState,
} from './settings.ts'
export { readShopOrders, type ShopOrder } from './shop-orders.ts'

/** A listener for `http.createServer` and a handler for Express's `app.use(…)`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Adapts `paypane.fetch` to Node's `http`. Mount it before anything that parses bodies: a callback's signature covers
 * the raw text. A request whose body was parsed before gets 500 and an explanation; nothing is acknowledged. A path with
 * dot segments or encoded letters gets 404.
 *
 * @example
 * import { createServer } from 'node:http'
 * import type { PaypaneServer } from 'paypane/server'
 *
 * // With Express: app.use(['/pay', '/return'], toNodeHandler(paypane))
 * const serve = (paypane: PaypaneServer) => createServer(toNodeHandler(paypane)).listen(8787)
 */
export function toNodeHandler(paypane: { fetch: PaypaneServer['fetch'] }): NodeHandler {
  const listener = getRequestListener(
    (request, { incoming }) =>
      paypane.fetch(request, { address: incoming.socket.remoteAddress, mountPath: mountPathOf(incoming) }),
    {
      overrideGlobalObjects: false,
      // The host of a request without one.
      hostname: 'localhost',
      errorHandler: (error) =>
        problemResponse(new ProblemError(error instanceof RequestError ? 'malformed' : 'internal')),
    },
  )
  let isLogged = false
  return async (request, response) => {
    const problem = problemOf(request)
    if (problem === null) return await listener(request, response)
    // The service shows nobody what a callback was answered.
    if (problem.code === 'internal' && !isLogged) {
      isLogged = true
      logToStandardError({ level: 'error', message: problem.message })
    }
    const refusal = problemResponse(problem)
    response.writeHead(refusal.status, Object.fromEntries(refusal.headers))
    response.end(await refusal.text())
  }
}

/** Why a request is refused before it reaches a route. */
function problemOf(request: IncomingMessage): ProblemError | null {
  if (!hasPlainPath(request)) return new ProblemError('not_found')
  if (!wasParsed(request)) return null
  return new ProblemError(
    'internal',
    'The request body was read before Paypane received it. Mount Paypane before express.json() and other body parsers: signatures cover the raw text. Nothing was stored or acknowledged.',
  )
}

/** The path that Express or Connect has removed: it keeps the whole one in `originalUrl`. */
function mountPathOf(request: object): string | undefined {
  if (!('originalUrl' in request && 'url' in request)) return undefined
  const [original, path] = [request.originalUrl, request.url].map((url) => String(url).replace(/[?#].*/, ''))
  return original?.endsWith(path ?? '') ? original.slice(0, original.length - (path ?? '').length) : undefined
}

/** A body parser sets `request.body` and reads the stream to its end. */
const wasParsed = (request: IncomingMessage): boolean =>
  request.method === 'POST' && (request.readableEnded || ('body' in request && request.body !== undefined))

/**
 * Whether the path of a request reaches only what its text names. A URL parser resolves dot segments and a router decodes
 * letters, so a path with them could pass a proxy's rule for `/admin`. Respond 404 where it is false.
 *
 * @example
 * import { createServer } from 'node:http'
 *
 * createServer((request, response) => {
 *   response.statusCode = hasPlainPath(request) ? 200 : 404
 *   response.end()
 * })
 */
export function hasPlainPath({ url = '/' }: Pick<IncomingMessage, 'url'>): boolean {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#\\]*/i, '').split(/[?#]/)
  return !/\/\/|\\|\/\.{1,2}(?:\/|$)/.test(path) && !encodedPlainCharacter.test(path)
}

/** A dot, a letter or a digit, which no client has to encode. */
const encodedPlainCharacter = /%(?:2e|3[0-9]|[46][1-9a-f]|[57][0-9a])/i

const brotli = promisify(brotliCompress)

/**
 * Reads the files that the package has for browsers, for the option `assets` of `createPaypane`; with the suffix `.br` as
 * Brotli. Also on Bun and Deno.
 *
 * @example
 * import type { PaypaneOptions } from 'paypane/server'
 *
 * // <script src="/pay/paypane.js"> is then all that a page needs.
 * const options: Partial<PaypaneOptions> = { basePath: '/pay', assets: readAsset }
 */
export async function readAsset(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await readFile(pathOf(name.replace(/\.br$/, '')))
  return new Uint8Array(name.endsWith('.br') ? await brotli(file) : file)
}

/**
 * Reads a file that the package ships for browsers, such as `console.js`, `paypane.js` or `locales/uk.json`. Rejects where
 * the package has no such file.
 * @example
 * const script = await readPackageFile('console.js')
 */
export async function readPackageFile(name: string): Promise<string> {
  return await readFile(pathOf(name), 'utf8')
}

/** Bundled by Next.js, this module resolves no names, but has kept its address. */
const pathOf = (name: string): string =>
  typeof import.meta.resolve === 'function'
    ? fileURLToPath(import.meta.resolve(`paypane/${name}`))
    : join(dirname(fileURLToPath(import.meta.url)), '../..', name)
