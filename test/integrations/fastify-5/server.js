import { join } from 'node:path'
import files from '@fastify/static'
import fastify from 'fastify'
import { toNodeHandler } from 'paypane/server/node'
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
app.register(files, { root: join(import.meta.dirname, 'public') })
await app.listen({ port: process.env.PORT ?? 8787, host: '127.0.0.1' })
