import { join } from 'node:path'
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node'
import express from 'express'
import { toNodeHandler } from 'paypane/server/node'
import { orderToken, paypane } from '../paypane'

const app = express()
const angularApp = new AngularNodeAppEngine()

// Before any body parser: the signature of a callback covers the raw text.
app.use('/pay', (request, response) => toNodeHandler(paypane())(request, response))

// In your shop: only for a visitor who may pay the order.
app.get('/order-token', async (_request, response) => {
  response.set('cache-control', 'private, no-store').send(await orderToken('1042'))
})

app.use(
  express.static(join(import.meta.dirname, '../browser'), { maxAge: '1y', index: false, redirect: false }),
)

app.use((request, response, next) => {
  angularApp
    .handle(request)
    .then((rendered) => (rendered ? writeResponseToNodeResponse(rendered, response) : next()))
    .catch(next)
})

if (isMainModule(import.meta.url)) app.listen(process.env['PORT'] ?? 4000)

/** Used by `ng serve`. */
export const reqHandler = createNodeRequestHandler(app)
