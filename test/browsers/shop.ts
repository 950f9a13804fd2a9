import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createSandbox } from 'paypane/sandbox'
import { createPaypane, generateSealKey, memoryStore } from 'paypane/server'
import { hostedPages } from 'paypane/server/html'
import { readAsset, toNodeHandler } from 'paypane/server/node'
import { createPaymentsClient } from 'paypane/service'
import { listenOnLoopback } from '../support/loopback.ts'

const dist = new URL('../../dist/', import.meta.url)

/** A page of the shop with its content security policy. */
export interface ShopPage {
  html: string
  policy: string
}

/** Every browser then runs no script of the page, while its driver still does. */
const noScript = 'sandbox allow-forms allow-same-origin'

/**
 * A shop on loopback: pages, the script-tag files, the merchant server on a memory store, and the sandbox. Payment pages
 * are at `/pay/o/{order}`, and below `/no-script` they run no script.
 */
export async function openShop(scripts: Readonly<Record<string, string>>) {
  const pages = new Map<string, ShopPage>()
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname
    if (path.startsWith('/pay/')) return toNodeHandler(paypane)(request, response)
    if (path.startsWith('/no-script/')) return withoutScript(request, response)
    const page = pages.get(path)
    if (page) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', page.policy)
      return response.end(page.html)
    }
    if (!/\.js(on)?$/.test(path)) return response.writeHead(404).end()
    const type = path.endsWith('.json') ? 'application/json' : 'text/javascript; charset=utf-8'
    response.setHeader('content-type', type)
    return response.end(scripts[path] ?? (await readFile(new URL(`.${path}`, dist))))
  })
  const url = await listenOnLoopback(server)

  const sandbox = createSandbox()
  const setting = (name: string): string => sandbox.env()[name] ?? ''
  const privateKey = setting('PAYMENTS_PRIVATE_KEY')
  const paypane = createPaypane({
    service: createPaymentsClient({
      baseUrl: setting('PAYMENTS_BASE_URL'),
      initUrl: setting('PAYMENTS_INIT_URL'),
      fetch: sandbox.fetch,
    }),
    pipelines: {
      p2p: { profile: 'p2p', key: setting('PAYMENTS_P2P_KEY'), privateKey },
      form: { profile: 'form', key: setting('PAYMENTS_FORM_KEY'), privateKey },
    },
    store: memoryStore(),
    sealKey: generateSealKey(),
    order: () => ({ amount: '1250.00', currency: 'UAH' }),
    publicUrl: url,
    basePath: '/pay',
    pages: hostedPages({ name: 'Shop' }),
    assets: readAsset,
  })
  const withoutScript = getRequestListener(async (request) => {
    const path = request.url.replace('/no-script/', '/pay/')
    const response = await paypane.fetch(new Request(path, request))
    const headers = new Headers(response.headers)
    headers.append('content-security-policy', noScript)
    const location = headers.get('location')
    if (location !== null) headers.set('location', location.replace('/pay/', '/no-script/'))
    // The forms of the page, too.
    const html = (await response.text()).replaceAll('action="/pay/', 'action="/no-script/')
    return new Response(response.status === 303 ? null : html, { status: response.status, headers })
  })

  return {
    url,
    /** Adds a page and returns its URL. */
    page(path: string, page: ShopPage): string {
      pages.set(path, page)
      return url + path
    },
    /** The newest order in the sandbox. */
    issued: () => sandbox.orders().at(-1),
    /** Completes the newest order. */
    async pay(): Promise<void> {
      const { externalId } = sandbox.orders().at(-1) ?? { externalId: '' }
      const response = await sandbox.fetch(`${sandboxUrl}/_sandbox/orders/${externalId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"do":"pay"}',
      })
      if (!response.ok) throw new Error(`The sandbox rejected the payment: ${await response.text()}`)
    },
    async close(): Promise<void> {
      await paypane.close()
      await sandbox.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const sandboxUrl = 'http://sandbox.test'
