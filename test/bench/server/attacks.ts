import { Pool } from 'undici'
import { z } from 'zod'
import { median, percentile, rate } from '../measure.ts'
import { type Call, type HostileRequest, hostileRequest } from './hostile.ts'
import { formatRatio, type Row } from './table.ts'

/** Requests of a slice. Slices alternate, so that what else runs on the machine slows down both sides. */
const sliceSize = 100
const slices = 25
const concurrency = 16

const healthCheck: Call = { method: 'GET', path: '/healthz' }

/** The CPU time of the most expensive request that anybody can send without a proof, compared with a health check. */
export const attacks = (merchant: string, requests: readonly HostileRequest[]): Promise<Row> =>
  worstOf(merchant, requests, {
    label: 'CPU of the most expensive request without a proof : of a health check',
    baselineOf: () => healthCheck,
    target: 10,
  })

/** The same of an address beyond the limit, compared with a health check that receives the same bytes. */
export const limitedAttacks = (
  merchant: string,
  limit: string,
  requests: readonly HostileRequest[],
): Promise<Row> =>
  worstOf(merchant, requests, {
    label: `beyond the limit ${limit} : of a health check that receives the same bytes`,
    baselineOf: (hostile) => ({ ...hostile, path: `/healthz?${hostile.path.slice('/healthz?'.length)}` }),
    target: 2,
  })

interface Comparison {
  label: string
  baselineOf(hostile: Call): Call
  target: number
}

async function worstOf(
  merchant: string,
  requests: readonly HostileRequest[],
  { label, baselineOf, target }: Comparison,
): Promise<Row> {
  const pool = new Pool(merchant, { connections: concurrency })
  try {
    const measured = []
    for (const of of requests) {
      const hostile = hostileRequest(of)
      const ratio = await cpuRatio(pool, hostile, baselineOf(hostile))
      const value = `${of} ${formatRatio(ratio.ratio, ratio.spread)}; ${ratio.ms.toFixed(3)} ms : ${ratio.baselineMs.toFixed(3)} ms`
      process.stderr.write(`${value}\n`)
      measured.push({ value, ratio: ratio.ratio })
    }
    const [worst = { value: '', ratio: Number.NaN }] = measured.toSorted((a, b) => b.ratio - a.ratio)
    return { label, value: worst.value, target: `≤ ${target}`, reached: worst.ratio <= target }
  } finally {
    await pool.close()
  }
}

/** The median of the ratios of neighbouring slices, with their quartiles. */
async function cpuRatio(pool: Pool, hostile: Call, baseline: Call) {
  for (const call of [hostile, baseline]) await send(pool, call, 5 * sliceSize)
  const pairs: [number, number][] = []
  for (let slice = 0; slice < slices; slice += 1)
    pairs.push([await cpuMsOf(pool, hostile), await cpuMsOf(pool, baseline)])
  const ratios = pairs.map(([ours, theirs]) => ours / theirs)
  const spread: [number, number] = [percentile(ratios, 0.25), percentile(ratios, 0.75)]
  return {
    ratio: median(ratios),
    spread,
    ms: median(pairs.map(([ours]) => ours)),
    baselineMs: median(pairs.map(([, theirs]) => theirs)),
  }
}

/** The server's CPU time for one request. */
async function cpuMsOf(pool: Pool, call: Call): Promise<number> {
  const before = await cpuMs(pool)
  await send(pool, call, sliceSize)
  return ((await cpuMs(pool)) - before) / sliceSize
}

const send = (pool: Pool, call: Call, count: number): Promise<number> =>
  rate(count, concurrency, async () => {
    const { statusCode, body } = await pool.request(call)
    await body.dump({ limit: 1e6 })
    if (statusCode >= 500) throw new Error(`${call.path.slice(0, 80)} responded with ${statusCode}`)
  })

async function cpuMs(pool: Pool): Promise<number> {
  const { body } = await pool.request({ method: 'GET', path: '/stats' })
  return Stats.parse(await body.json()).cpuMs
}

const Stats = z.object({ cpuMs: z.number() })
