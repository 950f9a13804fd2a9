import { JsonNumber } from '../../service/json.ts'
import type { Config, Pipeline } from '../config.ts'
import { errorResponses } from '../error-responses.ts'
import { jsonResponse } from '../json-response.ts'
import { rfc3339, type SandboxOrder, sortedByTime } from '../order.ts'

/** The lookup response; 404 if there is no order or the key may not see it. */
export function statusResponse(
  { lookups, statusTimes }: Config,
  pipeline: Pipeline,
  order: SandboxOrder | undefined,
): Response {
  if (order === undefined || (lookups === 'pipeline' && order.pipeline !== pipeline.name))
    return errorResponses.notFound()
  if ((order.profile === 'payout') !== (pipeline.profile === 'payout')) return errorResponses.notFound()
  const formatTime = (time: number) =>
    statusTimes === 'utc' ? rfc3339(time) : rfc3339(time).replace(/Z$/, '')
  return jsonResponse({
    externalId: order.externalId,
    orderStatus: order.status,
    orderHistory: sortedByTime(order.history).map((entry) => ({ ...entry, time: formatTime(entry.time) })),
    amount: new JsonNumber(order.amount),
    // Payout statuses have no currency.
    currency: order.profile === 'payout' ? undefined : order.currency,
    externalParams: order.externalParams ?? undefined,
  })
}
