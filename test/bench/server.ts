import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSealKey } from 'paypane/server'
import { start } from '../support/processes.ts'
import { callbacks } from './server/callbacks.ts'
import { creates } from './server/creates.ts'
import { held } from './server/held.ts'
import { reads } from './server/reads.ts'
import { type Row, table } from './server/table.ts'
import { together } from './server/together.ts'

/**
 * `npm run bench server`: every figure is a ratio within this one run, against the bare thing on the same machine. The
 * service, the servers and whoever calls them have a process each, and each figure a server that has done nothing before.
 */
const folder = mkdtempSync(join(tmpdir(), 'paypane-bench-'))
const here = 'test/bench/server'
const service = await start(`${here}/service.ts`, {})
const bare = await start(`${here}/bare.ts`, {})

async function onItsOwn(figure: (merchant: string) => Promise<Row[]>): Promise<Row[]> {
  const DATABASE = join(folder, `${rows.length}.db`)
  const merchant = await start(`${here}/merchant.ts`, {
    DATABASE,
    SEAL_KEY: generateSealKey(),
    SERVICE: service.url,
  })
  try {
    return await figure(merchant.url)
  } finally {
    await merchant.kill()
  }
}

const rows: Row[] = []
try {
  for (const figure of [
    () => onItsOwn((merchant) => creates(merchant, service.url)),
    () => onItsOwn((merchant) => reads(merchant, bare.url)),
    () => onItsOwn((merchant) => callbacks(merchant, folder)),
    () => onItsOwn((merchant) => held(merchant, service.url)),
    () => together(service.url),
  ]) {
    const told = await figure()
    for (const { what, value } of told) process.stderr.write(`${what}: ${value}\n`)
    rows.push(...told)
  }
} finally {
  for (const running of [bare, service]) await running.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${table(rows)}`)
