import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { hostedPages } from '../../../src/server/html/index.ts'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { type NodeHandler, toNodeHandler } from '../../../src/server/node/index.ts'
import { serveOnLoopback } from '../../support/loopback.ts'
import { createHarness, type Harness } from '../harness.ts'

/** Mounts a handler as `app.use(paths, handler)` of Express does: the path is removed from `url`. */
const mounted =
  (paths: readonly string[], handler: NodeHandler) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? ''
    const path = paths.find((one) => url.startsWith(`${one}/`))
    if (path === undefined) {
      response.writeHead(404).end()
      return
    }
    void handler(Object.assign(request, { originalUrl: url, url: url.slice(path.length) }), response)
  }

/** What the log says of the base path after two requests for a path at a server mounted as in Express. */
async function logsOf(
  paypane: Partial<PaypaneOptions>,
  mountPath: string,
  path: string,
): Promise<Harness['logs']> {
  const shop = createHarness({ paypane })
  const url = await serveOnLoopback(mounted([mountPath], toNodeHandler(shop.paypane)), onTestFinished)
  for (let n = 0; n < 2; n += 1) await (await fetch(url + path)).text()
  return shop.logs.filter(({ message }) => message.includes('basePath'))
}

test('a request of HTTP/1.0, which needs no Host, is served', async () => {
  const url = await serveOnLoopback(toNodeHandler(createHarness().paypane), onTestFinished)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /checkouts/co_1 HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toContain('"code":"checkout_unknown"')
})

test.each(['', '/payments'])('basePath "%s" below another path is reported once', async (basePath) => {
  const logs = await logsOf({ basePath }, '/pay', '/pay/checkouts/co_1')
  expect(logs).toEqual([{ level: 'warn', message: expect.stringMatching(/below \/pay,.*Set basePath/) }])
})

test.each([
  [{ basePath: '/pay' }, '/pay'],
  // A proxy in front removes `/shop`.
  [{ basePath: '/shop/pay' }, '/pay'],
  [{ basePath: '/pay', publicUrl: 'https://shop.example/shop', allowPlainOrders: true }, '/shop/pay'],
])('%j below %s is right', async (options, mountPath) => {
  expect(await logsOf(options, mountPath, `${mountPath}/checkouts/co_1`)).toEqual([])
})

test.each([
  { paths: ['/pay', '/return'] },
  // A proxy in front removes `/shop`, or leaves it.
  { paths: ['/pay', '/return'], site: '/shop', removed: '/shop' },
  { paths: ['/shop/pay', '/shop/return'], site: '/shop' },
  // Inside another app, whose path a proxy in front adds.
  { paths: ['/payments/pay', '/payments/return'], added: '/payments' },
])('mounted at $paths, the return pages are served, and no other route beside them', async (mount) => {
  const { paths, site = '', removed = '', added = '' } = mount
  const shop = createHarness({
    paypane: {
      publicUrl: `https://shop.example${site}`,
      allowPlainOrders: true,
      pages: hostedPages({ name: 'Shop' }),
    },
  })
  // They would come without the proxy.
  shop.callbacksLost = true
  const url = await serveOnLoopback(mounted(paths, toNodeHandler(shop.paypane)), onTestFinished)
  await shop.createCheckout('1042', 'transfer')
  const { processing, success, failed } = shop.sandbox.orders()[0]?.redirects ?? {}
  for (const address of [processing, success, failed]) {
    const { pathname, search } = new URL(address ?? '')
    const response = await fetch(url + added + pathname.slice(removed.length) + search)
    const type = response.headers.get('content-type')
    expect([response.status, type]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('1042')
  }
  expect((await fetch(`${url}${paths[1]}/o/1042`)).status).toBe(404)
  expect((await fetch(`${url}${paths[0]}/o/1042`)).status).toBe(200)
  const warnings = shop.logs.filter(({ message }) => message.startsWith('requests arrive below'))
  expect(warnings).toHaveLength(added === '' ? 0 : 1)
})

test.each([
  ['', '/pay', 1],
  ['/pay', '/return', 0],
  ['', '/pay/..', 0],
  ['/pay', '/pay', 0],
  ['/shop/pay', '/pay', 0],
])('basePath "%s" behind a proxy that removes "%s": %d warnings', async (basePath, prefix, warnings) => {
  const shop = createHarness({ paypane: { basePath } })
  const request = () =>
    new Request('http://127.0.0.1/checkouts/co_1', { headers: { 'x-forwarded-prefix': prefix } })
  for (let n = 0; n < 2; n += 1) await shop.paypane.fetch(request())
  const logs = shop.logs.filter(({ level }) => level === 'warn')
  expect(logs).toHaveLength(warnings)
})

test.each([
  ['', '/pay/checkouts/co_1', 1],
  ['', '/shop/pay/callbacks/p2p', 1],
  ['/pay', '/payments/paypane.js', 1],
  ['/pay', '/pay/nothing', 0],
  ['/pay', '/pay/checkouts/co_1', 0],
  ['/pay', '/pay/admin/checkouts', 0],
  ['', '/%0aforged/checkouts', 0],
])('basePath "%s", a request for %s: %d warnings', async (basePath, path, warnings) => {
  const shop = createHarness({ paypane: { basePath } })
  for (let n = 0; n < 2; n += 1) await shop.paypane.fetch(new Request(`http://127.0.0.1${path}`))
  expect(shop.logs.filter(({ level }) => level === 'warn')).toHaveLength(warnings)
})
