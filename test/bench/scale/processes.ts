import { setTimeout as delay } from 'node:timers/promises'
import { generateSealKey } from 'paypane/server'
import { z } from 'zod'
import { startPostgres } from '../../support/postgres.ts'
import { start } from '../../support/processes.ts'
import { ratio } from '../measure.ts'
import { runJob } from '../server/job.ts'
import { formatRates, type Row } from '../server/table.ts'
import { startServers } from './servers.ts'

const Service = z.object({ lookups: z.number() })
const backlog = 600
/** So many of them that every process has started several rounds. */
const measured = 300
const rounds = 3

/**
 * Lookups of a backlog by several server processes on one PostgreSQL, compared with one. Each starts at its first limit of
 * concurrent lookups, which grows meanwhile.
 */
export async function processes(counts: readonly number[], lookupMs: number): Promise<Row[]> {
  const service = await start('test/bench/server/service.ts', { SERVICE_MS: String(lookupMs) })
  const postgres = await startPostgres({ durable: true })
  const SEAL_KEY = generateSealKey()
  const serversOn = (count: number, DATABASE: string) =>
    startServers(count, { DATABASE, SEAL_KEY, SERVICE: service.url })

  async function lookupRate(count: number, paused: string): Promise<number> {
    const lookups = async () => Service.parse(await (await fetch(`${service.url}/stats`)).json()).lookups
    const before = await lookups()
    const servers = await serversOn(count, await postgres.copy(paused))
    try {
      // Until every process has started its first lookups.
      while ((await lookups()) < before + count * 20) await delay(10)
      const [from, startedAt] = [await lookups(), performance.now()]
      while ((await lookups()) < from + measured) await delay(10)
      return (((await lookups()) - from) / (performance.now() - startedAt)) * 1000
    } finally {
      await servers.kill()
    }
  }

  try {
    const paused = await postgres.database()
    const before = await serversOn(1, paused)
    await runJob({
      ...{ job: 'rate', of: 'create', name: 'due', urls: before.urls },
      ...{ count: backlog, concurrency: 64 },
    })
    await before.kill()
    // All lookups are due then.
    await delay(3500)
    const rows: Row[] = []
    for (const count of counts.filter((count) => count > 1)) {
      const due = await ratio(
        rounds,
        () => lookupRate(count, paused),
        () => lookupRate(1, paused),
      )
      // A part of the ideal ratio; what is missing is CPU of this machine.
      const target = count * 0.75
      rows.push({
        label: `${count} processes on PostgreSQL : one, due lookups that take ${lookupMs} ms`,
        value: formatRates(due),
        target: `≥ ${target.toFixed(1)}`,
        reached: due.ratio >= target,
      })
    }
    return rows
  } finally {
    await service.kill()
    await postgres.end()
  }
}
