import { ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { createCheckout } from './payer.ts'
import { formatRates, type Row } from './table.ts'

/** Views of a checkout that waits to be paid, against a bare handler of the same router on the same kind of server. */
export async function reads(merchant: string, bareServer: string): Promise<Row[]> {
  const { id } = await createCheckout(merchant)
  const views = (url: string): Promise<number> =>
    runJob({ job: 'rate', of: 'view', name: id, urls: [url], count: 8000, concurrency: 32 })
  await views(merchant)
  await views(bareServer)
  const result = await ratio(
    5,
    () => views(merchant),
    () => views(bareServer),
  )
  return [
    {
      label: 'GET /checkouts/{id} : a bare handler',
      value: formatRates(result),
      target: '≥ 0.5',
      reached: result.ratio >= 0.5,
    },
  ]
}
