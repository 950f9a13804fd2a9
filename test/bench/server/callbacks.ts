import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rate, ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { formatRates, type Row } from './table.ts'

/** Callbacks verified, kept durably and acknowledged over HTTP, against single durable inserts into the same kind of database. */
export async function callbacks(merchant: string, folder: string): Promise<Row[]> {
  const bareServer = new DatabaseSync(join(folder, 'bare.db'))
  bareServer.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE kept (id INTEGER PRIMARY KEY, body TEXT)',
  )
  const insert = bareServer.prepare('INSERT INTO kept (body) VALUES (?)')
  let round = 0
  const ours = (): Promise<number> => {
    round += 1
    const name = `unmatched-${round}`
    return runJob({ job: 'rate', of: 'callback', name, urls: [merchant], count: 5000, concurrency: 64 })
  }
  const baseline = (): Promise<number> =>
    rate(3000, 1, async (n) => {
      insert.run(`a callback's worth of text ${n}`)
    })
  await ours()
  await baseline()
  const result = await ratio(5, ours, baseline)
  bareServer.close()
  return [
    {
      label: 'callbacks kept, over HTTP : single durable inserts',
      value: formatRates(result),
      target: '≥ 1.0',
      reached: result.ratio >= 1,
    },
  ]
}
