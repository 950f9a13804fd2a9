import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { listenOnLoopback } from '../../support/loopback.ts'

const root = new URL('../../../', import.meta.url)

/** The strictest content security policy that the widget supports. */
export const strictPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; require-trusted-types-for 'script'"

/** A response of the merchant's server instead of a view. */
export type FailureResponse = { status: number; text: string }

/** A browser opens six connections to a host. Polls that held them all would keep the page's files waiting. */
const maxHeldPolls = 3

/** A shop on loopback: its pages, the script-tag files, and a merchant's server with long polling. */
export async function openShop() {
  let view: ViewMembers | null = null
  let isExact = false
  let failure: FailureResponse | null = null
  let isSilent = false
  let version = 0
  let pendingResolvers: (() => void)[] = []
  const pages = new Map<string, { html: string; policy: string; rest?: Promise<string> | undefined }>()
  const scripts = new Map<string, string>()
  const requests: { method: string; path: string; secret: string | null; body: unknown }[] = []

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
    const page = pages.get(pathname)
    if (page) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', page.policy)
      response.write(page.html)
      return response.end(await page.rest)
    }
    const script = scripts.get(pathname)
    if (script !== undefined)
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    if (!pathname.startsWith('/pay/')) return file(pathname, response)
    const body = await readBody(request)
    const secret = request.headers['checkout-secret']
    requests.push({
      method: request.method ?? '',
      path: pathname,
      secret: typeof secret === 'string' ? secret : null,
      body,
    })
    const isCurrent = request.headers['if-none-match'] === `W/"${version}"`
    if (isCurrent && searchParams.get('wait') && pendingResolvers.length < maxHeldPolls) {
      await new Promise<void>((resolve) => {
        pendingResolvers.push(resolve)
        response.on('close', () => {
          pendingResolvers = pendingResolvers.filter((other) => other !== resolve)
          resolve()
        })
      })
    }
    if (isSilent) return
    if (failure) return response.writeHead(failure.status, { 'content-type': 'text/html' }).end(failure.text)
    if (!view) return response.writeHead(404).end('{}')
    response.setHeader('etag', `W/"${version}"`)
    if (request.headers['if-none-match'] === `W/"${version}"`) return response.writeHead(304).end()
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(isExact ? view : current(view)))
  }

  /** Moves the dates of a fixed view to now and keeps the time left. */
  function current(fixed: ViewMembers): ViewMembers {
    const left = fixed.expiresAt ? Date.parse(fixed.expiresAt) - Date.parse(fixed.now) : null
    return {
      ...fixed,
      now: new Date().toISOString(),
      expiresAt: left === null ? null : new Date(Date.now() + left).toISOString(),
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  const url = await listenOnLoopback(server)

  function change() {
    version += 1
    for (const resume of pendingResolvers) resume()
    pendingResolvers = []
  }

  return {
    url,
    requests,
    /** The number of long polls that are held. */
    get heldPolls() {
      return pendingResolvers.length
    },
    /** Sets the response and answers all long polls. */
    respondWith(next: ViewMembers) {
      view = next
      isExact = false
      failure = null
      change()
    },
    /** Like `respondWith`, but keeps the view's dates. */
    respondExactly(next: ViewMembers) {
      view = next
      isExact = true
      failure = null
      change()
    },
    /** Leaves every request without a response, so that the page keeps the view that it was given. */
    neverRespond() {
      isSilent = true
    },
    fail(next: FailureResponse) {
      failure = next
      change()
    },
    /** @param rest What follows `html`, once it is known. */
    page(path: string, html: string, policy = strictPolicy, rest?: Promise<string>) {
      pages.set(path, { html, policy, rest })
      return url + path
    },
    /** Adds a script of the shop, or replaces one of the widget's files. */
    script(path: string, text: string) {
      scripts.set(path, text)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function file(pathname: string, response: ServerResponse) {
  const types = { css: 'text/css', json: 'application/json' }
  const type = Object.entries(types).find(([ending]) => pathname.endsWith(ending))?.[1] ?? 'text/javascript'
  if (pathname === '/favicon.ico') {
    response.writeHead(204).end()
    return
  }
  try {
    const text = await readFile(new URL(`dist${pathname}`, root))
    response.writeHead(200, { 'content-type': type }).end(text)
  } catch {
    response.writeHead(404).end()
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString()
  return text ? JSON.parse(text) : null
}

/** The HTML of a page with the widget. */
export const html = (widget: string, { head = '', doctype = '<!doctype html>' } = {}) =>
  `${doctype}<html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head>` +
  `<body>${widget}<script src="/paypane.js"></script></body></html>`

export const widget = '<pay-pane endpoint="/pay" order="1042"></pay-pane>'
