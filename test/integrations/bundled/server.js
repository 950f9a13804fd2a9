import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { toNodeHandler } from 'paypane/server/node'
import { openPaypane, orderToken } from './paypane.js'

const pay = toNodeHandler(openPaypane())
const types = { js: 'text/javascript', html: 'text/html; charset=utf-8' }

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname.startsWith('/pay/')) return pay(request, response)
  // In your shop: only for a visitor who may pay the order.
  if (pathname === '/order-token') {
    response.setHeader('cache-control', 'private, no-store')
    return response.end(await orderToken('1042'))
  }
  const file = pathname === '/' ? '/index.html' : pathname
  response.setHeader('content-type', types[file.split('.').at(-1)] ?? 'application/octet-stream')
  response.end(await readFile(`public${file}`))
}).listen(process.env.PORT ?? 8787, '127.0.0.1')
