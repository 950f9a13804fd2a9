import { orderPage } from './order-page.js'
import { openPaypane } from './paypane.js'

const paypane = openPaypane()
Bun.serve({
  port: process.env.PORT ?? 8787,
  hostname: '127.0.0.1',
  // A long poll takes up to 25 seconds; Bun closes idle connections after 10.
  idleTimeout: 60,
  async fetch(request, server) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/pay/')) return paypane.fetch(request, server.requestIP(request))
    return new Response(await orderPage('1042'), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
    })
  },
})
