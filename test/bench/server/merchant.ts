import { createPaypane } from 'paypane/server'
import { toNodeHandler } from 'paypane/server/node'
import { postgresStore } from 'paypane/server/postgres'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'
import { listen } from './listen.ts'

/** A merchant server process. `DATABASE` is a file for SQLite, or a PostgreSQL URL. */
const { DATABASE: database = '', SEAL_KEY: sealKey = '', SERVICE: service = '' } = process.env

const paypane = createPaypane({
  service: createPaymentsClient({ baseUrl: service }),
  pipelines: { p2p: { profile: 'p2p', key: 'key', privateKey: 'the private key' } },
  store: database.startsWith('postgres:') ? postgresStore(database) : sqliteStore(database),
  sealKey,
  order: () => ({ amount: '10.00', currency: 'UAH' }),
  publicUrl: 'http://127.0.0.1',
  confirmFinal: false,
  rateLimits: { order: 1e9 },
})
const handler = toNodeHandler(paypane)

/** Statistics of this process. */
async function stats(): Promise<string> {
  const { openLongPolls } = await paypane.stats()
  const { user, system } = process.cpuUsage()
  return JSON.stringify({
    openLongPolls,
    rss: process.memoryUsage().rss,
    cpuMs: (user + system) / 1000,
  })
}

await listen(async (request, response) => {
  if (request.url === '/stats') response.end(await stats())
  else await handler(request, response)
})
