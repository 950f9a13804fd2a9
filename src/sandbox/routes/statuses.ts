import { JsonNumber } from '../../service/json.ts'
import type { Pipeline } from '../config.ts'
import type { Core } from '../core.ts'
import { byTime, rfc3339, type SandboxOrder } from '../order.ts'
import { refusals } from '../refusals.ts'
import { jsonAnswer } from '../wire.ts'

/** A status look-up's answer about the order that was found, if it was and the key may see it. */
export function statusAnswer(core: Core, pipeline: Pipeline, order: SandboxOrder | undefined): Response {
  const { lookups, statusTimes } = core.config()
  if (!order || (lookups === 'pipeline' && order.pipeline !== pipeline.name)) return refusals.notFound()
  if ((order.profile === 'payout') !== (pipeline.profile === 'payout')) return refusals.notFound()
  const time = (moment: number) =>
    statusTimes === 'utc' ? rfc3339(moment) : rfc3339(moment).replace(/Z$/, '')
  return jsonAnswer({
    externalId: order.externalId,
    orderStatus: order.status,
    orderHistory: byTime(order.history).map((entry) => ({ ...entry, time: time(entry.time) })),
    amount: new JsonNumber(order.amount),
    // Payout statuses have no currency.
    currency: order.profile === 'payout' ? undefined : order.currency,
    externalParams: order.externalParams ?? undefined,
  })
}
