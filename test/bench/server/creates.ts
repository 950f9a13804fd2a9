import { measureMs, percentile, ratio } from '../measure.ts'
import { createCheckout, post } from './payer.ts'
import { formatRatio, type Row } from './table.ts'

/** The time of a create through the merchant server, compared with a direct call to the service. */
export async function creates(merchant: string, service: string): Promise<Row[]> {
  const direct = async (): Promise<unknown> =>
    (await post(`${service}/api/v1/integration/deposit-order/`, '{"amount":10.00}')).json()
  const p50 = async (call: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let n = 0; n < 40; n += 1) times.push(await measureMs(call))
    return percentile(times, 0.5)
  }
  const ours = (): Promise<number> => p50(() => createCheckout(merchant))
  const baseline = (): Promise<number> => p50(direct)
  await ours()
  await baseline()
  const result = await ratio(5, ours, baseline)
  return [
    {
      label: 'create through the server : direct call, p50',
      value: `${formatRatio(result.ratio, result.spread)}; ${result.ours.toFixed(1)} ms : ${result.baseline.toFixed(1)} ms`,
      target: '≤ 1.25',
      reached: result.ratio <= 1.25,
    },
  ]
}
