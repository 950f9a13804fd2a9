import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSealKey } from 'paypane/server'
import { start } from '../support/processes.ts'
import { callbacks } from './server/callbacks.ts'
import { creates } from './server/creates.ts'
import { longPolls } from './server/long-polls.ts'
import { reads } from './server/reads.ts'
import { scaling } from './server/scaling.ts'
import { type Row, table } from './server/table.ts'

/**
 * `npm run bench server`: every figure is a ratio within this one run, against the bare thing on the same machine. The
 * service, the servers and whoever calls them have a process each, and each figure a server that has done nothing before.
 */
const folder = mkdtempSync(join(tmpdir(), 'paypane-bench-'))
const here = 'test/bench/server'
const service = await start(`${here}/service.ts`, {})
const bareServer = await start(`${here}/bare.ts`, {})

async function withMerchant(benchmark: (merchant: string) => Promise<Row[]>): Promise<Row[]> {
  const DATABASE = join(folder, `${rows.length}.db`)
  const merchant = await start(`${here}/merchant.ts`, {
    DATABASE,
    SEAL_KEY: generateSealKey(),
    SERVICE: service.url,
  })
  try {
    return await benchmark(merchant.url)
  } finally {
    await merchant.kill()
  }
}

const rows: Row[] = []
try {
  for (const benchmark of [
    () => withMerchant((merchant) => creates(merchant, service.url)),
    () => withMerchant((merchant) => reads(merchant, bareServer.url)),
    () => withMerchant((merchant) => callbacks(merchant, folder)),
    () => withMerchant((merchant) => longPolls(merchant, service.url)),
    () => scaling(service.url),
  ]) {
    const formatRatio = await benchmark()
    for (const { label, value } of formatRatio) process.stderr.write(`${label}: ${value}\n`)
    rows.push(...formatRatio)
  }
} finally {
  for (const running of [bareServer, service]) await running.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${table(rows)}`)
