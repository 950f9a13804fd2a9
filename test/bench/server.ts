import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSealKey } from 'paypane/server'
import { type Running, start } from '../support/processes.ts'
import { callbacks } from './server/callbacks.ts'
import { creates } from './server/creates.ts'
import { held } from './server/held.ts'
import { reads } from './server/reads.ts'
import { type Row, table } from './server/table.ts'
import { together } from './server/together.ts'

/**
 * `npm run bench server`: every figure is a ratio within this one run, against the bare thing on the same machine. The
 * service, the servers and whoever calls them have a process each.
 */
const folder = mkdtempSync(join(tmpdir(), 'paypane-bench-'))
const here = 'test/bench/server'
const service = await start(`${here}/service.ts`, {})
const merchantOn = (file: string): Promise<Running> =>
  start(`${here}/merchant.ts`, {
    DATABASE: join(folder, file),
    SEAL_KEY: generateSealKey(),
    SERVICE: service.url,
  })
const merchant = await merchantOn('bench.db')
// Its memory is looked at: it has done nothing else before.
const holding = await merchantOn('held.db')
const bare = await start(`${here}/bare.ts`, {})
const rows: Row[] = []
try {
  for (const figure of [
    () => creates(merchant.url, service.url),
    () => reads(merchant.url, bare.url),
    () => callbacks(merchant.url, folder),
    () => held(holding.url, service.url),
    () => together(service.url),
  ]) {
    const told = await figure()
    for (const { what, value } of told) process.stderr.write(`${what}: ${value}\n`)
    rows.push(...told)
  }
} finally {
  for (const running of [merchant, holding, bare, service]) await running.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${table(rows)}`)
