import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { generateSealKey } from 'paypane/server'
import { callbackSignature } from 'paypane/service'
import { z } from 'zod'
import { startPostgres } from '../../support/postgres.ts'
import { start } from '../../support/processes.ts'
import { percentile } from '../measure.ts'
import { type CreatedCheckout, createCheckout, post } from '../server/payer.ts'
import type { Row } from '../server/table.ts'
import { createCpuMeter } from './cpu-meter.ts'
import { pidOf, startServers } from './servers.ts'
import { Answer, type Waiting } from './wake-messages.ts'

/** Empty while the database does not answer. */
const Stats = z.object({ openLongPolls: z.number().default(0) })
const client = fileURLToPath(new URL('waiting-payers.ts', import.meta.url))
/** Pages that show the same order: the service is looked up for each order, not for each page. */
const pagesPerOrder = 20
const paidOrders = 100
const timeoutMs = 180_000

/**
 * Payers wait at several server processes on one PostgreSQL, and the pages of one order at different ones. Then orders are
 * paid after one another, and each callback goes to one server.
 */
export async function wake(payers: number, processes: number): Promise<Row[]> {
  const service = await start('test/bench/server/service.ts', {})
  const postgres = await startPostgres({ durable: true })
  const database = await postgres.database()
  const env = { DATABASE: database, SEAL_KEY: generateSealKey(), SERVICE: service.url }
  const servers = await startServers(processes, env)
  const { urls } = servers
  const urlOf = (n: number): string => urls[n % urls.length] ?? ''
  let clients: ChildProcess[] = []
  try {
    const checkouts = await createCheckouts(Math.ceil(payers / pagesPerOrder), urlOf)
    const externalIds = new Map(
      (await postgres.query(database, 'SELECT entry_id, external_id FROM attempts')).map((row) => [
        String(row['entry_id']),
        String(row['external_id']),
      ]),
    )
    const answers: Answer[] = []
    clients = urls.map((url, at) => {
      // Payer n is at server n: the pages of one order are spread.
      const waiting: Waiting = {
        url,
        checkouts: Array.from({ length: payers }, (_, n) => n)
          .filter((n) => n % urls.length === at)
          .flatMap((n) => checkouts[Math.floor(n / pagesPerOrder)] ?? []),
      }
      const child = fork(client, { execArgv: process.execArgv, stdio: 'inherit' })
      child.on('message', (message) => answers.push(Answer.parse(message)))
      child.send(waiting)
      return child
    })
    const open = async (): Promise<number> => {
      const all = await Promise.all(
        urls.map(async (url) => Stats.parse(await (await fetch(`${url}/stats`)).json())),
      )
      return all.reduce((sum, { openLongPolls }) => sum + openLongPolls, 0)
    }
    await until('all payers wait', async () => (await open()) >= payers * 0.99)
    const cpu = createCpuMeter({
      servers: servers.pids,
      PostgreSQL: [await postgres.pid()],
      clients: clients.map(pidOf),
      service: [pidOf(service.child)],
    })

    const sentAt = new Map<string, number>()
    for (const [n, { id }] of checkouts.slice(0, paidOrders).entries()) {
      const externalId = externalIds.get(id) ?? ''
      await post(`${service.url}/paid/${externalId}`, '')
      const fields = { externalId, status: 'Success', amount: '10.00', orderType: 'Deposit' }
      const signature = callbackSignature(fields, 'the private key')
      sentAt.set(id, performance.timeOrigin + performance.now())
      await post(`${urlOf(n)}/callbacks/p2p`, JSON.stringify(fields), { signature })
      // All of them take as long as a long poll.
      await delay(250)
    }
    const expected = Math.min(payers, Math.min(paidOrders, checkouts.length) * pagesPerOrder)
    await until('all are woken', async () => answers.length >= expected).catch(() => undefined)
    const times = answers.flatMap(({ id, at }) => {
      const from = sentAt.get(id)
      return from === undefined ? [] : [at - from]
    })
    const right = answers.filter((answer) => answer.right && sentAt.has(answer.id)).length
    const p95 = percentile(times, 0.95)
    const label = `${payers} long polls at ${processes} processes`
    return [
      ...(cpu === null
        ? []
        : [{ label: `${label}: cores in use`, value: cpu(), target: 'none', reached: null }]),
      {
        label: `${label}: the right ones woken`,
        value: `${right} of ${expected}`,
        target: 'all',
        reached: right === expected && answers.length === expected,
      },
      {
        label: `${label}: callback sent to page woken`,
        value: `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
        target: 'p95 ≤ 150 ms',
        reached: p95 <= 150,
      },
    ]
  } finally {
    for (const child of clients) child.kill()
    await servers.kill()
    await service.kill()
    await postgres.end()
  }
}

async function createCheckouts(count: number, urlOf: (n: number) => string): Promise<CreatedCheckout[]> {
  const created: CreatedCheckout[] = []
  let next = 0
  const create = async (): Promise<void> => {
    while (next < count) {
      const n = next
      next += 1
      created.push(await createCheckout(urlOf(n), `o-${n}`))
    }
  }
  await Promise.all(Array.from({ length: 16 }, create))
  return created
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const from = performance.now(); !(await isTrue()); await delay(100))
    if (performance.now() - from > timeoutMs)
      throw new Error(`Waited ${timeoutMs / 1000} s in vain until ${what}.`)
}
