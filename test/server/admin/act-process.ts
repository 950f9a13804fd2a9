/** An `ActServer` as a process: `DATABASE_URL`, `SERVICE_URL`, `SEAL_KEY`. Tests set its clock at `/control`. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { sqlitePath, toNodeHandler } from '../../../src/server/node/index.ts'
import { postgresStore } from '../../../src/server/postgres/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { createActServer } from './act-server.ts'

const Control = z.union([
  /** A new server, whose clock is at the start again. */
  z.object({ do: z.literal('begin') }),
  z.object({ do: z.literal('advance'), ms: z.number() }),
  z.object({ do: z.literal('reconcile') }),
])

const { DATABASE_URL = '', SERVICE_URL = '', SEAL_KEY = '' } = process.env
// Several of these processes share a SQLite file, which a server refuses.
const path = sqlitePath(DATABASE_URL)
const store = path === null ? postgresStore(DATABASE_URL) : sqliteStore(path)
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
