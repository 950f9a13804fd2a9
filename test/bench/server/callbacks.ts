import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rate, ratio } from '../measure.ts'
import { done } from './job.ts'
import { type Row, rates } from './table.ts'

/** Callbacks verified, kept durably and acknowledged over HTTP, against single durable inserts into the same kind of database. */
export async function callbacks(merchant: string, folder: string): Promise<Row[]> {
  const bare = new DatabaseSync(join(folder, 'bare.db'))
  bare.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE kept (id INTEGER PRIMARY KEY, body TEXT)',
  )
  const insert = bare.prepare('INSERT INTO kept (body) VALUES (?)')
  let turn = 0
  const ours = (): Promise<number> => {
    turn += 1
    const name = `unmatched-${turn}`
    return done({ job: 'rate', of: 'callback', name, urls: [merchant], count: 5000, atOnce: 64 })
  }
  const theirs = (): Promise<number> =>
    rate(3000, 1, async (n) => {
      insert.run(`a callback's worth of text ${n}`)
    })
  await ours()
  await theirs()
  const result = await ratio(5, ours, theirs)
  bare.close()
  return [
    {
      what: 'callbacks kept, over HTTP : single durable inserts',
      value: rates(result),
      target: '≥ 1.0',
      reached: result.ratio >= 1,
    },
  ]
}
