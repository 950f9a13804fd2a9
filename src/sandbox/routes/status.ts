import { JsonNumber } from '../../service/json.ts'
import type { Config, Pipeline } from '../config.ts'
import { errorResponses } from '../error-responses.ts'
import { jsonResponse } from '../http.ts'
import { amountText, historyMember, paramsMember, type SandboxOrder, sortedByTime } from '../order.ts'
import type { Services } from '../services.ts'

/** The history that a lookup returns now. That of a deposit has at least its first entry. */
function visibleHistory({ profile, history }: SandboxOrder, now: number, { statusHistoryDelay }: Config) {
  const sorted = sortedByTime(history)
  const visible = sorted.filter(({ time }) => time + statusHistoryDelay * 1000 <= now)
  return visible.length > 0 || profile === 'payout' ? visible : sorted.slice(0, 1)
}

function amountMember({ amount }: SandboxOrder, { statusAmount, amountDigits }: Config) {
  if (statusAmount === 'absent') return undefined
  if (statusAmount === 'null') return null
  const text = amountText(amount, amountDigits)
  return statusAmount === 'string' ? text : new JsonNumber(text)
}

/** The lookup response; 404 if there is no order or the key may not see it. */
export function statusResponse(
  { config: getConfig, scheduler }: Services,
  pipeline: Pipeline,
  order: SandboxOrder | undefined,
): Response {
  const config = getConfig()
  if (order === undefined || (config.lookups === 'pipeline' && order.pipeline !== pipeline.name))
    return errorResponses.notFound()
  if ((order.profile === 'payout') !== (pipeline.profile === 'payout')) return errorResponses.notFound()
  const hasCurrency =
    config.statusCurrency === 'all' || (config.statusCurrency === 'deposits' && order.profile !== 'payout')
  return jsonResponse({
    externalId: order.externalId,
    orderStatus: order.status,
    orderHistory: historyMember(
      visibleHistory(order, scheduler.now(), config),
      { mode: config.statusHistory, times: config.statusTimes },
      config,
    ),
    amount: amountMember(order, config),
    currency: hasCurrency ? order.currency : undefined,
    externalParams: paramsMember(order.externalParams, config.statusExternalParams),
  })
}
