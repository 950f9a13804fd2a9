import { generateSealKey } from 'paypane/server'
import { startPostgres } from '../../support/postgres.ts'
import { ratio } from '../measure.ts'
import { startServers } from '../scale/servers.ts'
import { runJob } from './job.ts'
import { formatRates, type Row } from './table.ts'

const rounds = 3

/**
 * Two server processes on one PostgreSQL, compared with one. Creates at full load are bounded by the cores, which
 * PostgreSQL and the client share. `npm run bench scale` measures lookups.
 */
export async function scaling(service: string): Promise<Row[]> {
  const postgres = await startPostgres({ durable: true })
  const SEAL_KEY = generateSealKey()

  async function createRate(count: number): Promise<number> {
    const DATABASE = await postgres.database()
    const { urls, kill } = await startServers(count, { DATABASE, SEAL_KEY, SERVICE: service })
    try {
      return await runJob({ job: 'rate', of: 'create', name: 'o', urls, count: 600, concurrency: 64 })
    } finally {
      await kill()
    }
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
