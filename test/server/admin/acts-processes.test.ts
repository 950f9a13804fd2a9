import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, test } from 'vitest'
import { generateSealKey } from '../../../src/server/index.ts'
import { isFull } from '../../support/full.ts'
import { listenOnLoopback } from '../../support/loopback.ts'
import { type Running, start } from '../../support/processes.ts'
import { type ActDatabase, actDatabases } from './act-database.ts'
import { startOfActs } from './act-server.ts'
import { type ActLane, type ActService, createActService, playSequences } from './acts.ts'

const timeout = 14_400_000

const databases = actDatabases()

// Node before 22.18 runs no TypeScript.
describe.skipIf(!process.features.typescript)(
  'in two processes nobody exceeds a scope, approves their own payout or passes a limit',
  () => {
    test('on SQLite', { timeout }, () => playSequences(5, (lane) => openProcesses(databases.sqlite(lane))))

    test.runIf(isFull)('on PostgreSQL', { timeout }, () =>
      playSequences(5, async () => openProcesses(await databases.postgres())),
    )
  },
)

/** Two server processes on one database, and the service that both send payouts to. */
async function openProcesses(database: ActDatabase): Promise<ActLane> {
  let now = startOfActs
  let service = createActService(() => now)
  const listener = serviceListener(() => service)
  const SERVICE_URL = await listenOnLoopback(listener)
  const env = { DATABASE_URL: database.url, SERVICE_URL, SEAL_KEY: generateSealKey() }
  // One after the other: the first one creates the tables.
  const script = 'test/server/admin/act-process.ts'
  const processes = [await start(script, env), await start(script, env)] as const
  return {
    async next() {
      now = startOfActs
      service = createActService(() => now)
      await database.empty()
      for (const one of processes) await control(one, { do: 'begin' })
      return {
        sent: service.sent,
        request: (server, path, init) => fetch(`${processes[server === 0 ? 0 : 1].url}/admin${path}`, init),
        async advance(ms) {
          now += ms
          for (const one of processes) await control(one, { do: 'advance', ms })
          // Both take what is due.
          await Promise.all(processes.map((one) => control(one, { do: 'reconcile' })))
        },
      }
    },
    async close() {
      for (const one of processes) await one.stop()
      listener.close()
      await database.close()
    },
  }
}

async function control({ url }: Running, body: object): Promise<void> {
  const response = await fetch(`${url}/control`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`control: ${response.status}`)
}

/** The service as an HTTP server. */
const serviceListener = (current: () => ActService): Server =>
  createServer(async (request, response) => {
    const body = await text(request)
    try {
      const answer = current().respond(request.method ?? '', body)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    } catch {
      request.socket.destroy()
    }
  })
