import { ratio } from '../measure.ts'
import { runJob } from './job.ts'
import { createCheckout } from './payer.ts'
import { formatRates, type Row } from './table.ts'

/** Reads of a pending checkout, compared with a handler that does nothing else on the same router. */
export async function reads(merchant: string, baseline: string): Promise<Row[]> {
  const { id, clientSecret } = await createCheckout(merchant)
  const views = (url: string): Promise<number> =>
    runJob({ job: 'rate', of: 'view', name: id, clientSecret, urls: [url], count: 8000, concurrency: 32 })
  await views(merchant)
  await views(baseline)
  const result = await ratio(
    5,
    () => views(merchant),
    () => views(baseline),
  )
  return [
    {
      label: 'GET /checkouts/{id} : baseline handler',
      value: formatRates(result),
      target: '≥ 0.5',
      reached: result.ratio >= 0.5,
    },
  ]
}
