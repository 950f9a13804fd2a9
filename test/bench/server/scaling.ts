import { generateSealKey } from 'paypane/server'
import { z } from 'zod'
import { startPostgres } from '../../support/postgres.ts'
import { type Running, start } from '../../support/processes.ts'
import { ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { formatRates, type Row } from './table.ts'

const Service = z.object({ asked: z.number() })
const backlog = 1000
const rounds = 3
const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Two processes on one PostgreSQL against one. What is due after a pause waits for the service most of the time: there a
 * second process counts. Creates at full load wait for a core: where PostgreSQL and whoever calls share it, less so.
 */
export async function scaling(service: string): Promise<Row[]> {
  const slowService = await start('test/bench/server/service.ts', { SERVICE_MS: '100' })
  const postgres = await startPostgres({ durable: true })
  const sealKey = generateSealKey()
  const merchants = (count: number, database: string, at: string): Promise<Running[]> => {
    const env = { DATABASE: database, SEAL_KEY: sealKey, SERVICE: at }
    return Promise.all(Array.from({ length: count }, () => start('test/bench/server/merchant.ts', env)))
  }
  const kill = (running: Running[]): Promise<unknown> => Promise.all(running.map((sendOne) => sendOne.kill()))

  /** Look-ups a second, while there are more due than are asked. */
  async function lookupRate(count: number, paused: string): Promise<number> {
    const asked = async () => Service.parse(await (await fetch(`${slowService.url}/figures`)).json()).asked
    const running = await merchants(count, await postgres.copy(paused), slowService.url)
    const [from, begun] = [await asked(), performance.now()]
    while ((await asked()) < from + backlog / 2) await delay(10)
    const rate = (((await asked()) - from) / (performance.now() - begun)) * 1000
    await kill(running)
    return rate
  }

  async function createRate(count: number): Promise<number> {
    const running = await merchants(count, await postgres.database(), service)
    const urls = running.map(({ url }) => url)
    const rate = await runJob({ job: 'rate', of: 'create', name: 'o', urls, count: 600, concurrency: 64 })
    await kill(running)
    return rate
  }

  try {
    const paused = await postgres.database()
    const before = await merchants(1, paused, slowService.url)
    const urls = before.map(({ url }) => url)
    await runJob({ job: 'rate', of: 'create', name: 'due', urls, count: backlog, concurrency: 64 })
    await kill(before)
    // Until the last of them is due.
    await delay(3500)
    const due = await ratio(
      rounds,
      () => lookupRate(2, paused),
      () => lookupRate(1, paused),
    )
    const creates = await ratio(
      rounds,
      () => createRate(2),
      () => createRate(1),
    )
    return [
      {
        label: 'two processes on PostgreSQL : one, due look-ups that take 100 ms',
        value: formatRates(due),
        target: '≥ 1.6',
        reached: due.ratio >= 1.6,
      },
      {
        label: 'two processes on PostgreSQL : one, creates at full load of these cores',
        value: formatRates(creates),
        target: 'bounded by cores',
        reached: null,
      },
    ]
  } finally {
    await slowService.kill()
    await postgres.end()
  }
}
