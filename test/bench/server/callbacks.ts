import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rate, ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { formatRates, type Row } from './table.ts'

/** Callbacks verified, stored and acknowledged over HTTP, compared with single durable inserts into SQLite. */
export async function callbacks(merchant: string, folder: string): Promise<Row[]> {
  const database = new DatabaseSync(join(folder, 'baseline.db'))
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
      label: 'callbacks stored, over HTTP : single durable inserts',
      value: formatRates(result),
      target: '≥ 1.0',
      reached: result.ratio >= 1,
    },
  ]
}
