import { signOrder } from 'paypane/server'
import { ratio } from '../measure.ts'
import { type Job, runJob } from './job.ts'
import { createCheckout } from './payer.ts'
import { formatRates, type Row } from './table.ts'

/** Rates of rendered HTML of a pending checkout, compared with a handler of the same router that returns a constant page. */
export async function pages(merchant: string, baseline: string, orderSecret: string): Promise<Row[]> {
  const order = await signOrder({ order: 'o-page' }, orderSecret)
  const { id, clientSecret } = await createCheckout(merchant, order)
  const compare = async (job: Pick<Extract<Job, { job: 'rate' }>, 'of' | 'name' | 'clientSecret'>) => {
    const rateOf = (url: string): Promise<number> =>
      runJob({ job: 'rate', ...job, urls: [url], count: 4000, concurrency: 32 })
    await rateOf(merchant)
    await rateOf(baseline)
    return await ratio(
      5,
      () => rateOf(merchant),
      () => rateOf(baseline),
    )
  }
  const known = await compare({ of: 'html', name: id, clientSecret })
  const opened = await compare({ of: 'page', name: order })
  return [
    {
      label: 'GET /checkouts/{id} as HTML : baseline handler',
      value: formatRates(known),
      target: '≥ 0.3',
      reached: known.ratio >= 0.3,
    },
    {
      label: 'GET /o/{token}, with the order read and a client secret : baseline handler',
      value: formatRates(opened),
      target: '',
      reached: null,
    },
  ]
}
