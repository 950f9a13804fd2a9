/**
 * `paypane reconcile --list` with 1,000,000 orders in SQLite, and differences planted among them:
 * `npm exec -- node --conditions=paypane-source test/bench/reconcile.ts [rows]`
 */
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reconcile } from '../../src/cli/reconcile/reconcile.ts'
import { sqliteStore } from '../../src/server/sqlite/index.ts'
import { tempFolder } from '../support/temp-folder.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
const folder = mkdtempSync(join(tempFolder(), 'paypane-bench-'))
try {
  const [file, list] = [join(folder, 'paypane.db'), join(folder, 'list.csv')]
  const store = sqliteStore(file)
  await store.open()
  await store.close()
  await fill(file, list)
  const startedAt = performance.now()
  const { compared, differences } = await reconcile(
    { DATABASE_URL: `file:${file}` },
    { list, from: 0, to: Number.MAX_SAFE_INTEGER },
    fetch,
  )
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = Math.round(process.memoryUsage().rss / 1e6)
  const planted = 3 * Math.floor(rows / 1000)
  process.stdout.write(
    `${compared} orders in ${seconds.toFixed(1)} s with ${megabytes} MB; ${differences.length} of ${planted} differences found\n`,
  )
} finally {
  rmSync(folder, { recursive: true })
}

/** Of each thousand, one is missing in the list, one has another amount and one another status. */
async function fill(file: string, list: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  const insert = database.prepare(
    `INSERT INTO entries (id, kind, ref, version, status, needs_review, created_at, updated_at, doc)
     VALUES (?, 'checkout', ?, 1, 'succeeded', 0, 1000, 1000, ?)`,
  )
  const output = createWriteStream(list)
  output.write('externalId;externalTransactionId;amount;currency;status\n')
  for (let n = 0; n < rows; n += 1) {
    const attempt = {
      ...{ n: 1, pipeline: 'p2p', externalTransactionId: `tx-${n}`, externalId: `E-${n}`, status: 'Success' },
      ...{ reported: '1250.00', otherCurrency: null, amount: { value: '1250.00', currency: 'UAH' } },
      firstSentAt: 1000,
      // As long as the activity of a payment.
      activity: ' '.repeat(700),
    }
    insert.run(`co_${n}`, `order-${n}`, JSON.stringify({ attempts: [attempt] }))
    const planted = n % 1000
    if (planted === 7) continue
    const line = `E-${n};tx-${n};${planted === 8 ? '1,00' : '1250,00'};UAH;${planted === 9 ? 'Failed' : 'Success'}\n`
    if (!output.write(line)) await once(output, 'drain')
  }
  database.exec('COMMIT')
  database.close()
  output.end()
  await once(output, 'finish')
}
