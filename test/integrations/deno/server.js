import { orderPage } from './order-page.js'
import { openPaypane } from './paypane.js'

const paypane = openPaypane()
const port = Number(Deno.env.get('PORT') ?? 8787)
Deno.serve({ port, hostname: '127.0.0.1' }, async (request, { remoteAddr }) => {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/pay/')) return paypane.fetch(request, { address: remoteAddr.hostname })
  return new Response(await orderPage('1042'), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-store' },
  })
})
