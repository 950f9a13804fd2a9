import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { renderWidget } from 'paypane/server/html'
import { toNodeHandler } from 'paypane/server/node'
import { renderPage } from './dist/server/server.js'
import { openPaypane, orderToken } from './paypane.js'

const paypane = openPaypane()
const pay = toNodeHandler(paypane)

/** The widget of an order as HTML. Only for a visitor who may pay the order. */
async function widgetHtml(order, cookie) {
  const response = await paypane.fetch(
    new Request('http://localhost/pay/checkouts', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ order: await orderToken(order) }),
    }),
  )
  return await renderWidget(await response.json(), { endpoint: '/pay' })
}

const page = (body, widget) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Order 1042</title>
    <link rel="icon" href="data:,">
    <script src="/pay/paypane.js" async></script>
  </head>
  <body>
    <div id="app">${body}</div>
    <script type="application/json" id="data">${JSON.stringify({ widget }).replaceAll('<', '\\u003c')}</script>
    <script type="module" src="/client.js"></script>
  </body>
</html>`

createServer(async (request, response) => {
  if (request.url.startsWith('/pay/')) return pay(request, response)
  if (request.url === '/client.js') {
    response.setHeader('content-type', 'text/javascript')
    return response.end(await readFile('dist/client.js'))
  }
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('cache-control', 'private, no-store')
  const widget = await widgetHtml('1042', request.headers.cookie ?? '')
  return response.end(page(await renderPage(widget), widget))
}).listen(process.env.PORT ?? 8787, '127.0.0.1')
