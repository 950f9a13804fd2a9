/**
 * The memory that a CSV export takes: `npm run bench:export -- --rows 1000000`. A copy of one paid checkout for each row
 * in a SQLite file, exported over HTTP by `paypane export` in another process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { createPaypane } from 'paypane/server'
import { toNodeHandler } from 'paypane/server/node'
import { sqliteStore } from 'paypane/server/sqlite'
import { z } from 'zod'
import { readCommandLine } from '../../scripts/command-line.ts'
import { sqliteStore as sourceStore } from '../../src/server/sqlite/index.ts'
import { createHarness } from '../server/harness.ts'
import { listenOnLoopback } from '../support/loopback.ts'

const token = 'the operator of the measurement'
const {
  values: { rows },
} = readCommandLine(import.meta.filename, {
  values: z.object({ rows: z.coerce.number().int().positive().default(1_000_000) }),
  options: { rows: { type: 'string' } },
})

/** Fills a database with copies of a paid checkout and its event. */
async function fill(path: string): Promise<void> {
  const shop = createHarness({ store: sourceStore(path) })
  await shop.createCheckout('1042', 'transfer')
  await shop.controlOrder(0, { do: 'pay' })
  await shop.advance(86_400 * 8, 3600)
  await shop.store.close()
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
  const names = db
    .prepare(
      "SELECT name FROM pragma_table_info('entries') WHERE name NOT IN ('id', 'ref', 'created_at', 'doc')",
    )
    .all()
    .map(({ name }) => String(name))
    .join(', ')
  db.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO entries (id, ref, created_at, doc, ${names})
     SELECT id || n, ref || n, created_at + n,
       json_set(doc, '$.id', id || n, '$.order', ref || n, '$.createdAt', created_at + n), ${names}
     FROM entries, numbers`,
  ).run(rows)
  db.close()
}

async function measure(path: string): Promise<void> {
  const paypane = createPaypane({
    service: createHarness().service,
    pipelines: { p2p: { profile: 'p2p', key: 'key', privateKey: 'private-key' } },
    store: sqliteStore(path),
    sealKey: Buffer.alloc(32, 7).toString('base64'),
    order: () => null,
    publicUrl: 'http://127.0.0.1:8787',
    basePath: '/pay',
    adminToken: token,
  })
  await paypane.ready()
  const server = createServer(toNodeHandler(paypane))
  const url = `${await listenOnLoopback(server)}/pay`

  // The first export loads and compiles what the second one measures.
  await count(spawnExport(url, '2100-01-01'))
  const before = process.memoryUsage.rss()
  let highest = before
  let longestPauseMs = 0
  const from = performance.now()
  const ended = { value: false }
  const watch = (async () => {
    for (let last = performance.now(); !ended.value; last = performance.now()) {
      await delay(5)
      longestPauseMs = Math.max(longestPauseMs, performance.now() - last - 5)
      highest = Math.max(highest, process.memoryUsage.rss())
    }
  })()
  const lines = await count(spawnExport(url, '2000-01-01'))
  ended.value = true
  await watch
  const seconds = (performance.now() - from) / 1000
  const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)
  process.stdout.write(
    `${lines - 1} rows in ${seconds.toFixed(1)} s, ${Math.round((lines - 1) / seconds)} rows/s\n` +
      `memory (RSS) of the server: ${megabytes(before)} MB before, at most ${megabytes(highest)} MB: ${megabytes(highest - before)} MB more\n` +
      `longest pause of other requests: ${longestPauseMs.toFixed(0)} ms\n`,
  )
  server.close()
  await paypane.close()
}

const spawnExport = (url: string, since: string): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...['--conditions=paypane-source', '--disable-warning=ExperimentalWarning'],
      ...['src/cli/main.ts', 'export', 'checkouts', '--url', url, '--since', since],
    ],
    { env: { PATH: process.env['PATH'], OPERATOR_TOKEN: token }, stdio: ['ignore', 'pipe', 'inherit'] },
  )

/** The lines that a process prints, once it has succeeded. */
async function count(child: ChildProcess): Promise<number> {
  let lines = 0
  for await (const part of child.stdout ?? []) for (const byte of part) if (byte === 10) lines += 1
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error('The export failed.')
  return lines
}

const folder = await mkdtemp(join(tmpdir(), 'paypane-export-'))
try {
  const path = join(folder, 'paypane.db')
  await fill(path)
  await measure(path)
} finally {
  await rm(folder, { recursive: true })
}
