import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { rate, ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { formatRates, formatRatio, type Row } from './table.ts'

/** Callbacks verified, stored and acknowledged over HTTP, compared with single durable inserts into SQLite. */
export async function callbacks(merchant: string, folder: string, pipelines: number): Promise<Row[]> {
  const database = new DatabaseSync(join(folder, `baseline-${pipelines}.db`))
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE callbacks (id INTEGER PRIMARY KEY, body TEXT)',
  )
  const insert = database.prepare('INSERT INTO callbacks (body) VALUES (?)')
  let round = 0
  const ours = (): Promise<number> => {
    round += 1
    const name = `unmatched-${round}`
    return runJob({ job: 'rate', of: 'callback', name, urls: [merchant], count: 5000, concurrency: 64 })
  }
  const baseline = (): Promise<number> =>
    rate(3000, 1, async (n) => {
      insert.run(`text as long as a callback ${n}`)
    })
  await ours()
  await baseline()
  const result = await ratio(5, ours, baseline)
  database.close()
  return [
    {
      label: `callbacks stored, over HTTP, ${count(pipelines)} : single durable inserts`,
      value: formatRates(result),
      target: '≥ 1.0',
      reached: result.ratio >= 1,
    },
  ]
}

/** The CPU time of a rejected callback of 64 kB, compared with a health check that receives the same body. */
export async function rejectedCallbacks(merchant: string, pipelines: number): Promise<Row[]> {
  const cpuMs = async (): Promise<number> =>
    Stats.parse(await (await fetch(`${merchant}/stats`)).json()).cpuMs
  const cpuOf = (of: 'rejected' | 'health') => async (): Promise<number> => {
    const requests = 2000
    const before = await cpuMs()
    await runJob({ job: 'rate', of, name: 'e-1', urls: [merchant], count: requests, concurrency: 16 })
    // The client warms up with a tenth of the requests.
    return ((await cpuMs()) - before) / (requests * 1.1)
  }
  await cpuOf('rejected')()
  await cpuOf('health')()
  const result = await ratio(5, cpuOf('rejected'), cpuOf('health'))
  return [
    {
      label: `CPU of a rejected callback of 64 kB, ${count(pipelines)} : of a health check with the same body`,
      value: `${formatRatio(result.ratio, result.spread)}; ${result.ours.toFixed(3)} ms : ${result.baseline.toFixed(3)} ms`,
      target: '≤ 2',
      reached: result.ratio <= 2,
    },
  ]
}

const Stats = z.object({ cpuMs: z.number() })

const count = (pipelines: number): string => (pipelines === 1 ? 'one pipeline' : `${pipelines} pipelines`)
