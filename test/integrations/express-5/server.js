import express from 'express'
import { toNodeHandler } from 'paypane/server/node'
import { orderPage } from './order-page.js'
import { openPaypane } from './paypane.js'

const app = express()
// Before express.json(): the signature of a callback covers the raw text.
app.use('/pay', toNodeHandler(openPaypane()))
app.use(express.json())
app.get('/', async (_request, response) => {
  response.set('cache-control', 'private, no-store').send(await orderPage('1042'))
})
app.listen(process.env.PORT ?? 8787, '127.0.0.1')
