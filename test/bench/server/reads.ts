import { ratio } from '../measure.ts'
import { done } from './job.ts'
import { pay } from './payer.ts'
import { type Row, rates } from './table.ts'

/** Views of a checkout that waits to be paid, against a bare handler of the same router on the same kind of server. */
export async function reads(merchant: string, bare: string): Promise<Row[]> {
  const { id } = await pay(merchant)
  const views = (url: string): Promise<number> =>
    done({ job: 'rate', of: 'view', name: id, urls: [url], count: 8000, atOnce: 32 })
  await views(merchant)
  await views(bare)
  const result = await ratio(
    5,
    () => views(merchant),
    () => views(bare),
  )
  return [
    {
      what: 'GET /checkouts/{id} : a bare handler',
      value: rates(result),
      target: '≥ 0.5',
      reached: result.ratio >= 0.5,
    },
  ]
}
