import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSealKey } from 'paypane/server'
import { z } from 'zod'
import { readCommandLine } from '../../scripts/command-line.ts'
import { bundleHtml } from '../support/bundle-html.ts'
import { start } from '../support/processes.ts'
import { attacks, limitedAttacks } from './server/attacks.ts'
import { callbacks, rejectedCallbacks } from './server/callbacks.ts'
import { creates } from './server/creates.ts'
import { hostileRequests, uncountedRequests } from './server/hostile.ts'
import { longPolls } from './server/long-polls.ts'
import { reads } from './server/reads.ts'
import { scaling } from './server/scaling.ts'
import { type Row, table } from './server/table.ts'

/**
 * `npm run bench server`, or `npm run bench server attacks` for one part: results are ratios to a baseline within one run.
 * The service, the servers and the client have a process each, and each benchmark starts a new server.
 */
const {
  positionals: [requested],
} = readCommandLine(import.meta.filename, {
  args: process.argv.slice(3),
  values: z.object({}),
  allowPositionals: true,
})

const folder = mkdtempSync(join(tmpdir(), 'paypane-bench-'))
const here = 'test/bench/server'
const service = await start(`${here}/service.ts`, {})
const baseline = await start(`${here}/baseline.ts`, {})

async function withMerchant(
  benchmark: (merchant: string) => Promise<Row[]>,
  pipelines = 1,
  env: Record<string, string> = {},
): Promise<Row[]> {
  const DATABASE = join(folder, `${rows.length}.db`)
  const merchant = await start(`${here}/merchant.ts`, {
    DATABASE,
    SEAL_KEY: generateSealKey(),
    SERVICE: service.url,
    PIPELINES: String(pipelines),
    ...env,
  })
  try {
    return await benchmark(merchant.url)
  } finally {
    await merchant.kill()
  }
}

/** A merchant that signs its orders and has payment pages. */
const withStrangers = async (
  benchmark: (merchant: string) => Promise<Row>,
  env: Record<string, string> = {},
): Promise<Row[]> => {
  const PAGES = await bundleHtml(folder)
  return await withMerchant(async (merchant) => [await benchmark(merchant)], 1, {
    ...env,
    PAGES,
    ORDER_SECRET: generateSealKey(),
  })
}

const parts: Record<string, (() => Promise<Row[]>)[]> = {
  creates: [() => withMerchant((merchant) => creates(merchant, service.url))],
  reads: [() => withMerchant((merchant) => reads(merchant, baseline.url))],
  callbacks: [1, 4].flatMap((pipelines) => [
    () => withMerchant((merchant) => callbacks(merchant, folder, pipelines), pipelines),
    () => withMerchant((merchant) => rejectedCallbacks(merchant, pipelines), pipelines),
  ]),
  attacks: [
    () =>
      withStrangers((merchant) =>
        attacks(merchant, [...Object.values(hostileRequests).flat(), ...uncountedRequests]),
      ),
    ...Object.entries(hostileRequests).map(
      ([limit, requests]) =>
        () =>
          withStrangers((merchant) => limitedAttacks(merchant, limit, requests), { LIMITED: limit }),
    ),
  ],
  'long-polls': [() => withMerchant((merchant) => longPolls(merchant, service.url))],
  scaling: [() => scaling(service.url)],
}

const rows: Row[] = []
try {
  if (requested !== undefined && !(requested in parts))
    throw new RangeError(`Unknown part "${requested}". Available: ${Object.keys(parts).join(', ')}`)
  for (const benchmark of Object.entries(parts).flatMap(([name, benchmarks]) =>
    requested === undefined || name === requested ? benchmarks : [],
  )) {
    const results = await benchmark()
    for (const { label, value } of results) process.stderr.write(`${label}: ${value}\n`)
    rows.push(...results)
  }
} finally {
  for (const running of [baseline, service]) await running.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`\n${table(rows)}`)
if (rows.some(({ reached }) => reached === false)) process.exitCode = 1
