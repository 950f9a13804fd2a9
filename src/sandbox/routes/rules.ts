import type { Pipeline } from '../config.ts'
import type { Core } from '../core.ts'
import { isKnownCurrency } from '../currencies.ts'
import { add, isMore } from '../decimal.ts'
import { orderType } from '../order.ts'
import { refusals } from '../refusals.ts'
import type { CreateRequest } from '../requests.ts'

const hasRoute = ({ routes }: Pipeline, { currency, amount }: CreateRequest): boolean =>
  routes?.some(
    (route) =>
      route.currency === currency &&
      !(route.min && isMore(route.min, amount)) &&
      !(route.max && isMore(amount, route.max)),
  ) ?? true

const reachedLimit = (core: Core, { name, limits }: Pipeline, { currency, amount }: CreateRequest) => {
  if (limits.length === 0) return undefined
  const sum = core.orders
    .all()
    .filter((order) => order.pipeline === name && order.currency === currency && order.status !== 'Failed')
    .reduce((total, order) => add(total, order.amount), amount)
  return limits.find((limit) => limit.currency === currency && isMore(sum, limit.total))
}

const isCovered = (core: Core, { name, profile }: Pipeline, { currency, amount }: CreateRequest): boolean =>
  profile !== 'payout' || !isMore(amount, core.ledger.figures(name, currency).pipelineAvailableBalance)

/** The service's rules for a create, in the order it applies them; null where the order may be made. */
export function refusalOf(core: Core, pipeline: Pipeline, request: CreateRequest): Response | null {
  const { currency, externalTransactionId: id } = request
  const config = core.config()
  const missing = pipeline.requiredFields.find(
    (key) => !request.additionalFields.some((field) => field.key === key),
  )
  if (missing !== undefined) return refusals.fieldMissing(missing, id)
  if (core.orders.byTransaction(orderType(pipeline.profile), id)) return refusals.duplicate(id)
  if (!isKnownCurrency(currency, config.currencies))
    return pipeline.profile === 'payout' ? refusals.noRoute(id) : refusals.unknownCurrency(currency, id)
  if (!hasRoute(pipeline, request)) return refusals.noRoute(id)
  const limit = reachedLimit(core, pipeline, request)
  if (limit) return refusals.limitReached(limit.id)
  return isCovered(core, pipeline, request) ? null : refusals.noFunds(id)
}
