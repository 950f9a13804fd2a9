import { generateSealKey } from 'paypane/server'
import { startPostgres } from '../../support/postgres.ts'
import { type Running, start } from '../../support/processes.ts'
import { ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { formatRates, type Row } from './table.ts'

const rounds = 3

/**
 * Two server processes on one PostgreSQL, compared with one. Creates at full load are bounded by the cores, which
 * PostgreSQL and the client share. `npm run bench scale` measures lookups.
 */
export async function scaling(service: string): Promise<Row[]> {
  const postgres = await startPostgres({ durable: true })
  const sealKey = generateSealKey()
  const merchants = (count: number, database: string): Promise<Running[]> => {
    const env = { DATABASE: database, SEAL_KEY: sealKey, SERVICE: service }
    return Promise.all(Array.from({ length: count }, () => start('test/bench/server/merchant.ts', env)))
  }
  const kill = (running: Running[]): Promise<unknown> => Promise.all(running.map((one) => one.kill()))

  async function createRate(count: number): Promise<number> {
    const running = await merchants(count, await postgres.database())
    const urls = running.map(({ url }) => url)
    const rate = await runJob({ job: 'rate', of: 'create', name: 'o', urls, count: 600, concurrency: 64 })
    await kill(running)
    return rate
  }

  try {
    const creates = await ratio(
      rounds,
      () => createRate(2),
      () => createRate(1),
    )
    return [
      {
        label: 'two processes on PostgreSQL : one, creates at full load of these cores',
        value: formatRates(creates),
        target: 'bounded by cores',
        reached: null,
      },
    ]
  } finally {
    await postgres.end()
  }
}
