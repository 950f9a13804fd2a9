import { generateSealKey } from 'paypane/server'
import { z } from 'zod'
import { startPostgres } from '../../support/postgres.ts'
import { type Running, start } from '../../support/processes.ts'
import { ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { formatRates, type Row } from './table.ts'

const Service = z.object({ lookups: z.number() })
const backlog = 1000
const rounds = 3
const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Two server processes on one PostgreSQL, compared with one. Lookups mostly wait for the service, so a second process
 * helps. Creates at full load are bounded by the cores, which PostgreSQL and the client share.
 */
export async function scaling(service: string): Promise<Row[]> {
  const slowService = await start('test/bench/server/service.ts', { SERVICE_MS: '100' })
  const postgres = await startPostgres({ durable: true })
  const sealKey = generateSealKey()
  const merchants = (count: number, database: string, at: string): Promise<Running[]> => {
    const env = { DATABASE: database, SEAL_KEY: sealKey, SERVICE: at }
    return Promise.all(Array.from({ length: count }, () => start('test/bench/server/merchant.ts', env)))
  }
  const kill = (running: Running[]): Promise<unknown> => Promise.all(running.map((one) => one.kill()))

  /** Lookups per second, while a backlog is due. */
  async function lookupRate(count: number, paused: string): Promise<number> {
    const lookups = async () => Service.parse(await (await fetch(`${slowService.url}/stats`)).json()).lookups
    const running = await merchants(count, await postgres.copy(paused), slowService.url)
    const [from, begun] = [await lookups(), performance.now()]
    while ((await lookups()) < from + backlog / 2) await delay(10)
    const rate = (((await lookups()) - from) / (performance.now() - begun)) * 1000
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
    // Waits until all lookups are due.
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
        label: 'two processes on PostgreSQL : one, due lookups that take 100 ms',
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
