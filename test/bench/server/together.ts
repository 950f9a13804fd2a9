import { generateSealKey } from 'paypane/server'
import { z } from 'zod'
import { startPostgres } from '../../support/postgres.ts'
import { type Running, start } from '../../support/processes.ts'
import { ratio } from '../measure.ts'
import { done } from './job.ts'
import { type Row, rates } from './table.ts'

const Service = z.object({ asked: z.number() })
const backlog = 1000
const turns = 3
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Two processes on one PostgreSQL against one. What is due after a pause waits for the service most of the time: there a
 * second process counts. Creates at full load wait for a core: where PostgreSQL and whoever calls share it, less so.
 */
export async function together(service: string): Promise<Row[]> {
  const far = await start('test/bench/server/service.ts', { SERVICE_MS: '100' })
  const postgres = await startPostgres({ durable: true })
  const sealKey = generateSealKey()
  const merchants = (count: number, database: string, at: string): Promise<Running[]> => {
    const env = { DATABASE: database, SEAL_KEY: sealKey, SERVICE: at }
    return Promise.all(Array.from({ length: count }, () => start('test/bench/server/merchant.ts', env)))
  }
  const kill = (running: Running[]): Promise<unknown> => Promise.all(running.map((one) => one.kill()))

  /** Look-ups a second, while there are more due than are asked. */
  async function workedOff(count: number, paused: string): Promise<number> {
    const asked = async () => Service.parse(await (await fetch(`${far.url}/figures`)).json()).asked
    const running = await merchants(count, await postgres.copy(paused), far.url)
    const [from, begun] = [await asked(), performance.now()]
    while ((await asked()) < from + backlog / 2) await pause(10)
    const rate = (((await asked()) - from) / (performance.now() - begun)) * 1000
    await kill(running)
    return rate
  }

  async function created(count: number): Promise<number> {
    const running = await merchants(count, await postgres.database(), service)
    const urls = running.map(({ url }) => url)
    const rate = await done({ job: 'rate', of: 'create', name: 'o', urls, count: 600, atOnce: 64 })
    await kill(running)
    return rate
  }

  try {
    const paused = await postgres.database()
    const before = await merchants(1, paused, far.url)
    const urls = before.map(({ url }) => url)
    await done({ job: 'rate', of: 'create', name: 'due', urls, count: backlog, atOnce: 64 })
    await kill(before)
    // Until the last of them is due.
    await pause(3500)
    const due = await ratio(
      turns,
      () => workedOff(2, paused),
      () => workedOff(1, paused),
    )
    const creates = await ratio(
      turns,
      () => created(2),
      () => created(1),
    )
    return [
      {
        what: 'two processes on PostgreSQL : one, due look-ups that take 100 ms',
        value: rates(due),
        target: '≥ 1.6',
        reached: due.ratio >= 1.6,
      },
      {
        what: 'two processes on PostgreSQL : one, creates at full load of these cores',
        value: rates(creates),
        target: 'bounded by cores',
        reached: null,
      },
    ]
  } finally {
    await far.kill()
    await postgres.end()
  }
}
