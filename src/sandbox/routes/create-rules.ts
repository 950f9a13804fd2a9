import { addAmounts, isLessThan } from '../../service/amount.ts'
import type { Pipeline } from '../config.ts'
import type { CreateRequest } from '../create-request.ts'
import { resolveCurrency } from '../currencies.ts'
import { errorResponses } from '../error-responses.ts'
import type { Services } from '../services.ts'

const hasRoute = ({ routes }: Pipeline, { currency, amount }: CreateRequest): boolean =>
  routes?.some(
    (route) =>
      route.currency === currency &&
      !(route.min && isLessThan(amount, route.min)) &&
      !(route.max && isLessThan(route.max, amount)),
  ) ?? true

function findReachedLimit(
  orders: Services['orders'],
  { name, limits }: Pipeline,
  { currency, amount }: CreateRequest,
) {
  if (limits.length === 0) return undefined
  const sum = orders
    .all()
    .filter((order) => order.pipeline === name && order.currency === currency && order.status !== 'Failed')
    .reduce((total, order) => addAmounts(total, order.amount), amount)
  return limits.find((limit) => limit.currency === currency && isLessThan(limit.total, sum))
}

const hasFunds = (
  ledger: Services['ledger'],
  { name, profile }: Pipeline,
  { currency, amount }: CreateRequest,
): boolean =>
  profile !== 'payout' || !isLessThan(ledger.figures(name, currency).pipelineAvailableBalance, amount)

const findInvalidField = (
  { fieldPatterns }: Pipeline,
  { additionalFields }: CreateRequest,
): string | undefined =>
  Object.entries(fieldPatterns).find(([key, pattern]) =>
    additionalFields.some(
      (field) => field.key === key && !new RegExp(pattern, 'u').test(String(field.value)),
    ),
  )?.[0]

/** Checks a create in the service's order of rules. Null if it is accepted. */
export function checkCreateRules(
  { config, orders, ledger }: Services,
  pipeline: Pipeline,
  request: CreateRequest,
): Response | null {
  const { currency, externalTransactionId: id } = request
  const { profile, requiredFields } = pipeline
  const missing = [...(profile === 'token' ? ['cardStorageToken'] : []), ...requiredFields].find(
    (key) => !request.additionalFields.some((field) => field.key === key),
  )
  if (missing !== undefined) return errorResponses.missingField(missing, id)
  const invalid = findInvalidField(pipeline, request)
  if (invalid !== undefined)
    return errorResponses.invalidRequest(`additionalFields: ${invalid} is invalid`, id)
  if (orders.byExternalTransactionId(id) !== undefined) return errorResponses.duplicate(id)
  if (resolveCurrency(currency, config()) === null)
    return profile === 'payout' ? errorResponses.noRoute(id) : errorResponses.unknownCurrency(currency, id)
  if (!hasRoute(pipeline, request)) return errorResponses.noRoute(id)
  const limit = findReachedLimit(orders, pipeline, request)
  if (limit !== undefined) return errorResponses.limitReached(limit.id)
  return hasFunds(ledger, pipeline, request) ? null : errorResponses.insufficientFunds(id)
}
