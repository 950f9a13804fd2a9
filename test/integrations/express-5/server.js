import express from 'express'
import { toNodeHandler } from 'paypane/server/node'
import { openPaypane } from './paypane.js'

const app = express()
// Before express.json(): the signature of a callback covers the raw text.
app.use('/pay', toNodeHandler(openPaypane()))
app.use(express.json())
app.use(express.static('public'))
app.listen(process.env.PORT ?? 8787, '127.0.0.1')
