import fastify from 'fastify'
import { toNodeHandler } from 'paypane/server/node'
import { orderPage } from './order-page.js'
import { openPaypane } from './paypane.js'

const app = fastify()
const pay = toNodeHandler(openPaypane())
app.register(async (scope) => {
  // Paypane reads the raw body: the signature of a callback covers it.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.all('/pay/*', (request, reply) => {
    reply.hijack()
    return pay(request.raw, reply.raw)
  })
})
app.get('/', async (_request, reply) => {
  reply.type('text/html').header('cache-control', 'private, no-store')
  return await orderPage('1042')
})
await app.listen({ port: process.env.PORT ?? 8787, host: '127.0.0.1' })
