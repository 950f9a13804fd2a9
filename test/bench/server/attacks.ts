import { z } from 'zod'
import { ratio } from '../measure.ts'
import { type HostileRequest, hostileRequests } from './hostile.ts'
import { runJob } from './job.ts'
import { formatRatio, type Row } from './table.ts'

const requests = 1000

/**
 * The CPU time of the most expensive request that anybody can send without a proof, compared with a health check. `limited`:
 * of an address beyond every limit.
 */
export async function attacks(merchant: string, limited: boolean): Promise<Row[]> {
  const cpuMs = async (): Promise<number> =>
    Stats.parse(await (await fetch(`${merchant}/stats`)).json()).cpuMs
  const cpuOf = (of: HostileRequest | 'ping') => async (): Promise<number> => {
    const before = await cpuMs()
    await runJob({
      job: 'rate',
      of,
      name: `co_${'0'.repeat(26)}`,
      urls: [merchant],
      count: requests,
      concurrency: 16,
    })
    // The client warms up with a tenth of the requests.
    return ((await cpuMs()) - before) / (requests * 1.1)
  }
  await cpuOf('ping')()
  const measured = []
  for (const of of hostileRequests) {
    await cpuOf(of)()
    measured.push({ of, ...(await ratio(3, cpuOf(of), cpuOf('ping'))) })
  }
  for (const { of, ratio, spread } of measured)
    process.stderr.write(`${limited ? 'limited ' : ''}${of}: ${formatRatio(ratio, spread)}\n`)
  const [worst] = measured.sort((a, b) => b.ratio - a.ratio)
  if (worst === undefined) return []
  const target = limited ? 2 : 10
  return [
    {
      label: `CPU of the most expensive request without a proof${limited ? ', beyond the limits' : ''} : of a health check`,
      value: `${worst.of} ${formatRatio(worst.ratio, worst.spread)}; ${worst.ours.toFixed(3)} ms : ${worst.baseline.toFixed(3)} ms`,
      target: `≤ ${target}`,
      reached: worst.ratio <= target,
    },
  ]
}

const Stats = z.object({ cpuMs: z.number() })
