import { JsonNumber } from '../../service/json.ts'
import type { PipelineSettings } from '../config.ts'
import { stringifyJson } from '../json-response.ts'
import { orderType, type SandboxOrder } from '../order.ts'

/** Times in callbacks are UTC without an offset. */
const withoutOffset = (time: number) => new Date(time).toISOString().replace(/Z$/, '')

/** The body of a callback about the order's current state. Every retry sends the same bytes. */
export function callbackBody(order: SandboxOrder, settings: PipelineSettings['callbacks']): string {
  return stringifyJson({
    externalId: order.externalId,
    status: order.status,
    amount: settings.amountAsString ? order.amount : new JsonNumber(order.amount),
    currency: settings.withCurrency ? order.currency : undefined,
    orderType: orderType(order.profile),
    externalParams: order.externalParams ?? undefined,
    orderHistory: order.history.map(({ time, action, newCode }) => ({
      Time: withoutOffset(time),
      Action: action,
      NewCode: newCode,
    })),
  })
}
