/** An `ActServer` as a process: `DATABASE_URL`, `SERVICE_URL`, `SEAL_KEY`. Tests set its clock at `/control`. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { storeAt } from '../../../server-example/store.ts'
import { toNodeHandler } from '../../../src/server/node/index.ts'
import { createActServer } from './act-server.ts'

const Control = z.union([
  /** A new server, whose clock is at the start again. */
  z.object({ do: z.literal('begin') }),
  z.object({ do: z.literal('advance'), ms: z.number() }),
  z.object({ do: z.literal('reconcile') }),
])

const { DATABASE_URL = '', SERVICE_URL = '', SEAL_KEY = '' } = process.env
const store = storeAt(DATABASE_URL)
await store.open()

const begin = () => createActServer(store, { url: SERVICE_URL }, SEAL_KEY)
let server = begin()
const handle = toNodeHandler({ fetch: (request, connection) => server.paypane.fetch(request, connection) })

const listener = createServer(async (request, response) => {
  if (request.url !== '/control') return await handle(request, response)
  const control = Control.parse(JSON.parse(await text(request)))
  if (control.do === 'begin') server = begin()
  else if (control.do === 'advance') server.clock.advance(control.ms)
  else await server.reconcile()
  response.end()
})
listener.listen(0, '127.0.0.1', () => {
  const address = listener.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit())
