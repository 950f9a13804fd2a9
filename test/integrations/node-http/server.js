import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { toNodeHandler } from 'paypane/server/node'
import { openPaypane } from './paypane.js'

const pay = toNodeHandler(openPaypane())

createServer(async (request, response) => {
  if (request.url.startsWith('/pay/')) return pay(request, response)
  const file = /^\/(paypane|paypane-qr|paypane-fields|paypane-deferred)\.js$|^\/locales\/[\w-]+\.json$/.test(
    request.url,
  )
    ? request.url
    : '/index.html'
  const types = { js: 'text/javascript', json: 'application/json', html: 'text/html' }
  response.setHeader('content-type', types[file.split('.').at(-1)])
  response.end(await readFile(`public${file}`))
}).listen(process.env.PORT ?? 8787, '127.0.0.1')
