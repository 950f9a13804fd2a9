import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { toNodeHandler } from 'paypane/server/node'
import { orderPage } from './order-page.js'
import { openPaypane, orderToken } from './paypane.js'

const pay = toNodeHandler(openPaypane())
/** The widget's files, where a page does not load them from `/pay`. */
const widgetFile = /^\/(paypane[\w-]*\.js|locales\/[\w-]+\.json)$/
const types = { js: 'text/javascript', json: 'application/json' }

createServer(async (request, response) => {
  if (request.url.startsWith('/pay/')) return pay(request, response)
  if (widgetFile.test(request.url)) {
    response.setHeader('content-type', types[request.url.split('.').at(-1)])
    return response.end(await readFile(`public${request.url}`))
  }
  response.setHeader('cache-control', 'private, no-store')
  // For pages that this server does not render. In your shop: only for a visitor who may pay the order.
  if (request.url === '/order-token') return response.end(await orderToken('1042'))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  return response.end(await orderPage('1042'))
}).listen(process.env.PORT ?? 8787, '127.0.0.1')
