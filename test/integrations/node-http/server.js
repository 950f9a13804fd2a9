import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { toNodeHandler } from 'paypane/server/node'
import { openPaypane } from './paypane.js'

const pay = toNodeHandler(openPaypane())

createServer(async (request, response) => {
  if (request.url.startsWith('/pay/')) return pay(request, response)
  const isScript = /^\/(paypane|paypane-qr|locales\/[\w-]+)\.js$/.test(request.url)
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(await readFile(`public${isScript ? request.url : '/index.html'}`))
}).listen(process.env.PORT ?? 8787, '127.0.0.1')
